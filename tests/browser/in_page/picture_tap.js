/* Taps a value of a picture. */
([name, x, y]) => {
    const figure = [...document.querySelectorAll("figure.rb-picture")]
        .find((each) => each.textContent.includes(name));
    figure.querySelector(".rb-live").emit("plotly_click", { points: [{ x, y, data: {} }] });
}
