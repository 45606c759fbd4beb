# The two commands: `make run` and `make test`. The others are for those who change things.

SHELL := /bin/sh
.DEFAULT_GOAL := help
FUZZ_TARGETS := $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
FUZZ_RUNS ?= 100000
BUILT := $(or $(CARGO_TARGET_DIR),$(CURDIR)/target)
VENV := $(CURDIR)/python/.venv
PYTHON ?= python3

.PHONY: help run site npm tour prove package-page test page browser python wheel cluster bench load fuzz fmt lint deny tools

help: ## Say what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /	/' | expand -t 8

tools:
	@command -v cargo >/dev/null || { echo "make: cargo is missing: install Rust 1.95 or later"; exit 1; }
	@command -v cc >/dev/null || { echo "make: cc is missing: install a C compiler, which Rust links with (apt-get install build-essential)"; exit 1; }

run: tools ## Build everything and open the page in the browser
	@command -v npm >/dev/null || { echo "make: npm is missing, and the page cannot be built: install Node 20 or later (apt-get install nodejs npm)"; exit 1; }
	@$(MAKE) --no-print-directory engine
	@$(MAKE) --no-print-directory web/dist/index.html
	@echo "==> building tengen"
	@cargo build --locked --profile fast-build --package tengen
	@echo "==> serving the page; Ctrl-C ends it"
	@$(BUILT)/fast-build/tengen serve --open --proof-book proofs/freestyle-15x15.proof.gz

tour: tools ## Show the verbs at work
	@echo "==> building tengen"
	@cargo build --locked --profile fast-build --package tengen
	@./examples/tour.sh $(BUILT)/fast-build/tengen

