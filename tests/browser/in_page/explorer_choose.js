/* Sets the controls of an explorer, and how it reads. */
(root, [setting, read]) => {
    for (const input of root.querySelectorAll("[data-control]")) {
        const key = setting[input.dataset.control];
        if (input.type === "radio" && input.value !== key) continue;
        if (input.type === "radio") input.checked = true;
        else input.value = key;
        input.dispatchEvent(new Event("change", {bubbles: true}));
    }
    for (const each of read ? root.querySelectorAll("[data-reading]") : []) {
        const options = [...each.querySelectorAll("input")];
        const wanted = read[each.dataset.reading] ?? options[0].value;
        const option = options.find(({value}) => value === wanted);
        option.checked = true;
        option.dispatchEvent(new Event("change", {bubbles: true}));
    }
}
