/* The icons of this book, and no others.  Font Awesome Free 6.5.2, https://fontawesome.com
   Icons: CC BY 4.0, https://fontawesome.com/license/free.  Copyright 2024 Fonticons, Inc. */
(() => {
  "use strict";
  const ICONS = {};
  const WANTED = "i.fa-solid, span.fa-solid";

  function draw(place) {
    const name = [...place.classList].map((each) => each.slice(3)).find((each) => each in ICONS);
    if (!name) return;
    const [width, height, path] = ICONS[name];
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const { name: key, value } of place.attributes) svg.setAttribute(key, value);
    svg.classList.remove("fa-solid");
    svg.classList.add("svg-inline--fa");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("aria-hidden", "true");
    const line = document.createElementNS(svg.namespaceURI, "path");
    line.setAttribute("fill", "currentColor");
    line.setAttribute("d", path);
    svg.append(line);
    place.replaceWith(svg);
  }

  const drawAll = () => document.querySelectorAll(WANTED).forEach(draw);
  drawAll();
  // The theme makes some buttons later.
  new MutationObserver(drawAll).observe(document.documentElement, { childList: true, subtree: true });
})();
