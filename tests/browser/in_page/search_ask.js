/* Types one question after the other: what is said of each, and the links. */
(asked) => {
    const field = document.querySelector(".bd-search-container input[name=q]");
    const found = [];
    for (const question of asked) {
        field.value = question;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        const box = field.closest(".bd-search-container");
        const links = [...box.querySelectorAll(".rb-search-list a")].map((link) => link.href);
        found.push([box.querySelector("[role=status]").textContent, links]);
    }
    return found;
}
