# make test, make lint, make demo, make bench, make sample: one command each. Each installs
# first what it needs, into .venv, from requirements.lock (versions and hashes).

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
DEMO ?= demo-wiki
ADDRESS ?= 127.0.0.1:8000
JOBS ?= auto

# Compiled modules and tests are worth keeping, whatever the surroundings say.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install demo test fast fast-tests lint bench drill drill-long drill-model mutants sample site lock clean
.DEFAULT_GOAL := install

install: $(VENV)/.installed

# The stamp is younger than what it was installed from.
$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wiki-builder needs Python 3.11 or newer; try: make PYTHON=python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-build-isolation --no-deps -e .
	@touch $@

# A wiki over the bundled recordings: no key, no network. A folder that is a wiki already is
# used again; any other folder that holds something is refused.
demo: install
	@if [ -e "$(DEMO)/wiki.toml" ]; then echo "$(DEMO) is a wiki already; using it (a new one: make demo DEMO=another-folder)"; \
	elif [ -e "$(DEMO)" ] && [ -n "$$(ls -A "$(DEMO)")" ]; then echo "$(DEMO) is not empty and is no wiki; try: make demo DEMO=another-folder" >&2; exit 2; \
	else $(BIN)/wiki-builder demo "$(DEMO)"; fi
	@$(BIN)/wiki-builder -C "$(DEMO)" build
	@echo
	@echo "The wiki stands in $(DEMO)/ and is served at http://$(ADDRESS)/ (Ctrl-C ends)"
	@$(BIN)/python -m http.server --bind "$(firstword $(subst :, ,$(ADDRESS)))" --directory "$(DEMO)/site" "$(lastword $(subst :, ,$(ADDRESS)))" 2>/dev/null || test $$? -ge 130

test: install
	$(BIN)/python -m pytest $(TOGETHER)

# A file's tests stay together, so that what they share is made once; the long ones come early.
TOGETHER := -n $(JOBS) --dist loadfile --no-loadscope-reorder

# All that needs no browser and no processes of its own, beside the linters; what it leaves out is listed.
fast: install
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint fast-tests
fast-tests: install
	@EXAMPLES=0.25 $(BIN)/python -m pytest $(TOGETHER) --fast -q -rfE

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: install
	@$(BIN)/python -m benchmarks

# The program attacked from outside: a line for each case, expected and seen. One kind: make drill DRILL=faults
drill drill-long: install
	@$(BIN)/python -m drill $(DRILL) $(if $(findstring long,$@),--long)

# The modules that hold the promises, broken place by place: what no test sees. One: make mutants MODULE=limits
mutants: install
	@$(BIN)/python -m mutants $(MODULE)

# The program with a real model server, and the tests' fake held against it: drill/model_server.py says by which variables.
drill-model: install
	@$(BIN)/python -m drill.model_server

# The sample wiki beside the guide: what `wiki-builder demo` makes.
sample: install
	$(BIN)/python -m wiki_builder.demo.sample .

# This repository's own site: the guide and the sample wiki.
site: install
	NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/python -m mkdocs build --strict

# The locks hold versions and hashes, and name no index: all that develops the program, and of
# that what runs it, which `init` writes into a wiki for its daily workflow.
COMPILE := $(BIN)/uv pip compile pyproject.toml --extra llm --universal --python-version 3.11 \
  --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links --quiet
lock: install
	$(COMPILE) --group dev --group build -o requirements.lock
	$(COMPILE) --group build --constraints requirements.lock -o wiki_builder/scaffold/files/wiki-builder.lock

clean:
	rm -rf build dist site .pytest_cache .mypy_cache .ruff_cache
