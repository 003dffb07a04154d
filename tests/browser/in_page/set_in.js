/* Sets a page in a font, or in its own again. */
(family) => {
    const before = document.getElementById("labels");
    if (before?.dataset.family === family) return;
    before?.remove();
    if (!family) return;
    const style = document.createElement("style");
    Object.assign(style, { id: "labels" }).dataset.family = family;
    style.textContent = `html, body, article * { font-family: "${family}" !important; }`;
    document.head.append(style);
}