prove: tools ## Check every proof of the repository by the rules alone
	@echo "==> building tengen"
	@cargo build --locked --profile fast-build --package tengen
	@echo "==> checking the proofs: about 70 seconds on one core"
	@$(BUILT)/fast-build/tengen verify proofs/*.proof.gz

# Why not "npm ci": the lock file names packages for all systems, and a registry need not have those for others.
web/node_modules/.made: web/package.json web/package-lock.json
	@echo "==> fetching the packages of the page"
	@cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@touch $@

# Cargo decides what is to be built again; the page is built again where that changed something.
.PHONY: engine
engine:
	@echo "==> building the engine for browsers"
	@./scripts/wasm.sh build

web/dist/index.html: web/node_modules/.made $(wildcard $(BUILT)/browser/*.wasm) $(shell find web/src web/public web/index.html web/scripts web/vite.config.ts web/tsconfig.json -type f 2>/dev/null)
	@echo "==> building the page"
	@cd web && npm run --silent build
	@touch $@

site: tools web/node_modules/.made ## Write the page for any web host, without a server, to web/dist-site
	@$(MAKE) --no-print-directory engine
	@[ -e $(BUILT)/browser/engine.wasm ] || { echo "make: a page without a server needs the engine for browsers"; exit 1; }
	@echo "==> building the site"
	@cd web && npm run --silent site
	@echo "==> web/dist-site is the site: python3 -m http.server -d web/dist-site"

npm: tools web/node_modules/.made ## Write the npm package, for Node and browsers, to target/npm
	@$(MAKE) --no-print-directory engine
	@[ -e $(BUILT)/browser/engine.wasm ] || { echo "make: the npm package needs the engine for browsers"; exit 1; }
	@echo "==> building the npm package"
	@cd web && npm run --silent package

package-page: web/dist/index.html ## Copy the page into the package of the server
	@rm -rf crates/tengen-server/page && cp -R web/dist crates/tengen-server/page
	@cargo package --list --allow-dirty --package tengen-server | grep -q '^page/index.html$$' && echo "==> the package of tengen-server has the page"

# Incremental compilation costs a cold build an eighth more, and who changes one crate tests that crate alone.
test: export CARGO_INCREMENTAL = 0
test: tools ## Set up, lint and run every test
	@if ! command -v python3 >/dev/null; then \
		echo "==> installing python3, by which proofs are checked a second time"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		{ $$as_root apt-get update -qq && $$as_root apt-get install -y -qq python3; } >/dev/null 2>&1 || \
			{ echo "make: python3 is missing and cannot be installed here (apt-get install python3)"; exit 1; }; \
	fi
	@echo "==> fetching dependencies"
	@cargo fetch --locked
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory page
	@echo "==> running the tests"
	@cargo test --locked --workspace --tests # Examples are checked by the lints; no need to link each of them.
	@cargo test --locked --workspace --doc
	@echo "==> checking the documentation"
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
	@echo "==> checking the fuzz targets"
	@CARGO_TARGET_DIR=$(BUILT) cargo check --locked --manifest-path fuzz/Cargo.toml --no-default-features --quiet
	@echo "==> showing the verbs at work"
	@cargo build --locked --workspace --bins --profile test --quiet
	@./examples/tour.sh $(BUILT)/debug/tengen >/dev/null
	@$(MAKE) --no-print-directory python
	@$(MAKE) --no-print-directory browser
	@echo "all is well"

page: ## Lint, test and build the page
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory web/node_modules/.made && cd web && \
		echo "==> linting the page" && npm run --silent lint && \
		echo "==> testing the page" && npm run --silent test && \
		$(MAKE) --no-print-directory -C .. engine && \
		echo "==> building the page" && npm run --silent build && npm run --silent budget && \
		if [ -e $(BUILT)/browser/engine.wasm ]; then \
			echo "==> building the site" && npm run --silent site && \
			echo "==> building the npm package" && npm run --silent package; fi; \
	else echo "==> npm is not installed: the page is neither checked nor built (apt-get install nodejs npm)"; fi

browser: ## Play on the page in Chromium (installs it where it is missing)
	@if ! command -v npm >/dev/null; then echo "==> npm is not installed: nothing is tried in a browser"; exit 0; fi; \
	if ! command -v chromium >/dev/null; then \
		echo "==> installing chromium"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		{ $$as_root apt-get update -qq && $$as_root apt-get install -y -qq chromium; } >/dev/null 2>&1 || true; \
	fi; \
	if command -v chromium >/dev/null; then \
		echo "==> playing on the page in a browser"; cd web && TENGEN=$(BUILT)/debug/tengen npm run --silent e2e; \
	else echo "==> chromium is missing and cannot be installed here: nothing is tried in a browser"; fi

# A venv of its own: nothing is installed into the Python of the system.
python/.venv/.made: python/requirements.txt
	@if ! $(PYTHON) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then \
		echo "==> installing python3 with venv"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		{ $$as_root apt-get update -qq && $$as_root apt-get install -y -qq python3 python3-venv; } >/dev/null 2>&1 || true; \
	fi
	@$(PYTHON) -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || \
		{ echo "make: Python 3.10 or later with venv is missing and cannot be installed here (apt-get install python3 python3-venv, or make PYTHON=...)"; exit 1; }
	@echo "==> fetching the packages that the Python package is tested with"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement python/requirements.txt
	@touch $@

# Why the profile "dev" as optimized as "test", and the features of the whole workspace: what the other tests have compiled is
# used again, and nothing is optimized at link time.
python: tools python/.venv/.made ## Build the Python package, install it into a venv of its own and test it
	@echo "==> building the Python package"
	@rm -rf $(BUILT)/wheels
	@cd python && $(VENV)/bin/maturin build --quiet --locked --profile dev --config profile.dev.opt-level=2 --features unified --interpreter $(VENV)/bin/python --out $(BUILT)/wheels
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(BUILT)/wheels/*.whl
	@echo "==> testing the Python package"
	@cd python && $(VENV)/bin/pytest --quiet && $(VENV)/bin/pytest --quiet --doctest-modules --pyargs tengen && \
		$(VENV)/bin/pytest --quiet --doctest-glob='*.md' README.md ../README.md ../docs/python.md ../docs/tables.md
	@echo "==> checking the types of the Python package"
	@cd python && $(VENV)/bin/mypy && $(VENV)/bin/stubtest tengen._tengen --mypy-config-file pyproject.toml

wheel: tools python/.venv/.made ## Build the Python package as it is published, into python/dist
	@cd python && $(VENV)/bin/maturin build --locked --release --interpreter $(VENV)/bin/python --out dist

python/.venv-cluster/.made: python/cluster/requirements.txt python/.venv/.made
	@if ! command -v java >/dev/null; then \
		echo "==> installing Java, which Spark runs on"; \
		if [ "$$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi; \
		{ $$as_root apt-get update -qq && $$as_root apt-get install -y -qq default-jre-headless; } >/dev/null 2>&1 || \
			{ echo "make: java is missing and cannot be installed here (apt-get install default-jre-headless)"; exit 1; }; \
	fi
	@echo "==> fetching Spark and Ray"
	@$(PYTHON) -m venv --clear $(VENV)-cluster
	@$(VENV)-cluster/bin/python -m pip install --quiet --disable-pip-version-check --requirement python/cluster/requirements.txt
	@touch $@

cluster: python python/.venv-cluster/.made ## Run the jobs on Spark and Ray, kill an executor, and compare with one machine
	@$(VENV)-cluster/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(BUILT)/wheels/*.whl
	@echo "==> running the jobs on Spark and Ray"
	@cd python/cluster && $(VENV)-cluster/bin/python -m pytest --quiet

lint:
	@if cargo fmt --version >/dev/null 2>&1; then echo "==> checking the format"; cargo fmt --all --check; \
	else echo "==> rustfmt is not installed: the format is not checked"; fi
	@if cargo clippy --version >/dev/null 2>&1; then echo "==> linting"; cargo clippy --locked --workspace --all-targets --quiet -- -D warnings; \
	else echo "==> clippy is not installed: nothing is linted"; \
		echo "==> checking the benchmarks"; cargo check --locked --workspace --benches --examples --quiet; fi

bench: tools ## Measure against the plain rules, in one run
	@cargo bench --locked --package tengen-engine --bench playouts
	@cargo bench --locked --package tengen --bench referee
	@cargo bench --locked --package tengen --bench archive
	@cargo bench --locked --package tengen-proof --bench verify
	@cargo bench --locked --package tengen --bench plies
	@cargo bench --locked --package tengen-solver --bench fives
	@rm -rf python/dist && $(MAKE) --no-print-directory wheel
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall $(BUILT)/wheels/*.whl
	@cd python && $(VENV)/bin/python benchmarks/board.py

load: tools ## Play 500 games between people at once on a server, a move a second each, and measure how long a move takes
	@cargo run --locked --release --package tengen-server --example friends_load

fuzz: tools ## Run every fuzz target FUZZ_RUNS times (installs cargo-fuzz where it is missing)
	@command -v cargo-fuzz >/dev/null || { echo "==> installing cargo-fuzz"; cargo install --locked cargo-fuzz; }
	@for target in $(FUZZ_TARGETS); do \
		echo "==> fuzzing $$target"; \
		mkdir -p fuzz/target/corpus/$$target; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $$target fuzz/target/corpus/$$target fuzz/corpus/$$target -- \
			-runs=$(FUZZ_RUNS) -max_len=2048 -verbosity=0 -print_final_stats=1 || exit 1; \
	done

deny: tools ## Check licenses, sources and advisories of all dependencies (installs cargo-deny where it is missing)
	@command -v cargo-deny >/dev/null || { echo "==> installing cargo-deny"; cargo install --locked cargo-deny; }
	@cargo deny check

fmt: tools ## Format the sources
	@cargo fmt --all
	@cargo fmt --manifest-path fuzz/Cargo.toml
