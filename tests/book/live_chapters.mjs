/* Runs cells in the Python of the live page: node live_chapters.mjs FOLDER-OF-THE-PARTS
   A line of stdin: the cells of a chapter, each with the codes to try in its place. A line of stdout: what failed. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const parts = process.argv[2];
const { loadPyodide } = await import(pathToFileURL(`${parts}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${parts}/pyodide/` });
await python.loadPackage(["numpy", "scipy"], { messageCallback() {} });
python.unpackArchive(new Uint8Array(readFileSync(`${parts}/python.zip`)), "zip", { extractDir: "/live" });
python.runPython("import sys; sys.path.insert(0, '/live')");
const kernel = python.pyimport("rulebook_live.kernel");
const errorsOf = (code, name, changed) =>
  JSON.parse(kernel.run(code, name, false, changed)).map((each) => `${name}: ${each.plain}`);

for await (const line of createInterface({ input: process.stdin })) {
  kernel.start();
  const failed = JSON.parse(line).flatMap(([code, tries], at) => [
    ...tries.flatMap((tried) => errorsOf(tried, `cell ${at + 1}, tried`, true)),
    ...errorsOf(code, `cell ${at + 1}`, false),
  ]);
  console.log(JSON.stringify(failed));
}
