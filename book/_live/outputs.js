/* What a cell shows, drawn into the page. */
const { element } = window.rulebookPage;
const WIDGET = "application/vnd.jupyter.widget-view+json";
const BEHIND = "What Python says";

export const errorOf = (outputs) => outputs.find((each) => each.output_type === "error");

export async function draw({ output_type: type, data, text, plain, evalue, traceback }, place, widgets) {
  if (type === "stream") {
    place.append(element("pre", { textContent: text }));
  } else if (type === "error") {
    const said = element("p", { className: "rb-alive-error", role: "alert", textContent: plain ?? evalue });
    const behind = element("details", { className: "rb-fold" },
      element("summary", { textContent: BEHIND }), element("pre", { textContent: traceback.join("\n"), tabIndex: 0 }));
    place.append(said, behind);
  } else if (data?.[WIDGET]) {
    await widgets.show(data[WIDGET].model_id, place);
  } else if (data?.["text/html"] ?? data?.["image/svg+xml"]) {
    place.classList.add("text_html");
    place.innerHTML = await window.rulebookPython.linked(data["text/html"] ?? data["image/svg+xml"]);
  } else if (data) {
    place.append(element("pre", { textContent: data["text/plain"] }));
  }
}
