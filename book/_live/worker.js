/* Python itself, in a worker, so that the page stays usable while a cell computes. */
const base = new URL(".", self.location.href).href;
let python, kernel, comms;

const tasks = {
  async start() {
    const bundle = fetch(`${base}python.zip`).then((answer) => {
      if (!answer.ok) throw new Error(`python.zip: ${answer.status}`);
      return answer.arrayBuffer();
    });
    bundle.catch(() => {});
    const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
    python = await loadPyodide({ indexURL: `${base}pyodide/` });
    python.unpackArchive(await bundle, "zip", { extractDir: "/live" });
    python.runPython("import sys; sys.path.insert(0, '/live')");
    kernel = python.pyimport("rulebook_live.kernel");
    comms = python.pyimport("rulebook_live.comms");
    kernel.start((comm, raw) => {
      const buffers = [...raw].map((each) => each.toJs?.() ?? each);
      self.postMessage({ comm, buffers });
    });
  },
  run: ({ code, name }) => kernel.run(code, name),
  comm({ content, buffers }) {
    comms.receive(content, buffers);
  },
};

let queue = Promise.resolve();

self.onmessage = ({ data }) => {
  queue = queue.then(async () => {
    try {
      self.postMessage({ id: data.id, value: await tasks[data.do](data) });
    } catch (error) {
      self.postMessage({ id: data.id, error: String(error?.message ?? error).trim() });
    }
  });
};
