/* Whether what may be done is on the screen, and what a tap was worth is above it. */
(root) => {
    const box = (each) => each.getBoundingClientRect();
    const reach = box(root.querySelector(".rb-learn-reach"));
    const bars = [...root.querySelectorAll(".rb-learn-worth:not([hidden])")].map(box);
    return reach.bottom <= innerHeight + 1
        && bars.every(({ top, bottom }) => top >= 0 && bottom <= reach.top);
}
