/* What the scripts of a page share, which run when it is there: where they lie, how one brings in another; elements, copies, files,
   and what a browser keeps. */
window.rulebookPage = (() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="book."]')?.src ?? location.href;
  const NOTHING = "this browser keeps nothing for this page";
  const loading = new Map();

  /* What is made once, and can be asked for again where it could not be made. */
  function once(known, name, make) {
    if (!known.has(name)) {
      known.set(name, make(name).catch((error) => {
        known.delete(name);
        throw error;
      }));
    }
    return known.get(name);
  }

  /* A script that lies beside these. */
  const load = (name, charset = "") => once(loading, name, () => new Promise((resolve, reject) => {
    const script = element("script", { src: new URL(name, here).href, charset, onload: resolve });
    script.onerror = () => reject(new Error(`${name.split("/").pop()} could not be read`));
    document.head.append(script);
  }));

  /* Bring these to life, each once: those in the page, and later those that a live page shows. */
  function enliven(selector, make) {
    const look = () => {
      for (const root of document.querySelectorAll(`${selector}:not([data-alive])`)) {
        root.dataset.alive = "";
        make(root);
      }
    };
    document.addEventListener("rulebook:shown", look);
    look();
  }

  /* Values are properties; `role` and those that begin with `aria` are attributes, too. */
  function element(tag, values = {}, ...inside) {
    const made = Object.assign(document.createElement(tag), values);
    made.append(...inside);
    return made;
  }

  const button = (textContent, onclick, values = {}) => element("button", { type: "button", textContent, onclick, ...values });

  /* Whether the browser lets a page copy. */
  const copied = (text) => (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => true, () => false);

  /* Write what is new: whoever listens to the page hears it, and nothing twice. */
  function write(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  /* Say something for a while. */
  function say(place, text, after = "") {
    place.textContent = text;
    setTimeout(() => { place.textContent = after; }, 4000);
  }

  /* Give the reader a file. */
  function save(download, blob) {
    const href = URL.createObjectURL(blob);
    element("a", { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }

  /* The address without its place in the page; and another one for the page, which some browsers refuse to those on a disk. */
  const address = () => location.href.split("#")[0];
  function readdress(other, state = history.state) {
    try { history.replaceState(state, "", other); } catch { /* only the address stays as it was */ }
  }

  /* A stacked bar, of which rules_lib/notebook/bar.py draws the first: its parts move to other shares, and keep their colours.
     As a share in thousandths stand hardly any, nearly all, and no answer. */
  const SIZES = { 1001: 0.5, 1002: 999.5, 1003: 0 };
  const sizesOf = (codes) => codes.map((code) => SIZES[code] ?? code);

  function drawBar(bar, sizes, labels) {
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
  }

  const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[^\p{L}\p{N}+]+/gu, " ").trim();

  /* A field behind a place.  `show` is told what has all the words that are typed, what is, and, later, whether it still is;
     it says what was found, perhaps later.  What is returned finds anew. */
  function finder(place, label, show) {
    const status = element("span", { role: "status" });
    const input = element("input", { type: "search", autocomplete: "off", maxLength: 80 });
    async function find() {
      const typed = input.value;
      const words = plain(typed).split(" ").filter((word) => word.length > 1);
      const isAsked = () => typed === input.value;
      const found = await show((it) => words.every((word) => plain(it.textContent).includes(word)), words.length ? typed : "", isAsked);
      if (isAsked()) status.textContent = words.length ? found : "";
    }
    input.addEventListener("input", find);
    place.after(element("p", { className: "rb-find" }, element("label", {}, label, " ", input), " ", status));
    return find;
  }

  /* What a browser keeps, of the theme, too (the build has its scripts ask here): where one refuses to keep anything, or has no
     room left, all works until the page is left. An empty text is none. */
  const forgiving = (name) => {
    const here = new Map();
    return {
      fault: "",
      getItem(key) {
        if (here.has(key)) return here.get(key);
        try { return window[name].getItem(key); } catch { this.fault = NOTHING; return null; }
      },
      /* Returns why it is not kept, if it is not. */
      setItem(key, value) {
        here.delete(key);
        try {
          if (value === "") window[name].removeItem(key);
          else window[name].setItem(key, value);
          return "";
        } catch (error) {
          here.set(key, String(value));
          return error?.name === "QuotaExceededError" ? "the memory of this browser is full" : NOTHING;
        }
      },
    };
  };

  /* On paper these folds are open; afterwards they are as they were. */
  function openOnPaper(folds) {
    const shut = [];
    addEventListener("beforeprint", () => {
      shut.push(...document.querySelectorAll(`:is(${folds}):not([open])`));
      for (const fold of shut) fold.open = true;
    });
    addEventListener("afterprint", () => {
      for (const fold of shut.splice(0)) fold.open = false;
    });
  }

  const still = matchMedia("(prefers-reduced-motion: reduce)");

  return {
    here, once, load, enliven, element, button, copied, write, say, save, address, readdress, finder, openOnPaper, sizesOf, drawBar, still,
    local: forgiving("localStorage"), session: forgiving("sessionStorage"),
  };
})();
