/* Draws the pictures of a page when they come into view, with the plotly.min.js that lies beside
   this script, in the colours of the current theme.  The table under a picture needs none of this. */
(() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="pictures.js"]')?.src ?? location.href;
  const root = document.documentElement;
  const PAPER = 620;  // pixels: the width that fits a printed page
  const drawn = new Set();
  let plotly;

  function load() {
    plotly ??= new Promise((resolve, reject) => {
      if (window.Plotly) { resolve(window.Plotly); return; }
      const script = document.createElement("script");
      script.src = new URL("plotly.min.js", here).href;
      script.onload = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error("plotly")));
      script.onerror = reject;
      document.head.append(script);
    });
    return plotly;
  }

  /* Replace every "var(--rb-…)" in plotly's data by the colour it has in the current theme. */
  function themed(value, style) {
    if (Array.isArray(value)) return value.map((inner) => themed(inner, style));
    if (value && typeof value === "object") {
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, themed(v, style)]));
    }
    if (typeof value !== "string" || !value.startsWith("var(--rb-")) return value;
    const [name, fallback] = value.slice(4, -1).split(",");
    return style.getPropertyValue(name).trim() || fallback;
  }

  const plotOf = (figure) => figure.querySelector(".rb-plot");
  const dataOf = (figure) => JSON.parse(figure.querySelector("script.rb-data").textContent);

  function render(Plotly, figure) {
    const { data, layout, height } = themed(dataOf(figure), getComputedStyle(root));
    layout.height = height;
    layout.font.family = getComputedStyle(figure).fontFamily;
    if ("rbPrint" in root.dataset) layout.width = Math.min(PAPER, plotOf(figure).clientWidth);
    return Plotly.react(plotOf(figure), data, layout, { responsive: true, displayModeBar: false });
  }

  async function draw(figure) {
    try {
      const Plotly = await load();
      await render(Plotly, figure);
      drawn.add(figure);
      figure.dataset.drawn = "";
    } catch {
      const plot = plotOf(figure);
      plot.textContent = plot.dataset.failed;
      plot.style.minHeight = "0";
      figure.dataset.undrawn = "";
      figure.querySelector("details").open = true;
    }
  }

  function redraw() {
    if (!window.Plotly) return;
    for (const figure of drawn) {
      if (figure.isConnected) render(window.Plotly, figure);
      else drawn.delete(figure);
    }
  }

  /* Paper is white: draw everything, in light colours; without plotly.js, print the tables. */
  function beforePrint() {
    root.dataset.rbPrint = "";
    for (const figure of document.querySelectorAll("figure.rb-picture")) {
      if (window.Plotly) {
        drawn.add(figure);
        figure.dataset.drawn = "";
        render(window.Plotly, figure);
      } else {
        const fold = figure.querySelector("details");
        if (!fold.open) { fold.open = true; fold.dataset.forPrint = ""; }
      }
    }
  }

  function afterPrint() {
    delete root.dataset.rbPrint;
    redraw();
    for (const fold of document.querySelectorAll("details[data-for-print]")) {
      fold.open = false;
      delete fold.dataset.forPrint;
    }
  }

  let watched = false;

  function start() {
    const figures = [...document.querySelectorAll("figure.rb-picture:not([data-watched])")];
    if (!figures.length) return;
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) { seen.unobserve(target); draw(target); }
      }
    }, { rootMargin: "300px" });
    for (const figure of figures) {
      plotOf(figure).style.minHeight = `${dataOf(figure).height}px`;
      figure.dataset.watched = "";
      seen.observe(figure);
    }
    if (watched) return;
    watched = true;
    new MutationObserver(redraw).observe(root, { attributeFilter: ["data-theme"] });
    addEventListener("beforeprint", beforePrint);
    addEventListener("afterprint", afterPrint);
  }

  document.addEventListener("rulebook:changed", start);  // a live page has new pictures
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
