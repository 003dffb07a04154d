/* Presses the switch of light and dark three times: what the page was and became. */
() => {
    const seen = [document.documentElement.dataset.mode];
    for (let i = 0; i < 3; i++) {
        document.querySelector("button.theme-switch-button").click();
        seen.push(document.documentElement.dataset.mode);
    }
    return seen;
}
