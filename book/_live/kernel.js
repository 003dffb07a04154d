/* The page's end of Python, which runs in a worker: one request at a time, in order. */
(() => {
  "use strict";
  const SCIENCE = ["numpy", "scipy"];

  class Kernel {
    /* `parts`: all that the worker reads. */
    constructor(base, parts) {
      this.asked = new Map();
      this.count = 0;
      this.has = [];
      this.onLoad = () => {};
      // A worker that a blob starts keeps the policy of the page: Python, too, asks no other host.
      const address = URL.createObjectURL(parts["worker.js"]);
      // No module, which Chromium starts for no page on a disk.
      this.worker = new Worker(address);
      this.worker.onmessage = ({ data }) => this.receive(data);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.end(new Error(event.message || "Python's worker could not be loaded"));
      };
      this.ready = this.ask({ do: "start", base, parts }).finally(() => URL.revokeObjectURL(address));
    }

    ask(message) {
      if (this.ended) return Promise.reject(this.ended);
      const id = ++this.count;
      return new Promise((resolve, reject) => {
        this.asked.set(id, { resolve, reject });
        this.worker.postMessage({ ...message, id });
      });
    }

    receive({ id, value, error }) {
      const asked = this.asked.get(id);
      this.asked.delete(id);
      if (error === undefined) asked?.resolve(value);
      else asked?.reject(new Error(error));
    }

    /* Load what the code wants of numpy and scipy; returns whether anything came. */
    async bring(code) {
      const { has } = this;
      if (!SCIENCE.some((name) => code.includes(name) && !has.includes(name))) return false;
      const wanted = await this.ask({ do: "imports", code });
      if (!wanted.some((name) => SCIENCE.includes(name))) return false;
      this.onLoad("Loading numpy and scipy, once for this page…");
      this.has = await this.ask({ do: "bring", code, more: await window.rulebookPython.parts("packed-science.js", this.onLoad) });
      return this.has.length > has.length;
    }

    /* What a cell shows; unless it is to be shown, only what fails. */
    async run(code, name, { show = true, changed = false } = {}) {
      return JSON.parse(await this.ask({ do: "run", code, name, show, changed }));
    }

    /* What some code shows, if it does not fail. */
    async gives(code, name) {
      const outputs = await this.run(code, name);
      const failed = outputs.find((each) => each.output_type === "error");
      if (failed) throw new Error(failed.evalue);
      return outputs;
    }

    end(reason) {
      if (this.ended) return;
      this.ended = reason;
      this.worker.terminate();
      for (const { reject } of this.asked.values()) reject(reason);
      this.asked.clear();
    }
  }

  window.rulebookKernel = Kernel;
})();
