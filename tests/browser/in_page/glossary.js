/* The words of each term of the glossary. */
() => Object.fromEntries(
    [...document.querySelectorAll("dt[id^=term-]")].map((term) => {
    const text = (each) => each.textContent.replace(/\s+/g, " ").trim();
    return [term.id, [text(term).replace(/#$/, ""),
        ...[...term.nextElementSibling.querySelectorAll("p")].map(text)]];
}))
