/* Python itself, in a worker, so that the page stays usable while a cell computes. */
let base, parts, python, kernel;

/* Pyodide waits for ever for a part that does not come; so whatever fails here is told at once. */
const plainFetch = self.fetch;
let fail;
const failed = new Promise((_, reject) => { fail = reject; });
failed.catch(() => {});
self.fetch = async (...asked) => {
  try {
    const part = parts[String(asked[0]).slice(base.length)];
    const answer = part ? new Response(part) : await plainFetch(...asked);
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer;
  } catch (error) {
    fail(error);
    throw error;
  }
};
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});

const address = (name) => URL.createObjectURL(parts[name]);

const tasks = {
  async start(where) {
    ({ base, parts } = where);
    const bundle = fetch(`${base}python.zip`).then((answer) => answer.arrayBuffer());
    bundle.catch(() => {});
    const [{ loadPyodide }] = await Promise.all(
      ["pyodide/pyodide.mjs", "pyodide/pyodide.asm.js"].map((name) => import(address(name))));
    python = await Promise.race([loadPyodide({ indexURL: `${base}pyodide/` }), failed]);
    python.unpackArchive(await bundle, "zip", { extractDir: "/live" });
    python.runPython("import sys; sys.path.insert(0, '/live')");
    kernel = python.pyimport("rulebook_live.kernel");
    kernel.start();
  },
  /* What the code imports of numpy and scipy; `more` are their parts.  Returns all that is there. */
  async bring({ code, more }) {
    Object.assign(parts, more);
    const wrong = [];
    await python.loadPackagesFromImports(code, { messageCallback() {}, errorCallback: (said) => wrong.push(said) });
    if (wrong.length) throw new Error(wrong.join(" "));
    return Object.keys(python.loadedPackages);
  },
  imports({ code }) {
    const found = python.pyimport("pyodide.code").find_imports(code);
    return found.toJs();
  },
  run: ({ code, name, show, changed }) => kernel.run(code, name, show, changed),
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
