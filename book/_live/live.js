/* The button "Make this page live".  Until it is pressed nothing else is loaded; then page.js and,
   from the folder of this script, all of Python. */
(() => {
  "use strict";
  const base = new URL(".", document.currentScript.src).href;
  const LABEL = "Make this page live";
  const FROM_FILE = "This needs a web server; a page opened as a file cannot start Python. In the folder of the site, run"
    + " “python -m http.server” and open http://localhost:8000/ in your browser.";
  const REPLACED = "(Here the second derivation runs on a small replacement for numpy and scipy.)";

  const bar = document.querySelector(".rb-alive-bar") ?? document.createElement("div");
  bar.className = "rb-alive-bar";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "rb-alive-button";
  button.textContent = LABEL;
  button.title = "Runs this chapter’s Python in your browser: change the code and run it again";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const progress = document.createElement("p");
  progress.className = "rb-alive-progress";
  const meter = document.createElement("progress");
  meter.setAttribute("aria-label", "Cells that have run");
  const counted = document.createElement("span");
  progress.append(meter, counted);

  let stop = null;
  let wanted = null;  // the section whose code is to be changed
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
  const say = (text) => { status.textContent = text; };

  async function start() {
    if (location.protocol === "file:") { say(FROM_FILE); return; }
    const stopped = new AbortController();
    stop = () => stopped.abort(new Error("stopped"));
    button.textContent = "Stop";
    document.documentElement.dataset.rbAlive = "starting";
    try {
      const { makeLive } = await import(`${base}page.js`);
      const page = await makeLive(base, say, stopped.signal);
      document.documentElement.dataset.rbAlive = "on";
      wanted?.querySelector(".rb-alive-code")?.focus();
      button.textContent = "Back to the printed page";
      stop = () => location.reload();
      await follow(page);
    } catch (error) {
      if (document.querySelector(".rb-alive-code")) {
        document.documentElement.dataset.rbAlive = "stopped";
        say(`The chapter’s own run has stopped. You can still run each cell. (${error?.message ?? error})`);
        return;
      }
      delete document.documentElement.dataset.rbAlive;
      button.textContent = LABEL;
      stop = null;
      say(stopped.signal.aborted
        ? "Stopped. The page is as it was."
        : `This page could not be made live; it is as it was. (${error?.message ?? error})`);
    } finally {
      progress.remove();
    }
  }

  /* The reader can work already; meanwhile the other cells run. */
  async function follow({ times, count, runRest }) {
    const live = `Live: Python answered in ${seconds(times.total)}.`;
    say(`${live} Change a cell and run it; you need not wait for the other cells. ${REPLACED}`);
    status.after(progress);
    meter.max = count;
    const all = await runRest((done) => {
      meter.value = done;
      counted.textContent = `cell ${Math.min(done + 1, count)} of ${count}`;
    });
    document.documentElement.dataset.rbAlive = "ran";
    say(`${live} All ${count} cells have run, in ${seconds(all)}. Change a cell and run it again. ${REPLACED}`);
  }

  button.addEventListener("click", () => (stop ? stop() : start()));

  const place = () => {
    if (document.querySelector("div.cell .cell_input pre")) {
      if (!bar.isConnected) document.querySelector("article.bd-article h1")?.after(bar);
      bar.append(button, status);
      if (location.protocol !== "file:") document.querySelectorAll(".rb-code-switch").forEach(offer);
    }
  };

  /* Beside each switch of code: start here. */
  function offer(shown) {
    const here = document.createElement("button");
    here.type = "button";
    here.className = "rb-alive-here";
    here.textContent = "Change this code";
    here.addEventListener("click", () => {
      wanted = here.closest("section");
      here.after(bar);
      if (!stop) start();
    });
    shown.after(here);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
  else place();
})();
