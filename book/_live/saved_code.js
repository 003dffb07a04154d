/* What the reader has changed: kept in the browser by page and by the book's code, so that a cell
   that the book has changed meanwhile is the book's again.  Where nothing can be kept, nothing is. */
const KEY = "rulebook.code";
const LONGEST = 200_000;  // letters: all that is kept

function all() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

export function kept() {
  const here = all()[location.pathname];
  return here && typeof here === "object" ? here : {};
}

/* Returns whether it is kept. */
export function keep(cells) {
  const changed = cells.filter((cell) => cell.code !== cell.original);
  const whole = all();
  delete whole[location.pathname];
  if (changed.length) whole[location.pathname] = Object.fromEntries(changed.map((cell) => [cell.original, cell.code]));
  const text = JSON.stringify(whole);
  try {
    if (text.length > LONGEST) throw new Error("too much");
    if (text === "{}") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

/* The chapter as a notebook with the reader's code: the book's own, if the page offers one. */
export async function notebook(cells) {
  // A page on a disk may not read the file beside it.
  const own = location.protocol !== "file:" && document.querySelector("a[href$='.ipynb']");
  const answer = own && await fetch(own.href).catch(() => null);
  const book = answer?.ok ? await answer.json() : plain(cells);
  const left = [...cells];
  const same = (cell, text) => cell.original.trim() === text.trim();
  for (const each of book.cells.filter(({ cell_type: type }) => type === "code")) {
    const text = [each.source].flat().join("");
    const at = left.findIndex((cell) => same(cell, text));
    if (at < 0) continue;
    const [cell] = left.splice(at, 1);
    each.source = cell.code;
    if (cell.code !== cell.original) Object.assign(each, { outputs: [], execution_count: null });
  }
  const name = location.pathname.split("/").pop().replace(/\.html$/, "") || "chapter";
  const file = new Blob([JSON.stringify(book, null, 1)], { type: "application/x-ipynb+json" });
  window.rulebookPage.save(`${name}-changed.ipynb`, file);
}

function plain(cells) {
  const code = cells.map((cell) => (
    { cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: cell.original }));
  const title = { cell_type: "markdown", metadata: {}, source: `# ${document.title}` };
  return { cells: [title, ...code], metadata: {}, nbformat: 4, nbformat_minor: 4 };
}
