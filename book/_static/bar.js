/* Stacked bars: their parts are moved to other shares, and keep their colours.
   What draws them first: rules_lib/notebook/bar.py */
(() => {
  "use strict";
  const SIZES = { 1001: 0.5, 1002: 999.5, 1003: 0 };  // in thousandths: hardly any, nearly all, no answer

  window.rulebookBar = {
    sizes: (codes) => codes.map((code) => SIZES[code] ?? code),

    draw(bar, sizes, labels) {
      const whole = sizes.reduce((sum, size) => sum + size, 0) || 1;
      let start = 0;
      bar.querySelectorAll(":scope > g").forEach((segment, i) => {
        const width = (100 * sizes[i]) / whole;
        const [box, label] = segment.children;
        box.setAttribute("x", `${start}%`);
        box.setAttribute("width", `${width}%`);
        box.setAttribute("stroke-width", width ? 2 : 0);
        label.setAttribute("x", `${start + width / 2}%`);
        label.setAttribute("visibility", width >= Number(bar.dataset.labelFrom) ? "visible" : "hidden");
        label.textContent = labels[i];
        start += width;
      });
    },
  };
})();
