/* Python in a page: its worker and its parts are loaded when somebody first asks. */
(() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="book."]')?.src ?? location.href;
  const live = new URL("live/", here).href;

  /* Only on a page that may load it, which is one from a server. */
  const possible = () => location.protocol !== "file:"
    && document.querySelector('script[src*="/live.js"], script[src*="dice.js"]') !== null;

  /* Load it and run some code; `stopped` of what is returned is the reason to stop. */
  function start(say, code) {
    const started = (async () => {
      const { Kernel } = await import(`${live}kernel.js`);
      if (started.stopped) throw started.stopped;
      const kernel = new Kernel(live);
      started.kernel = kernel;
      kernel.onLoad = (bytes) => say(`Loading Python, once for this page: ${(bytes / 1e6).toFixed(1)} MB, unpacked…`);
      await kernel.ready;
      const failed = (await kernel.run(code, "start")).find((each) => each.output_type === "error");
      if (failed) throw new Error(failed.evalue);
      return kernel;
    })();
    return started;
  }

  window.rulebookPython = { live, possible, start };
})();
