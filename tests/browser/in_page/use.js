/* Opens, chooses and presses all that there is. */
() => {
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    for (const input of document.querySelectorAll("[data-control]")) {
        if (input.type === "radio") input.checked = true;
        else if (input.type === "range") input.value = input.max;
        else input.selectedIndex = input.options.length - 1;
        input.dispatchEvent(new Event("change", {bubbles: true}));
    }
    const pressed = document.querySelectorAll(".rb-quiz button, .rb-learn-choice");
    const copied = document.querySelectorAll(".rb-copy, .copybtn");
    for (const button of [...pressed, ...[...copied].slice(0, 9)])
        if (button.isConnected) button.click();
}
