/* What a form holds, and its Python. */
(root) => {
    const entries = [...root.querySelector("form").elements].filter((each) => each.name)
        .map((each) => [each.name,
            each.type === "checkbox" ? String(Number(each.checked)) : each.value]);
    return [entries, root.querySelector('[data-shown="python"]').textContent];
}
