/* Makes a picture interactive when a reader asks for it: only then it loads the plotly.min.js that
   lies beside this script.  Until then the page shows the SVG that was made when it was built; a
   picture without one, in a chapter that runs here, is drawn when it comes into view. */
(() => {
  "use strict";
  const { enliven, element, load, openOnPaper } = window.rulebookPage;
  const root = document.documentElement;
  const PAPER = 620;  // pixels: the width that fits a printed page
  const CONFIG = {
    responsive: true, displaylogo: false, displayModeBar: true,
    modeBarButtons: [["zoomIn2d", "zoomOut2d", "resetScale2d", "toImage"]],
  };
  const TAPPED = matchMedia("(pointer: coarse)");
  const LETTERS = 12;  // pixels, as in the still
  const drawn = new Set();

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
  const stillIn = (plot) => [...plot.children].find((each) => each.matches("[class^=rb-on-]")
    && each.getClientRects().length);

  /* Where the still lets bars lie, since their names are long, so does plotly. */
  function laid({ data, layout }) {
    const turned = data.map(({ x, y, ...rest }) => ({ ...rest, x: y, y: x, orientation: "h" }));
    const name = layout.annotations?.[0]?.text;
    return {
      data: turned,
      layout: {
        ...layout,
        annotations: [],
        xaxis: { ...layout.yaxis, title: layout.yaxis.title?.text ? layout.yaxis.title : { text: name } },
        yaxis: { ...layout.xaxis, autorange: "reversed" },
      },
    };
  }

  /* A finger taps for a value, and spreads the whole page; the plot has all the room of the still. */
  function fitFinger(data, layout) {
    const { xaxis, yaxis, annotations = [] } = layout;
    const above = yaxis.title?.text;
    if (above) {
      yaxis.title = undefined;
      layout.annotations = [...annotations, { text: above, showarrow: false, x: 0, xref: "paper", xanchor: "left", y: 1, yref: "paper", yanchor: "bottom" }];
    }
    layout.margin = { l: 8, r: 8, t: layout.annotations?.length ? 24 : 8, b: 8 };
    layout.font.size = LETTERS;
    for (const axis of [xaxis, yaxis]) Object.assign(axis, { automargin: true, ticks: "" });
    for (const trace of data) if (trace.textfont) trace.textfont.size = LETTERS;
  }

  function render(Plotly, figure) {
    const stored = JSON.parse(figure.querySelector("script.rb-data").textContent);
    const plot = plotOf(figure);
    const lies = plot.querySelector(`:scope > .rb-live[data-lies]`);
    const { data, layout } = themed(lies ? laid(stored) : stored, getComputedStyle(root));
    const live = plot.querySelector(":scope > .rb-live");
    layout.height = Number(live.dataset.height) || stored.height;
    layout.margin = { ...layout.margin, t: Math.max(layout.margin?.t ?? 0, 34) };
    layout.font.family = getComputedStyle(figure).fontFamily;
    if (TAPPED.matches) fitFinger(data, layout);
    else {
      for (const axis of [layout.xaxis, layout.yaxis]) axis.fixedrange = false;
      layout.dragmode = "zoom";
    }
    if ("rbPrint" in root.dataset) layout.width = Math.min(PAPER, plot.clientWidth);
    return Plotly.react(live, data, layout, { ...CONFIG, displayModeBar: !TAPPED.matches });
  }

  /* Where there is an explorer for it, a tap on a bar, a point or a cell sets it to what is tapped. */
  function letSet(figure, live) {
    const stored = JSON.parse(figure.querySelector("script.rb-data").textContent);
    const sets = stored.layout.meta?.sets;
    const explorer = sets && document.getElementById(sets.explorer);
    if (!explorer) return;
    const note = figure.querySelector("[data-failed]");
    note.textContent = "Tap a value: the explorer is set to it.";
    note.hidden = false;
    live.on("plotly_click", ({ points: [point] }) => {
      let { x, y } = point;
      if (live.hasAttribute("data-lies")) [x, y] = [y, x];
      const tapped = { x, y, name: point.data.name };
      const key = (said) => (typeof said === "string"
        ? said.replace(/\{(\w+)\}/g, (_, part) => tapped[part])
        : said[Object.values(tapped).find((value) => value in said)]);
      const detail = Object.entries(sets.controls).map(([control, said]) => [control, key(said)]);
      explorer.dispatchEvent(new CustomEvent("rulebook:set", { detail: Object.fromEntries(detail) }));
    });
  }

  async function draw(figure) {
    const plot = plotOf(figure);
    if (plot.querySelector(":scope > .rb-live")) return;
    const live = element("div", { className: "rb-live" });
    const still = stillIn(plot);
    if (still) {
      live.dataset.height = Math.round(still.getBoundingClientRect().height);
      live.toggleAttribute("data-lies", still.querySelector("svg").hasAttribute("data-lies"));
    }
    plot.append(live);
    try {
      if (!window.Plotly) await load("plotly.min.js");
      figure.dataset.drawn = "";
      await render(window.Plotly, figure);
      plot.removeAttribute("role");
      letSet(figure, live);
      drawn.add(figure);
      plot.dispatchEvent(new CustomEvent("rulebook:drawn", { bubbles: true }));
    } catch {
      live.remove();
      delete figure.dataset.drawn;
      const note = figure.querySelector("[data-failed]");
      note.textContent = note.dataset.failed;
      note.hidden = false;
      figure.querySelector("details").open = true;
    }
    figure.querySelector(".rb-touch")?.remove();
  }

  function redraw() {
    if (!window.Plotly) return;
    for (const figure of drawn) {
      if (figure.isConnected) render(window.Plotly, figure);
      else drawn.delete(figure);
    }
  }

  /* Paper is white: what has been made interactive is drawn in light colours. */
  function print(on) {
    root.toggleAttribute("data-rb-print", on);
    redraw();
  }

  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) { seen.unobserve(target); draw(target); }
    }
  }, { rootMargin: "300px" });

  enliven("figure.rb-picture", (figure) => {
    const ask = figure.querySelector(".rb-touch");
    if (!ask) { seen.observe(figure); return; }
    ask.addEventListener("click", () => { ask.disabled = true; draw(figure); });
    plotOf(figure).addEventListener("click", (event) => {
      if (!event.target.closest("a")) ask.click();
    });
  });

  new MutationObserver(redraw).observe(root, { attributeFilter: ["data-theme"] });
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  // A picture that has no SVG and has not been seen yet is printed as its table.
  openOnPaper("figure.rb-picture:not([data-drawn], :has(.rb-plot > *)) details");
})();
