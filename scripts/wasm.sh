#!/bin/sh
# Builds the engine for browsers: target/browser/engine.wasm, records.wasm, review.wasm and puzzles.wasm.
#
#   scripts/wasm.sh build      build it, if there is a way to; else say so in one line and remove what was built before
#   scripts/wasm.sh toolchain  find or fetch the compiler, and print what it is
#
# Where the compiler comes from, the first that works:
#   1. rustc has the target wasm32-unknown-unknown already.
#   2. What way 4 left behind on an earlier run.
#   3. rustup target add wasm32-unknown-unknown.
#   4. The packages of Debian's rustc-web, which is a recent Rust, unpacked into target/wasm-toolchain without installing
#      anything. They have no standard library for the target, so that is built from rust-web-src once.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
built=${CARGO_TARGET_DIR:-$root/target}
kit=$built/wasm-toolchain
out=$built/browser
target=wasm32-unknown-unknown
# What an instance may take: tables of 64 MiB, and a record of which 64 MiB may come out.
memory=$((512 << 20))

# The evaluation adds up rows of numbers: SIMD makes searches half as fast again.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
# What is worth a place in its callers is marked; more than that makes the module larger and not faster.
inline="-C llvm-args=-inline-threshold=25"

say() { echo "==> $*" >&2; }

has_target() {
	library=$("$1" --print target-libdir --target $target 2>/dev/null) && ls "$library"/libstd*.rlib >/dev/null 2>&1
}

use_kit() {
	[ -e "$kit/ready" ] || return 1
	export RUSTC="$kit/usr/bin/rustc"
	export LD_LIBRARY_PATH="$kit/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
	export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$kit/usr/lib/llvm/bin/wasm-ld"
	has_target "$RUSTC"
}

add_by_rustup() {
	command -v rustup >/dev/null || return 1
	# Without a network rustup tries for minutes; what failed once is not tried again.
	[ ! -e "$kit/no-rustup" ] || return 1
	say "adding the target $target"
	timeout 120 rustup target add $target >/dev/null 2>&1 && return 0
	mkdir -p "$kit" && touch "$kit/no-rustup"
	return 1
}

unpack() {
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$kit" "$@"
}

# The newest rustc-web, its libraries and linker, and the source of the standard library.
fetch_packages() {
	command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null && [ "$(uname -m)" = x86_64 ] || return 1
	version=$(apt-cache policy rustc-web 2>/dev/null | sed -n 's/^  Candidate: //p')
	case $version in '' | '(none)')
		if [ "$(id -u)" = 0 ]; then as_root=; else as_root="sudo -n"; fi
		$as_root apt-get update -qq >/dev/null 2>&1 || true
		version=$(apt-cache policy rustc-web 2>/dev/null | sed -n 's/^  Candidate: //p') ;;
	esac
	minor=$(echo "$version" | sed -n 's/^1\.\([0-9]*\)\..*/\1/p')
	[ "${minor:-0}" -ge 95 ] || return 1
	standard=libstd-rust-web-1.$minor
	llvm=$(apt-cache show "$standard=$version" | sed -n 's/^Depends:.*libllvm\([0-9]*\).*/\1/p')
	say "fetching Debian's Rust 1.$minor for the target $target (140 MB)"
	rm -rf "$kit/usr" "$kit/packages" && mkdir -p "$kit/packages"
	(cd "$kit/packages" && apt-get download -qq "rustc-web=$version" "$standard=$version" "libstd-rust-web-dev=$version" \
		"rust-web-src=$version" "libllvm$llvm" "lld-$llvm" >/dev/null 2>&1) || return 1
	for package in "$kit"/packages/*.deb; do
		case $package in
		*/rust-web-src*) dpkg-deb --fsys-tarfile "$package" | tar -x -C "$kit" --wildcards './usr/src/*/library' || return 1 ;;
		*) dpkg-deb --fsys-tarfile "$package" | tar -x -C "$kit" --exclude='./usr/share/*' || return 1 ;;
		esac
	done
	rm -r "$kit/packages"
	ln -sfn "llvm-$llvm" "$kit/usr/lib/llvm"
}

build_standard_library() {
	say "building the standard library for $target"
	(
		export RUSTC="$kit/usr/bin/rustc" LD_LIBRARY_PATH="$kit/usr/lib/x86_64-linux-gnu"
		export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cembed-bitcode=yes -Zforce-unstable-if-unmarked -Cpanic=abort"
		cd "$kit"/usr/src/*/library
		cargo build --quiet --locked --release --package std --features compiler-builtins-mem --target $target \
			--target-dir "$kit/std"
	) >"$kit/std.log" 2>&1 || return 1
	mkdir -p "$kit/usr/lib/rustlib/$target/lib"
	cp "$kit/std/$target/release/deps"/*.rlib "$kit/usr/lib/rustlib/$target/lib/"
	rm -r "$kit/std" "$kit"/usr/src
}

find_toolchain() {
	if has_target rustc; then echo rustc; return; fi
	if use_kit; then echo "Debian's rustc-web, unpacked"; return; fi
	if add_by_rustup && has_target rustc; then echo "rustc, with the target added"; return; fi
	if fetch_packages && build_standard_library; then
		touch "$kit/ready"
		if use_kit; then echo "Debian's rustc-web, unpacked"; return; fi
	fi
	return 1
}

build() {
	if ! find_toolchain >/dev/null; then
		say "there is no Rust for $target here and none could be fetched: the page will think on the server"
		rm -rf "$out"
		return
	fi
	# In a subshell find_toolchain could not export.
	has_target rustc || use_kit
	mkdir -p "$out"
	for part in engine records review puzzles; do
		(cd "$root" && cargo rustc --quiet --locked --package tengen-wasm --no-default-features --features $part \
			--profile wasm --target $target --crate-type cdylib \
			-- -C strip=symbols $inline -C link-arg=--max-memory=$memory)
		# Only if it changed, so that the page is not built again.
		made=$built/$target/wasm/tengen_wasm.wasm
		cmp -s "$made" "$out/$part.wasm" || cp "$made" "$out/$part.wasm"
	done
}

case ${1:-build} in
build) build ;;
toolchain) find_toolchain || { say "there is no Rust for $target here and none could be fetched"; exit 1; } ;;
*) echo "usage: scripts/wasm.sh [build | toolchain]" >&2; exit 2 ;;
esac
