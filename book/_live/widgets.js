/* ipywidgets in the page: loads their views and joins them to the models in Python. */
const PROTOCOL = "2.1.0";

export class Widgets {
  constructor(base, kernel) {
    this.base = base;
    this.kernel = kernel;
    this.comms = new Map();
    this.chain = Promise.resolve();
    this.sent = 0;
    kernel.onComm = (message, buffers) => {
      // One queue for all: a model may only be opened after those that it refers to.
      this.chain = this.chain.then(() => this.receive(JSON.parse(message), buffers))
        .catch((error) => console.error(error));
    };
  }

  /* The views come as AMD modules, when Python first has a widget. */
  async load() {
    if (this.manager) return;
    const made = await modulesOf(`${this.base}widgets/embed-amd.js`);
    const { HTMLManager } = made("@jupyter-widgets/html-manager");
    this.manager ??= new HTMLManager({ loader: async (name) => made(name) });
  }

  async receive({ type, content, metadata }, buffers) {
    await this.load();
    const views = buffers.map((b) => new DataView(b.buffer, b.byteOffset, b.byteLength));
    const message = {
      header: { msg_type: type, msg_id: "" }, parent_header: {}, content, buffers: views,
      metadata: { version: PROTOCOL, ...metadata },
    };
    const id = content.comm_id;
    if (type === "comm_open") {
      const comm = this.comm(id);
      this.comms.set(id, comm);
      await this.manager.handle_comm_open(comm, message);
      return;
    }
    const comm = this.comms.get(id);
    await (type === "comm_msg" ? comm?.onMessage : comm?.onClose)?.(message);
  }

  comm(id) {
    const comm = {
      comm_id: id,
      target_name: "jupyter.widget",
      on_msg(act) { comm.onMessage = act; },
      on_close(act) { comm.onClose = act; },
      close: () => {},
      send: (data, callbacks, _metadata, buffers) => {
        const raw = (buffers ?? []).map((b) => new Uint8Array(b.buffer ?? b));
        const idle = () => callbacks?.iopub?.status?.({ content: { execution_state: "idle" } });
        this.kernel.comm({ comm_id: id, data }, raw).then(idle, (error) => {
          console.error(error);
          idle();
        });
        return `page-${++this.sent}`;
      },
    };
    return comm;
  }

  /* Until everything that Python has said so far has arrived in the models. */
  settled() { return this.chain; }

  async show(id, place) {
    await this.settled();
    await this.load();
    const view = await this.manager.create_view(await this.manager.get_model(id));
    new MutationObserver(() => nameHandles(place)).observe(place, { childList: true, subtree: true });
    await this.manager.display_view(view, place);
  }
}

/* The views write its name beside a slider; whoever listens hears that of the handle. */
function nameHandles(place) {
  for (const slider of place.querySelectorAll(".widget-slider")) {
    const name = slider.querySelector(".widget-label")?.textContent;
    if (name) for (const handle of slider.querySelectorAll("[role=slider]:not([aria-label])")) handle.setAttribute("aria-label", name);
  }
}

let modules = null;

/* Read once, also if a second try begins while the first one reads. */
function modulesOf(uri) {
  modules ??= readModules(uri).catch((error) => {
    modules = null;
    throw error;
  });
  return modules;
}

/* Read a file of AMD modules with a loader of its own.  Only this script sees its `define`: one left
   in the page would break plotly.js and others. */
async function readModules(uri) {
  const known = new Map();
  const define = (name, needs, factory) => known.set(name, { needs, factory });
  define.amd = {};
  const require = () => {};  // the file ends by asking for its own renderer, which is not wanted
  const script = document.createElement("script");
  script.src = uri;
  const back = Object.entries({ define, require }).map(([name, value]) => {
    const had = Object.getOwnPropertyDescriptor(window, name);
    const get = () => (document.currentScript === script ? value : had?.value);
    Object.defineProperty(window, name, { configurable: true, get });
    return () => (had ? Object.defineProperty(window, name, had) : delete window[name]);
  });
  try {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${uri} could not be loaded`));
      document.head.append(script);
    });
  } finally {
    for (const undo of back) undo();
    script.remove();
  }
  function made(name) {
    const module = known.get(name);
    if (!module) throw new Error(`there is no widget module ${name} on this site`);
    module.made ??= { value: withoutCompiler(() => module.factory(
      ...module.needs.map((need) => (need === "module" ? { id: name, uri } : made(need))))) };
    return module.made.value;
  }
  return made;
}

/* The views bring a validator of saved pages that compiles code as soon as it is loaded.  Nothing here
   uses it, and the policy of the page forbids it: it gets a function that does nothing. */
function withoutCompiler(act) {
  const compiler = window.Function;
  const idle = () => () => true;
  window.Function = new Proxy(compiler, { construct: () => idle, apply: () => idle });
  try {
    return act();
  } finally {
    window.Function = compiler;
  }
}
