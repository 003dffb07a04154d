/* What the map says after as many dice as lie in the lines that are told. */
(figure) => {
    const dice = figure.querySelectorAll(".rb-walk ol > li:not(.rb-later) svg").length;
    const stage = figure.querySelector(".rb-stages").content.children[dice];
    return stage.getAttribute("aria-label"); }
