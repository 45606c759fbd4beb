# The two commands: `make run` and `make test`. The others are for those who change things.

SHELL := /bin/sh
.DEFAULT_GOAL := help
FUZZ_TARGETS := boards_letters boards_digits games field pieces puzzles openings drawing names gtp gomocup botzone proof positions sgf psq states streams
FUZZ_RUNS ?= 100000

.PHONY: help run test bench fuzz fmt lint deny tools

help: ## Say what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*## /	/' | expand -t 8

tools:
	@command -v cargo >/dev/null || { echo "make: cargo is missing: install Rust 1.95 or later"; exit 1; }
	@command -v cc >/dev/null || { echo "make: cc is missing: install a C compiler, which Rust links with (apt-get install build-essential)"; exit 1; }

run: tools ## Build everything and show the verbs at work
	@echo "==> building tengen (release)"
	@cargo build --locked --release --package tengen
	@./examples/tour.sh target/release/tengen

test: tools ## Set up, lint and run every test
	@echo "==> fetching dependencies"
	@cargo fetch --locked
	@$(MAKE) --no-print-directory lint
	@echo "==> running the tests"
	@cargo test --locked --workspace
	@echo "==> checking the documentation"
	@RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet
	@echo "==> checking the benchmarks"
	@cargo check --locked --workspace --benches --examples --quiet
	@if command -v c++ >/dev/null; then echo "==> checking the fuzz targets"; cargo check --locked --manifest-path fuzz/Cargo.toml --quiet; \
	else echo "==> c++ is not installed: the fuzz targets, which need it, are not checked"; fi
	@echo "==> showing the verbs at work"
	@cargo build --locked --package tengen --quiet
	@./examples/tour.sh target/debug/tengen >/dev/null
	@echo "all is well"

lint:
	@if cargo fmt --version >/dev/null 2>&1; then echo "==> checking the format"; cargo fmt --all --check; \
	else echo "==> rustfmt is not installed: the format is not checked"; fi
	@if cargo clippy --version >/dev/null 2>&1; then echo "==> linting"; cargo clippy --locked --workspace --all-targets --quiet -- -D warnings; \
	else echo "==> clippy is not installed: nothing is linted"; fi

bench: tools ## Measure against the plain rules, in one run
	@cargo bench --locked --package tengen-engine --bench playouts
	@cargo bench --locked --package tengen --bench referee
	@cargo bench --locked --package tengen --bench archive
	@cargo bench --locked --package tengen-proof --bench verify
	@cargo bench --locked --package tengen --bench plies
	@cargo bench --locked --package tengen-solver --bench fives

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
