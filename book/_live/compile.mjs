/* Run by Node when the book is built: compiles what Python loads when a page is made live, and of numpy
   and scipy what the chapters import.
   node compile.mjs FOLDER-OF-THE-PARTS FOLDER-FOR-THE-ARCHIVES */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [parts, target] = process.argv.slice(2).map((each) => resolve(each));
const { loadPyodide } = await import(pathToFileURL(`${parts}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${parts}/pyodide/` });
const wheels = readdirSync(`${parts}/pyodide`).filter((each) => each.endsWith(".whl"));
const names = ["python.zip", ...wheels.map((each) => `pyodide/${each}`)];
python.FS.mkdirTree("/old/pyodide");
python.FS.mkdirTree("/new/pyodide");
for (const name of names) python.FS.writeFile(`/old/${name}`, readFileSync(`${parts}/${name}`));
python.unpackArchive(python.FS.readFile("/old/python.zip"), "zip", { extractDir: "/live" });
if (wheels.length) await python.loadPackage(["numpy", "scipy"], { messageCallback() {} });
python.globals.set("wheels", python.toPy(wheels));
python.runPython(`
import os, shutil, sys, zipfile

sys.path.insert(0, "/live")
from rulebook_live import kernel, precompile

stdlib = next(each for each in sys.path if each.endswith(".zip"))
kernel.start()
import rules_lib.in_die_tiefen.page, rules_lib.paper_tigers.page, rules_lib.triumph_and_glory.page
import rules_lib.notebook.adjudicator, rules_lib.notebook.page_answers
if wheels:
    import numpy, numpy.linalg, scipy.signal
precompile.instead(stdlib, "/new/pyodide/python_stdlib.zip", precompile.loaded(f"{stdlib}/"), f"{stdlib}/")
shutil.copyfile("/old/python.zip", "/new/python.zip")
ours = [each for each in zipfile.ZipFile("/new/python.zip").namelist() if each.endswith(".py")]
precompile.beside("/new/python.zip", ours, "/live/")
site = os.path.dirname(os.path.dirname(numpy.__file__)) + "/" if wheels else ""
for each in wheels:
    shutil.copyfile(f"/old/pyodide/{each}", f"/new/pyodide/{each}")
    precompile.beside(f"/new/pyodide/{each}", precompile.loaded(site), site, zipfile.ZIP_DEFLATED)
`);
mkdirSync(`${target}/pyodide`);
for (const name of [...names, "pyodide/python_stdlib.zip"]) writeFileSync(`${target}/${name}`, python.FS.readFile(`/new/${name}`));
