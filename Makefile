# Every target sets up what it needs in .venv. Start with `make help`.
.NOTPARALLEL:
.SUFFIXES:
.PHONY: help package home book watch test check shown explore lab bench mutation clean format-check lint types unit fast-unit deep chapters site

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
READY = $(VENV)/.ready
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
SITE = _build/html

# Chapters must find the kernel of this tree, not the user's; what pytest makes of the tests is kept.
ENV = PATH="$(CURDIR)/$(BIN):$$PATH" JUPYTER_PREFER_ENV_PATH=1 PYTHONDONTWRITEBYTECODE=

help:
	@echo "make book    build the book and say where to open it"
	@echo "make watch   the book as a draft, built anew after each change and shown (another port: make watch PORT=8001)"
	@echo "make test    everything: style, types, tests, every chapter, the book, the built pages"
	@echo "make check   the quick loop: style, types, quick tests (less than a minute once all is set up)"
	@echo "make deep    whole walks of which make test sees a sample (a quarter of an hour)"
	@echo "make shown   keep anew what programs read and what is printed; BASE=origin/main: what is shown otherwise than there"
	@echo "make explore  try other examples of the tests; what fails is kept and tried first (more: HYPOTHESIS_EXAMPLES=3000 make explore)"
	@echo "make lab     JupyterLab; every chapter as a notebook with its clauses (more options: make lab ARGS=--no-browser; your table: RULES=house-rules.toml)"
	@echo "make bench   our speed beside icepool and dyce"
	@echo "make mutation  change the engine in every place, see whether a test fails (hours; can be stopped and resumed)"
	@echo "make package  wheel and sources in dist/"
	@echo "make home    fill in where the project lives, once (REPOSITORY=https://github.com/you/yours)"
	@echo "make clean   remove what was built (keeps $(VENV))"
	@echo "Another Python: make PYTHON=python3.12 book"

# The lock names all there is, so nothing is to be resolved; most of it is never imported, so nor compiled.
$(READY): requirements.lock pyproject.toml
	@echo "== setting up $(VENV) (once; some minutes)"
	@$(PYTHON) -c 'import sys' || { echo "$(PYTHON) was not found. Install Python 3.11 or newer, or name yours: make PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(v < (3, 11) and "Python 3.11 or newer is needed; $(PYTHON) is %d.%d. Name another one: make PYTHON=/path/to/python3.12" % v[:2])'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -c 'import ensurepip' 2>/dev/null || { echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@$(PIP) --no-deps --no-compile --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

book: $(READY)
	@echo "== book: jupyter-book build . -W --keep-going"
	@rm -rf _build
	@$(ENV) jupyter-book build . -W --keep-going --quiet
	@echo "Open the book: file://$(CURDIR)/$(SITE)/index.html"

watch: $(READY)
	@$(ENV) python book/_ext/watch.py

# What the chapters give when they are checked is kept for the book (in .cache): they need not run twice.
# The book keeps one core busy, mypy the other.
test: format-check lint unit chapters
	@$(MAKE) --no-print-directory types & types=$$!; $(MAKE) --no-print-directory book && wait $$types
	@$(MAKE) --no-print-directory site
	@echo "== all stages passed"

check: format-check lint types fast-unit
	@echo "== all quick stages passed"

format-check: $(READY)
	@echo "== format: ruff format --check"
	@$(BIN)/ruff format --check .

lint: $(READY)
	@echo "== lint: ruff check"
	@$(BIN)/ruff check .

types: $(READY)
	@echo "== types: mypy (strict)"
	@$(BIN)/mypy

unit: $(READY)
	@echo "== tests: pytest tests -p no:nbval -n auto -m 'not site and not deep'"
	@$(ENV) pytest tests -p no:nbval -n auto -m 'not site and not deep'

# The machinery of the book and of its pages is left to `make test`.
QUICK = -p no:nbval -n auto -m 'not slow and not site' --ignore=tests/book --ignore=tests/browser

fast-unit: $(READY)
	@echo "== quick tests: pytest tests $(QUICK)"
	@$(ENV) HYPOTHESIS_PROFILE=quick pytest tests $(QUICK)

deep: $(READY)
	@echo "== deep tests: pytest tests -p no:nbval -n auto -m 'deep or hypothesis'"
	@$(ENV) HYPOTHESIS_PROFILE=deep pytest tests -p no:nbval -n auto -m 'deep or hypothesis'

chapters: $(READY)
	@echo "== chapters, cell by cell: pytest --nbval book -n auto --dist loadfile"
	@$(ENV) pytest --nbval book -n auto --dist loadfile

# All that looks at the built pages lies here; the pages that the tests of a file share stay in one process.
SITE_TESTS = tests/book tests/browser tests/shown -p no:nbval -n auto --dist loadfile

site: $(READY)
	@echo "== built pages: pytest $(SITE_TESTS) -m 'site and not deep'"
	@$(ENV) RULEBOOK_SITE=$(SITE) pytest $(SITE_TESTS) -m 'site and not deep' \
	    || { echo "== what failed, once more by itself: a browser is now and then late"; \
	         $(ENV) RULEBOOK_SITE=$(SITE) pytest $(SITE_TESTS) -m 'site and not deep' --last-failed --last-failed-no-failures=none; }

shown: $(READY)
	@echo "== what is shown: python -m tests.shown $(BASE) $(ARGS)"
	@$(ENV) python -m tests.shown $(BASE) $(ARGS)

explore: $(READY)
	@echo "== explore: pytest tests -p no:nbval -n auto -m hypothesis"
	@$(ENV) HYPOTHESIS_PROFILE=explore pytest tests -p no:nbval -n auto -m hypothesis $(ARGS)

lab: $(READY)
	@echo "== JupyterLab: jupyter lab book"
	@$(ENV) RULEBOOK_RULES="$(abspath $(RULES))" JUPYTER_CONFIG_PATH="$(CURDIR)/book/_lab" jupyter lab book $(ARGS)

bench: $(READY)
	@echo "== bench: python -m benchmarks"
	@$(ENV) python -m benchmarks

mutation: $(READY)
	@echo "== mutation: python -m mutation --write"
	@$(BIN)/python -m mutation --write $(ARGS)

# From the commit's date: the same commit makes the same files.
package: $(READY)
	@echo "== package: python -m build --no-isolation"
	@rm -rf dist
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --no-isolation
	@ls -l dist

# Once, when the project gets its public place.
home:
	@test -n "$(REPOSITORY)" || { echo "Say where: make home REPOSITORY=https://github.com/you/yours"; exit 1; }
	@for each in $$(grep -rIlF '$(UNKNOWN)' $(HOME_FILES)); do \
	    sed 's|$(UNKNOWN)|$(REPOSITORY)|g; /^<!-- badges$$/d; /^badges -->$$/d' $$each > $$each.new && mv $$each.new $$each; \
	done
	@echo "The project lives at $(REPOSITORY). Look at it with: git diff"

UNKNOWN = https://github.com/OWNER/REPOSITORY
HOME_FILES = pyproject.toml CITATION.cff README.md .github

clean:
	rm -rf _build _screenshots .mutation build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name $(VENV) -prune -o \( -name __pycache__ -o -name .ipynb_checkpoints \) -type d -print | xargs rm -rf
