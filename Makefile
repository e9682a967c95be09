# Everything a contributor needs. `make help` lists the targets.
# A fresh machine needs make and python3 (3.11 or newer) with venv, nothing else.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play test lint types format soak oracles soak-server bench bench-table bench-lab ladder gallery docs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

setup: $(STAMP) ## create .venv and install bocage in it, with the tools for working on it

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "bocage needs Python 3.11 or newer: try make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null \
		|| { echo "$(PYTHON) lacks venv: on Debian or Ubuntu run  apt install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@echo "Installing bocage and its tools in $(VENV) ..."
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@

play: setup ## open the table: prints one address, and opens the browser where there is one
	@$(BIN)/bocage serve --open

test: setup ## run the tests (ARGS="tests/kernel -k zones" for some of them)
	@$(BIN)/python -m pytest --quiet --numprocesses auto --dist worksteal $(ARGS)

lint: setup ## style, format, types, dead code and generated pages
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m vulture
	@$(BIN)/python -m bocage.tools.docs --check
	@$(BIN)/python -m bocage.tools.wire_types --check
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory types; \
		else echo "no npm here: the browser's scripts are not checked (on Debian: apt-get install nodejs npm)"; fi

node_modules/.package-lock.json: package.json
	@npm install --silent --no-audit --no-fund --no-package-lock

types: node_modules/.package-lock.json ## check the browser's scripts against the types of the wire
	@npx tsc --project tsconfig.json

format: setup ## let ruff fix style and format
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

soak: setup ## many random games, each checked all the way; thousands of questions put to the engine and to the oracles
	@$(BIN)/python -m bocage.tools.soak $(ARGS)
	@$(MAKE) --no-print-directory oracles
	@$(BIN)/python -m pytest --quiet tests/browser/whole_omaha.py tests/browser/whole_summer.py

oracles: setup ## engine and second readings of the rulebooks side by side: positions, sequences of orders, previews
	@$(BIN)/python -m tests.oracles.compare --least 5000
	@$(BIN)/python -m tests.oracles.seams --least 5000
	@$(BIN)/python -m tests.oracles.compare44 --each 5000
	@$(BIN)/python -m tests.oracles.seams44 --games 40
	@$(BIN)/python -m tests.oracles.compare_bradley --each 2000
	@$(BIN)/python -m tests.oracles.previews --each 500

soak-server: setup ## a hundred games on a server that is killed twenty times, the same behind nginx, and a fuzz
	@$(BIN)/python -m bocage.tools.soak_server $(ARGS)
	@$(BIN)/python -m bocage.tools.soak_server --proxy $(ARGS)
	@$(BIN)/python -m bocage.tools.fuzz_server

bench: setup ## the speed table
	@$(BIN)/bocage bench $(ARGS)

bench-table: setup ## the speed of the table in the browser, beside its bars
	@$(BIN)/python -m bocage.tools.table_speed $(ARGS)
	@$(BIN)/python -m bocage.tools.table_gestures

ladder: setup ## remake the table of docs/ladder.md (ARGS="--game tinybeach --games 40 --again")
	@$(BIN)/python -m bocage.arena.ladder $(ARGS)

bench-lab: setup ## games a minute with one process and with two, beside the bar
	@$(BIN)/python -m bocage.tools.lab_speed $(ARGS)

gallery: setup ## take the screenshots of docs/gallery anew
	@$(BIN)/python -m bocage.tools.gallery $(ARGS)

docs: setup ## write docs/rules/ from the rulebooks
	@$(BIN)/python -m bocage.tools.docs

clean: ## remove everything that make can make again
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
