/* Run by Node when the book is built: compiles what Python loads when a page is made live.
   node compile.mjs FOLDER-OF-THE-PARTS FOLDER-FOR-THE-ARCHIVES */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [parts, target] = process.argv.slice(2).map((each) => resolve(each));
const { loadPyodide } = await import(pathToFileURL(`${parts}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${parts}/pyodide/` });
const bundle = new Uint8Array(readFileSync(`${parts}/python.zip`));
python.FS.writeFile("/bundle.zip", bundle);
python.unpackArchive(bundle, "zip", { extractDir: "/live" });
python.runPython(`
import sys, zipfile

sys.path.insert(0, "/live")
from rulebook_live import kernel, precompile

stdlib = next(each for each in sys.path if each.endswith(".zip"))
kernel.start(lambda *message: None)
precompile.import_all("rules_lib.presentation")
names = zipfile.ZipFile("/bundle.zip").namelist()
ours = [each for each in names if each.startswith("rul") and each.endswith(".py")]
places = {each: precompile.beside(each) for each in precompile.loaded("/live/")}
places |= {each: precompile.in_cache(each) for each in ours}
precompile.write("/bundle.zip", "/bundle.new", "/live/", places, keep=("rul",))
places = {each: precompile.beside(each) for each in precompile.loaded(f"{stdlib}/")}
precompile.write(stdlib, "/stdlib.new", f"{stdlib}/", places)
`);
writeFileSync(`${target}/python.zip`, python.FS.readFile("/bundle.new"));
writeFileSync(`${target}/python_stdlib.zip`, python.FS.readFile("/stdlib.new"));
