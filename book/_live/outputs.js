/* What a cell shows, drawn into the page. */
import { linked } from "./links.js";

const WIDGET = "application/vnd.jupyter.widget-view+json";
const BEHIND = "What Python says";

export const errorOf = (outputs) => outputs.find((each) => each.output_type === "error");

export function element(tag, values = {}, ...children) {
  const made = Object.assign(document.createElement(tag), values);
  made.append(...children);
  return made;
}

export async function draw({ output_type: type, data, text, plain, evalue, traceback }, place, { widgets, rules, base }) {
  if (type === "stream") {
    place.append(element("pre", { textContent: text }));
  } else if (type === "error") {
    const said = element("p", { className: "rb-alive-error", textContent: plain ?? evalue });
    said.setAttribute("role", "alert");
    const behind = element("details", { className: "rb-fold" },
      element("summary", { textContent: BEHIND }), element("pre", { textContent: traceback.join("\n"), tabIndex: 0 }));
    place.append(said, behind);
  } else if (data?.[WIDGET]) {
    await widgets.show(data[WIDGET].model_id, place);
  } else if (data?.["text/html"] ?? data?.["image/svg+xml"]) {
    place.classList.add("text_html");
    place.innerHTML = linked(data["text/html"] ?? data["image/svg+xml"], rules, base);
  } else if (data) {
    place.append(element("pre", { textContent: data["text/plain"] }));
  }
}
