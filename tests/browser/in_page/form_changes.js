/* The lines of a form as it comes, with each of its fields changed, and without dice. */
(root) => {
    const form = root.querySelector("form"), said = [];
    const tell = () => {
        form.dispatchEvent(new Event("input", { bubbles: true }));
        said.push([...root.querySelectorAll("[data-shown]")].map((each) => each.textContent));
    };
    tell();
    for (const control of [...form.elements].filter((each) => each.name)) {
        if (control.type === "checkbox") {
            control.checked = !control.checked; tell(); control.checked = !control.checked;
        } else if (control.tagName === "SELECT") {
            const before = control.selectedIndex;
            for (let at = 0; at < control.options.length; at++) {
                control.selectedIndex = at;
                tell();
            }
            control.selectedIndex = before;
        } else {
            const before = control.value;
            for (const value of ["", "4", "11", ..."one" in control.dataset ? ["1"] : []]) { control.value = value; tell(); }
            control.value = before;
        }
    }
    const readings = [...form.querySelectorAll("select[data-set]")], sets = new Set();
    for (const each of readings) {  // one of each set at once
        if (sets.has(each.dataset.set)) continue;
        sets.add(each.dataset.set);
        each.selectedIndex = each.options.length - 1;
    }
    tell();
    for (const each of readings) each.selectedIndex = 0;
    const dice = ".rb-dice-row input, [data-faces], [name=movement-roll], [name=charge-roll]";
    for (const field of form.querySelectorAll(dice)) field.value = "";
    tell();
    return said;
}
