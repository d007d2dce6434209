# The two commands a new user needs are `make demo` and `make test`; each prepares its own virtual environment.

PYTHON ?= python3
# Compiled modules are kept: the tests start many programs, each of which would compile the packages again.
unexport PYTHONDONTWRITEBYTECODE
VENV = .venv
BIN = $(VENV)/bin
PIP_INSTALL = $(BIN)/python -m pip install --quiet
# Only files whose hashes stand in requirements/ are installed, and nothing of theirs is run meanwhile, as all are wheels.
HASHED = $(PIP_INSTALL) --require-hashes
LOCKED = $(HASHED) --only-binary :all: -r

# A stamp is newer than its inputs exactly when the environment is up to date.
RUN = $(VENV)/.stamp-run
DEV = $(VENV)/.stamp-dev
PACKAGES = $(VENV)/.stamp-packages
BENCH = $(VENV)/.stamp-bench

# Installing compiles the catalogs of languages, and builds the native core, where there is a cargo.
CORE = hatch_build.py solver/aceten_solver/native/manifest.txt $(wildcard spec/aceten_spec/locale/*/LC_MESSAGES/*.po) $(shell find solver/rust -name target -prune -o -type f -print)
CARGO := $(if $(filter off,$(ACETEN_NATIVE)),,$(shell command -v cargo 2>/dev/null))
ifdef CARGO
IN_RUST = cd solver/rust && cargo
else
IN_RUST = @echo "The native core is not built here. Left out: cargo"
endif

# How long a test may take that looks at everything, in seconds.
LONG = --timeout 7200

# Pages are looked at in a browser by tests; one that is not there leaves those tests out.
BROWSER = chromium

# Proofs for all sizes, with the program that is made of them, need Coq and the compiler of OCaml.
COQ = coqc

# A compiler that has the sources of its library, by which it is built for a browser; unpacked, and not installed.
RUST_WEB = rustc-web libstd-rust-web-1.96 libstd-rust-web-dev rust-web-src libllvm22

.PHONY: help demo test browser thorough verify-core compare attack check format messages generate figures prove mutants rocq-tools rocq bench man docs web web-tools release lock dist clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile
	@echo "One test, one proof, one mistake: see CONTRIBUTING.md."

demo: $(RUN) ## Solve a four-player Zsíros position
	$(BIN)/aceten solve "zsiros/4 hands=AhAcOd7s,ThTc9d7h,KcKd8s7c,AsOhUd7d points=10,20 tricks=2,2"

test: $(DEV) ## Run every test but the benchmarks, those of frameworks and those of the built site, with a slice of what takes long
	$(MAKE) --no-print-directory --jobs 2 test-core test-rest

# The first needs one processor, and the other one does not need all at first.
.PHONY: test-core test-rest

test-core:
	$(IN_RUST) test --frozen --quiet

test-rest:
	$(BIN)/pytest -n auto -m "not built" --ignore=tests/benchmarks --ignore=tests/frameworks

browser: ## Install the browser in which the tests look at the site, where apt can
	@command -v $(BROWSER) >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends $(BROWSER); } || \
		echo "No $(BROWSER) was installed: the tests of the site in a browser are left out."

thorough: $(DEV) web ## Run the tests with everything of which make test takes a slice
	$(IN_RUST) test --frozen --quiet
	ACETEN_THOROUGH=1 $(BIN)/pytest $(LONG) -n auto -m "not built" --ignore=tests/benchmarks
	ACETEN_THOROUGH=1 $(MAKE) --no-print-directory docs

verify-core: $(DEV) ## Compare the native core with the Python search, at length
	ACETEN_THOROUGH=1 $(BIN)/pytest $(LONG) tests/core -n auto

compare: $(BENCH) ## Hold equilibria against those of OpenSpiel and the best responses that it finds, and our games there against its own tests
	ACETEN_THOROUGH=1 $(BIN)/pytest $(LONG) -n auto tests/unit/hidden/test_equilibria_of_openspiel.py tests/frameworks/test_openspiel.py

attack: $(DEV) ## Give all that reads what others have written ten million damaged inputs, attack the native core, verify liars, and kill what writes files (some hours; goes on where it was ended)
	$(HASHED) -r requirements/attack.txt
	PYTHONPATH=tests $(BIN)/python -m attack
	PYTHONPATH=tests $(BIN)/python -m attack.liars
	PYTHONPATH=tests $(BIN)/python -m attack.kills

check: ## Check format, lint, types (those of the board's page where npm and node are), the direction of imports, that the native core is built, and that frameworks' own tests of our games pass
	$(MAKE) --no-print-directory --jobs 2 check-basedpyright check-rest

# The two halves of it, of which each keeps one processor busy. The first needs no core.
.PHONY: check-basedpyright check-rest

check-basedpyright: $(PACKAGES)
	$(BIN)/basedpyright

check-rest: $(DEV)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.page
	$(IN_RUST) fmt --check
	$(IN_RUST) clippy --frozen --quiet --all-targets -- --deny warnings
ifdef CARGO
	@env -u ACETEN_BACKEND $(BIN)/python -c 'import sys; from aceten_solver import backend; \
		backend == "native" or sys.exit("There is a cargo, but no native core; make clean, and begin again.")'
endif
	$(BIN)/pytest -rs -n auto tests/frameworks

format: $(DEV) ## Format, and mend what the linter can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(IN_RUST) fmt

messages: $(DEV) ## Write what is said into the catalogs of languages, and compile them
	$(BIN)/python -m tools.messages

generate: $(DEV) ## Write the schemas, vectors, tables, output of commands and certificates that are checked in
	$(BIN)/python -m tools.generate
	$(BIN)/python -m tools.page.body_types
	$(BIN)/python -m tools.rocq_rulebooks
	$(BIN)/python -m tools.page_tables
	$(BIN)/python -m tools.written_table
	$(BIN)/python -m tools.page_walks
	$(BIN)/python -m tools.page_certificates
	$(BIN)/python -m tools.examples

figures: $(DEV) ## Build complete tables anew, write what they show and how many endings are puzzles, and take the board's picture (half an hour)
	$(BIN)/python -m tools.board_picture
	$(BIN)/python -m tools.hand_figures
	$(BIN)/python -m tools.endgame_figures

prove: $(DEV) ## Prove every theorem about every game, by z3 and by cvc5, and write down when that was (about ten minutes)
	$(BIN)/aceten prove --again --json | $(BIN)/python -m tools.last_proof

mutants: $(RUN) ## Hunt mutants of every proved function and formula, to show that proofs find wrong code, then those that are wrong only in a corner (some hours; the latter go on where they were ended)
	$(BIN)/aceten prove --mutants
	$(BIN)/python -m tools.mutants.corner_hunt

rocq-tools: ## Install Coq and OCaml, in which the rules are proved for all sizes, where apt can (1 GB)
	@command -v $(COQ) >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends coq ocaml-nox; } || \
		echo "No $(COQ) was installed: make rocq is left out."

rocq: ## Prove the rules for all sizes in Coq, and build the program that it writes
	@if command -v $(COQ) >/dev/null && command -v ocamlopt >/dev/null; then $(MAKE) --no-print-directory -C spec/rocq; \
		else echo "Coq or OCaml is missing, and nothing was proved: make rocq-tools installs both."; fi

bench: $(BENCH) ## Measure the benchmarks, the native core against other programs, how long deals take, and how large certificates are
	ACETEN_BACKEND=python $(BIN)/pytest $(LONG) tests/benchmarks --benchmark-enable --benchmark-only
	PYTHONPATH=tests $(BIN)/python -m benchmarks.playouts
	PYTHONPATH=tests $(BIN)/python -m benchmarks.batches
	PYTHONPATH=tests $(BIN)/python -m benchmarks.regrets
	PYTHONPATH=tests $(BIN)/python -m benchmarks.core
	PYTHONPATH=tests $(BIN)/python -m benchmarks.conformance
	PYTHONPATH=tests $(BIN)/python -m benchmarks.surveys
	PYTHONPATH=tests $(BIN)/python -m benchmarks.hidden
	PYTHONPATH=tests $(BIN)/python -m benchmarks.board
	PYTHONPATH=tests $(BIN)/python -m benchmarks.web
	$(BIN)/python -m tools.deal_times
	$(BIN)/python -m tools.certificate_sizes --deals 3

man: $(DEV) ## Write the manual page of the program, docs/_build/man/aceten.1, from the page of the site about the command line
	$(BIN)/python -m sphinx -Q -d docs/_build/man/doctrees -D include_patterns=command_line.rst -D root_doc=command_line -b man docs docs/_build/man

docs: $(DEV) ## Build the site into docs/_build/html, and look at every page of it
	$(BIN)/python tools/site.py
	$(BIN)/pytest -n auto --dist loadfile tests/site -m built

web: $(DEV) ## Write the board as a static folder, dist/web, that needs no server of its own, where npm and pip can fetch its parts
	$(BIN)/python -m tools.web

web-tools: ## Put a compiler of Rust with the sources of its library into .web/rust, by which make web builds the core, where apt can (1 GB)
	@mkdir -p .web/rust .web/debs && cd .web/debs && { command -v apt-get >/dev/null && apt-get update -q >/dev/null && apt-get download -q $(RUST_WEB) && \
		for file in *.deb; do dpkg -x $$file ../rust; done; } || echo "No compiler was put into .web/rust: make web leaves the core out, or takes the one that is here."

release: $(DEV) ## Build what a release has into dist/, twice and with equal bytes, and try it with every Python that is here
	$(LOCKED) requirements/release.txt
	$(BIN)/python tools/release.py

lock: $(DEV) ## Write the versions and the hashes of what is installed for development; to renew them, empty constraints.txt first
	$(LOCKED) requirements/release.txt
	$(BIN)/python tools/lock.py

dist: $(DEV) ## Build the source distribution and the wheel into dist/
	$(BIN)/python -m build --no-isolation

clean: ## Remove everything that make has made
	rm -rf $(VENV) .web solver/rust/target solver/aceten_solver/*aceten_core.* spec/aceten_spec/locale/*/LC_MESSAGES/*.mo dist docs/_build .benchmarks .hypothesis .import_linter_cache .mutants .mypy_cache .pytest_cache .ruff_cache
	@$(MAKE) --no-print-directory -C spec/rocq clean
	find apps reference solver spec tests tools -name __pycache__ -prune -exec rm -rf {} +

# pip comes last when an environment is made, so its presence shows that the making was not cut short.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "aceten needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version 2>&1`." >&2; \
		echo "Name a newer one, for example: make $(MAKECMDGOALS) PYTHON=python3.11" >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)

# The core is built while packages are installed; what goes wrong with it is said where it is put into the package.
define packages
	$(if $(CARGO),@$(IN_RUST) build --frozen --release --quiet >/dev/null 2>&1 &)
	$(LOCKED) requirements/pip.txt
	$(LOCKED) requirements/$(1).txt $(2)
endef

define install
	$(PIP_INSTALL) --no-index --no-deps --no-build-isolation -e .
	@$(if $(CARGO),,echo "No cargo, or ACETEN_NATIVE=off: without the native core the Python search does its work, more slowly.")
endef

$(RUN): pyproject.toml requirements/pip.txt requirements/run.txt $(CORE) | $(BIN)/pip
	$(call packages,run)
	$(install)
	@touch $@

# Most of what is installed for development is never imported; what is gets compiled then.
$(PACKAGES): requirements/pip.txt requirements/dev.txt | $(BIN)/pip
	$(call packages,dev,--no-compile)
	@touch $@

$(DEV): pyproject.toml $(PACKAGES) $(CORE)
	$(install)
	@touch $(RUN) $@

# What only serves to be measured against may be missing. Of chess and rlcard there are no wheels.
$(BENCH): $(DEV)
	-$(HASHED) --only-binary :all: --no-binary chess,rlcard -r requirements/bench.txt
	@touch $@
