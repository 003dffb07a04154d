/* Python in a page: its worker and its parts are loaded when somebody first asks.  One file brings all the
   parts, packed, and another numpy and scipy (rulebook_ext/live.py): a script on a disk, where a page
   may load nothing else; on a server the same bytes. */
(() => {
  "use strict";
  const { here, once, load } = window.rulebookPage;
  const live = new URL("live/", here).href;
  const onDisk = location.protocol === "file:";
  const PACKED = "packed.js";
  const [QUOTE, BACKSLASH, LINE] = [34, 92, 10];
  const LETTERS = { 110: 10, 114: 13 };  // \n and \r
  const TYPES = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
  const unpacked = new Map();

  /* Only on a page that may load it. */
  const possible = () => document.querySelector('script[src*="/live.js"], script[src*="dice.js"]') !== null;

  /* All parts by their names. */
  function parts(packed = PACKED, say = () => {}) {
    return once(unpacked, packed, () => (onDisk ? written(packed) : sent(packed, say)).then(unpack));
  }

  async function written(packed) {
    await load(`live/${packed}`, "x-user-defined");  // each letter is a byte
    const bytes = Uint8Array.from(window.rulebookPacked, (letter) => letter.charCodeAt(0));
    delete window.rulebookPacked;
    return bytes;
  }

  async function sent(packed, say) {
    const answer = await fetch(`${live}${packed}`);
    if (!answer.ok) throw new Error(`${packed} could not be read`);
    let loaded = 0;
    const counted = new TransformStream({
      transform(bytes, on) {
        loaded += bytes.length;
        say(`Loading ${packed === PACKED ? "Python" : "numpy and scipy"}, once for this page: ${(loaded / 1e6).toFixed(1)} MB…`);
        on.enqueue(bytes);
      },
    });
    const bytes = new Uint8Array(await new Response(answer.body.pipeThrough(counted)).arrayBuffer());
    let at = bytes.indexOf(QUOTE) + 1, to = 0;
    for (const end = bytes.lastIndexOf(QUOTE); at < end; at++, to++) {
      bytes[to] = bytes[at] === BACKSLASH ? LETTERS[bytes[++at]] ?? bytes[at] : bytes[at];
    }
    return bytes.subarray(0, to);
  }

  async function unpack(bytes) {
    let end = bytes.indexOf(LINE);
    const lengths = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end++)));
    return Object.fromEntries(await Promise.all(Object.entries(lengths).map(async ([name, length]) => {
      const plain = new Blob([bytes.subarray(end, end += length)]).stream().pipeThrough(new DecompressionStream("gzip"));
      const type = TYPES[name.split(".").pop()] ?? "";
      return [name, new Blob([await new Response(plain).arrayBuffer()], { type })];
    })));
  }

  /* Load it. What is returned can be ended, also while it loads. */
  function start(say) {
    const started = (async () => {
      const [all] = await Promise.all([parts(PACKED, say), load("live/kernel.js")]);
      if (started.ended) throw started.ended;
      const kernel = new window.rulebookKernel(live, all);
      started.kernel = kernel;
      kernel.onLoad = say;
      await kernel.ready;
      return kernel;
    })();
    started.end = (reason) => {
      started.ended = reason;
      started.kernel?.end(reason);
    };
    return started;
  }

  /* What explorers and forms ask, and what that prints or shows: one Python for all of a page. */
  let asking = null;
  const asked = () => asking !== null;
  async function answered(code, say) {
    asking ??= start(say);
    try {
      const outputs = await (await asking).gives(code, "asked");
      return outputs.map(({ text, data }) => text ?? data["text/html"]).join("").trim();
    } catch (error) {
      stop(error);
      throw error;
    }
  }

  function stop(reason) {
    asking?.end(reason);
    asking = null;
  }

  /* Clauses are cited as "rule:PT-M9"; the site knows the page of each. */
  async function linked(html) {
    await load("live/rules.js");
    const { rulebookRules: rules } = window;
    return html.replace(/href="rule:([^"]+)"/g, (found, id) => (rules[id] ? `href="${new URL(`../${rules[id]}`, here)}"` : found));
  }

  window.rulebookPython = { possible, parts, start, stop, asked, answered, linked };
})();
