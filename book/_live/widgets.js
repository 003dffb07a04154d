/* ipywidgets in the page: loads their views and joins them to the models in Python. */
const PROTOCOL = "2.1.0";

export class Widgets {
  /* The views come as AMD modules.  They get a loader of their own for the moment in which they are
     read, because a `define` left in the page would break plotly.js and others. */
  static async load(base, kernel) {
    const uri = `${base}widgets/embed-amd.js`;
    const answer = await fetch(uri);
    if (!answer.ok) throw new Error(`${uri}: ${answer.status}`);
    const made = readModules(await answer.text(), uri);
    return new Widgets(made("@jupyter-widgets/html-manager"), made, kernel);
  }

  constructor({ HTMLManager }, made, kernel) {
    this.kernel = kernel;
    this.comms = new Map();
    this.chain = Promise.resolve();
    this.sent = 0;
    this.manager = new HTMLManager({ loader: async (name) => made(name) });
    kernel.onComm = (message, buffers) => {
      // One queue for all: a model may only be opened after those that it refers to.
      this.chain = this.chain.then(() => this.receive(JSON.parse(message), buffers))
        .catch((error) => console.error(error));
    };
  }

  async receive({ type, content, metadata }, buffers) {
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
    const view = await this.manager.create_view(await this.manager.get_model(id));
    await this.manager.display_view(view, place);
  }
}

function readModules(code, uri) {
  const known = new Map();
  const define = (name, needs, factory) => {
    if (typeof name === "string") known.set(name, { needs, factory });
  };
  define.amd = {};
  const had = Object.getOwnPropertyDescriptor(window, "require");
  window.require = () => {};  // the file ends by asking for its own renderer, which is not wanted
  try {
    new Function("define", `${code}\n//# sourceURL=${uri}`)(define);
  } finally {
    if (had) Object.defineProperty(window, "require", had);
    else delete window.require;
  }
  function made(name) {
    const module = known.get(name);
    if (!module) throw new Error(`there is no widget module ${name} on this site`);
    module.made ??= { value: module.factory(
      ...module.needs.map((need) => (need === "module" ? { id: name, uri } : made(need)))) };
    return module.made.value;
  }
  return made;
}
