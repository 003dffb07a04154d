/* Puts into a page what is to be found there: barriers in the last line, and words that are cut. */
() => {
    const last = [...document.querySelectorAll("article table td")].at(-1);
    const pale = "<b style='color: #ddd; background: #fff'>pale</b>";
    last.insertAdjacentHTML("beforeend", `<button></button>${pale}<img src="">`);
    document.querySelector("article").insertAdjacentHTML("afterbegin", `
        <svg width="60" height="40" viewBox="0 0 60 40">
            <text x="5" y="15">far too long for it</text><text x="5" y="18">over</text></svg>
        <svg width="90" height="40" viewBox="0 0 90 40">
            <rect x="25" width="40" height="20"/>
            <text x="45" y="15" text-anchor="middle">too wide</text></svg>
        <select style="width: 60px"><option>nothing special</option></select>`);
}
