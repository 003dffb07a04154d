/* Clauses are cited as "rule:PT-M9"; the site knows the page of each. */
export function linked(html, rules, base) {
  const site = new URL("../../", base).href;
  return html.replace(/href="rule:([^"]+)"/g, (found, id) =>
    (rules[id] ? `href="${site}${rules[id]}"` : found));
}
