/* What the scripts of a page share: where they lie, how one brings in another, when the page is there. */
window.rulebookPage = (() => {
  "use strict";
  const here = document.currentScript?.src
    ?? document.querySelector('script[src*="book."]')?.src ?? location.href;
  const loading = new Map();

  /* A script that lies beside these, loaded once; one that did not come can be asked for again. */
  function load(name, charset = "") {
    if (!loading.has(name)) {
      loading.set(name, new Promise((resolve, reject) => {
        const script = element("script", { src: new URL(name, here).href, charset, onload: resolve });
        script.onerror = () => {
          loading.delete(name);
          reject(new Error(`${name.split("/").pop()} could not be read`));
        };
        document.head.append(script);
      }));
    }
    return loading.get(name);
  }

  function ready(act) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", act);
    else act();
  }

  function element(tag, values = {}, ...inside) {
    const made = Object.assign(document.createElement(tag), values);
    made.append(...inside);
    return made;
  }

  /* Whether the browser lets a page copy. */
  const copied = (text) => (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(() => true, () => false);

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

  return { here, load, ready, element, copied, openOnPaper };
})();
