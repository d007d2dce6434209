# The two commands a new user needs are `make demo` and `make test`; each prepares its own virtual environment.

PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
PIP_INSTALL = $(BIN)/python -m pip install --quiet -c constraints.txt

# A stamp is newer than its inputs exactly when the environment is up to date.
RUN = $(VENV)/.stamp-run
DEV = $(VENV)/.stamp-dev

.PHONY: help demo test thorough check format generate prove mutants bench docs dist clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: $(RUN) ## Solve a four-player Zsíros position
	$(BIN)/aceten solve "zsiros/4 hands=AAO7,TT97,KK87,AOU7 lead=0"

test: $(DEV) ## Run every test except the benchmarks
	$(BIN)/pytest -n auto --dist loadgroup --ignore=tests/benchmarks

thorough: $(DEV) ## Run the tests with everything of which make test takes a slice
	ACETEN_THOROUGH=1 $(BIN)/pytest -n auto --dist loadgroup --ignore=tests/benchmarks

check: $(DEV) ## Check format, lint, types and the direction of imports
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/lint-imports

format: $(DEV) ## Format, and mend what the linter can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

generate: $(DEV) ## Write the schemas and vectors that are checked in
	$(BIN)/python tools/generate.py

prove: $(RUN) ## Prove every theorem about every game, by z3 and by cvc5
	$(BIN)/aceten prove

mutants: $(RUN) ## Hunt mutants of every proved function, to show that proofs find wrong code (half an hour)
	$(BIN)/aceten prove --mutants

bench: $(DEV) ## Measure the benchmarks
	$(BIN)/pytest tests/benchmarks --benchmark-enable --benchmark-only

docs: $(DEV) ## Build the site into docs/_build/html
	$(BIN)/sphinx-build -W -n docs docs/_build/html

dist: $(DEV) ## Build the source distribution and the wheel into dist/
	$(BIN)/python -m build

clean: ## Remove everything that make has made
	rm -rf $(VENV) dist docs/_build .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find apps reference solver spec tests -name __pycache__ -prune -exec rm -rf {} +

# pip comes last when an environment is made, so its presence shows that the making was not cut short.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "aceten needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version 2>&1`." >&2; \
		echo "Name a newer one, for example: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml constraints.txt | $(BIN)/pip
	$(PIP_INSTALL) -e ".[proofs]"
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/pip
	$(PIP_INSTALL) -e ".[dev]"
	@touch $(RUN) $@
