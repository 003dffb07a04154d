/* What the search of Sphinx leaves open.  It runs when the index is there and before anything is asked. */
(() => {
  "use strict";
  const LONGEST = 200;  // letters of a question; each word in it is compared with every word of the book

  /* A plain object also knows "constructor" and "__proto__", which stand in no page. */
  const known = { hasOwnProperty(word) { return Object.hasOwn(this, word); } };
  Object.setPrototypeOf(known, null);
  for (const words of [Search._index.terms, Search._index.titleterms]) Object.setPrototypeOf(words, known);

  const query = Search.query;
  Search.query = (asked) => query(asked.slice(0, LONGEST));
})();
