/* What a sheet of paper of this size cuts. */
([width, height]) => [...document.querySelectorAll('.rb-quick, .rb-quick *')]
    .filter((each) => each.getClientRects().length)
    .filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < 0 || box.right > width + 1 || box.bottom > height;
    })
    .map((each) => each.outerHTML.slice(0, 80))
