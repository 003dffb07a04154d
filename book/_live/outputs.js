/* What a cell shows, drawn into the page. */
const { element } = window.rulebookPage;
const BEHIND = "What Python says";
const GONE = "Python has stopped meanwhile: run the cell again.";

export const errorOf = (outputs) => outputs.find((each) => each.output_type === "error");

/* Draws one output after the other, as long as nothing else is meant; returns whether it is. */
export async function draw(outputs, place, kernel, isMeant) {
  place.replaceChildren();
  for (const output of outputs) {
    const part = element("div", { className: "output" });
    await one(output, part);
    if (!isMeant()) return false;
    place.append(part);
    for (const each of part.querySelectorAll("[data-chosen]")) join(each, kernel);
  }
  return isMeant();
}

async function one({ output_type: type, data, text, plain, evalue, traceback }, place) {
  if (type === "stream") {
    place.append(element("pre", { textContent: text }));
  } else if (type === "error") {
    const said = element("p", { className: "rb-alive-error", role: "alert", textContent: plain ?? evalue });
    const behind = element("details", { className: "rb-fold" },
      element("summary", { textContent: BEHIND }), element("pre", { textContent: traceback.join("\n"), tabIndex: 0 }));
    place.append(said, behind);
  } else if (data["text/html"] ?? data["image/svg+xml"]) {
    place.classList.add("text_html");
    place.innerHTML = await window.rulebookPython.linked(data["text/html"] ?? data["image/svg+xml"]);
  } else {
    place.append(element("pre", { textContent: data["text/plain"] }));
  }
}

/* Controls that a cell shows (rulebook_live/choices.py): what is chosen Python answers. */
function join(root, kernel) {
  const place = root.querySelector(".rb-chosen");
  let turn = 0;
  async function ask() {
    const mine = ++turn;
    const inputs = [...root.querySelectorAll("[data-control]")].filter(({ type, checked }) => type !== "radio" || checked);
    const chosen = JSON.stringify(Object.fromEntries(inputs.map(({ dataset, value }) => [dataset.control, value])));
    try {
      const outputs = await kernel.run(`__chosen__(${root.dataset.chosen}, ${chosen})`, "a choice");
      await draw(outputs, place, kernel, () => mine === turn);
    } catch {
      place.textContent = GONE;
    }
  }
  root.addEventListener("change", ask);
  ask();
}
