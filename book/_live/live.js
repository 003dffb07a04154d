/* The button "Make this page live".  Until it is pressed nothing else is loaded; then page.js and,
   from the folder of this script, all of Python. */
(() => {
  "use strict";
  const base = new URL(".", document.currentScript.src).href;
  const LABEL = "Make this page live";
  const FROM_FILE = "This needs a web server; a page opened as a file cannot start Python. In the folder of the site, run"
    + " “python -m http.server” and open http://localhost:8000/ in your browser.";

  const bar = document.createElement("div");
  bar.className = "rb-alive-bar";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rb-alive-button";
  button.textContent = LABEL;
  button.title = "Runs this chapter’s Python in your browser: change the code and run it again";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  bar.append(button, status);

  let stop = null;

  async function start() {
    if (location.protocol === "file:") { status.textContent = FROM_FILE; return; }
    const stopped = new AbortController();
    stop = () => stopped.abort(new Error("stopped"));
    button.textContent = "Stop";
    document.documentElement.dataset.rbAlive = "starting";
    try {
      const { makeLive } = await import(`${base}page.js`);
      const times = await makeLive(base, (text) => { status.textContent = text; }, stopped.signal);
      document.documentElement.dataset.rbAlive = "on";
      button.textContent = "Back to the printed page";
      stop = () => location.reload();
      status.textContent = `Live: Python answered in ${(times.total / 1000).toFixed(1)} s. Change a cell and run it again.`
        + " (Here the second derivation runs on a small replacement for numpy and scipy.)";
    } catch (error) {
      delete document.documentElement.dataset.rbAlive;
      button.textContent = LABEL;
      stop = null;
      status.textContent = stopped.signal.aborted
        ? "Stopped. The page is as it was."
        : `This page could not be made live; it is as it was. (${error?.message ?? error})`;
    }
  }

  button.addEventListener("click", () => (stop ? stop() : start()));

  const place = () => {
    if (document.querySelector("div.cell .cell_input pre")) {
      document.querySelector("article.bd-article h1")?.after(bar);
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
  else place();
})();
