//! Sets the version of the program: that of the package and, in a checkout of the repository, the
//! commit.

#![allow(clippy::print_stdout, reason = "that is how a build script speaks to cargo")]

use std::{path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut version = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(commit) = commit() {
        version = format!("{version} ({commit})");
    }
    println!("cargo::rustc-env=TENGEN_VERSION={version}");
}

/// The commit that is checked out, if this package is part of a repository and not only in a folder of
/// one, as a package from a registry may be.
fn commit() -> Option<String> {
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // What a commit or a checkout changes. In a worktree these files are elsewhere, and git knows
    // where; a file that is not there would make every build run this again.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    let names = [Some("HEAD"), Some("logs/HEAD"), Some("packed-refs"), branch.as_deref()];
    for name in names.into_iter().flatten() {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    Some(commit)
}

/// What git prints, if there is git and it has something to say.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
