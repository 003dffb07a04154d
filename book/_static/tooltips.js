/* A number that is cited, or a term, shows what it says, in place: at a tap, at Enter, or where a mouse rests
   on it. What all of them say is fetched when the first one is asked.  Without this script they are links. */
(() => {
  "use strict";
  const { load, element } = window.rulebookPage;
  const ID = /#((?:PT|IDT|TG|R|E)-[\w.]+|term-[\w-]+)$/;
  const REST = 450;  // milliseconds that a mouse rests before it means it
  let box, owner, shut, timer, title;

  const idOf = (link) => ID.exec(link.getAttribute("href") ?? "")?.[1];
  const cited = (target) => {
    const link = target.closest?.("article.bd-article a[href*='#']");
    return link && idOf(link) && !link.closest(".rb-cited, .headerlink") ? link : null;
  };

  function made() {
    const found = element("div", { className: "rb-cited", popover: "auto", role: "dialog" });
    found.addEventListener("toggle", (event) => {
      if (event.newState !== "closed" || !owner) return;
      owner.title = title;  // while ours was shown, the browser's own note would have lain on it
      shut = owner;
      owner = null;
    });
    found.addEventListener("mouseleave", () => { if (!found.contains(document.activeElement)) found.hidePopover(); });
    document.body.append(found);
    return found;
  }

  async function show(link, focus) {
    const id = idOf(link);
    await load("wordings.js");
    const told = window.rulebookWordings[id];
    if (!told) return false;
    box ??= made();
    const [name, ...parts] = told;
    const head = element("p", { className: "rb-cited-head" });
    const term = id.startsWith("term-");
    if (!term) head.append(element("span", { textContent: id, className: "rb-box-id" }), " ");
    head.append(element("strong", { textContent: name }));
    const kinds = id.startsWith("R-") ? ["", "rb-cited-ours", "rb-basis"] : [];
    const words = parts.map((textContent, at) => element("p", { textContent, className: kinds[at] ?? "" }));
    const table = await window.rulebookHouse?.lines(id).catch(() => []) ?? [];
    words.push(...table.map((line) => element("p", { textContent: line, className: "rb-told" })));
    const where = term ? "in the glossary" : id.startsWith("R-") ? "all of it" : "in its chapter";
    const go = element("a", { textContent: where, href: link.href, onclick: () => box.hidePopover() });
    box.replaceChildren(head, ...words, element("p", { className: "rb-cited-go" }, go));
    box.ariaLabel = term ? name : `${id}: ${name}`;
    if (owner && owner !== link) owner.title = title;
    if (owner !== link) title = link.title;
    link.removeAttribute("title");
    owner = link;
    if (!box.matches(":popover-open")) box.showPopover();
    place(link);
    if (focus) go.focus({ preventScroll: true });
    return true;
  }

  function place(link) {
    const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = box;
    const left = Math.max(8, Math.min(at.left, innerWidth - wide - 8));
    const below = at.bottom + 6 + high <= innerHeight || at.top < high + 14;
    box.style.left = `${left}px`;
    box.style.top = `${below ? at.bottom + 6 : at.top - high - 6}px`;
  }

  addEventListener("click", (event) => {
    const link = cited(event.target);
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (owner === link && box?.contains(document.activeElement)) return;  // asked twice: go there
    event.preventDefault();
    clearTimeout(timer);
    show(link, true).then((shown) => { if (!shown) location.href = link.href; }, () => { location.href = link.href; });
  });

  addEventListener("mouseover", (event) => {
    const link = cited(event.target);
    if (link !== shut) shut = null;  // the mouse has left what was just closed
    if (!link || link === owner || link === shut || !matchMedia("(hover: hover)").matches) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!box?.contains(document.activeElement)) show(link, false).catch(() => {});  // who reads is not disturbed
    }, REST);
    link.addEventListener("mouseleave", () => {
      clearTimeout(timer);
      timer = setTimeout(() => { if (owner === link && !box.matches(":hover") && !box.contains(document.activeElement)) box.hidePopover(); }, REST);
    }, { once: true });
  });

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && owner) box.hidePopover();
  });

  addEventListener("scroll", () => { if (owner) { const at = owner.getBoundingClientRect(); if (at.bottom < 0 || at.top > innerHeight) box.hidePopover(); else place(owner); } }, { passive: true });
})();
