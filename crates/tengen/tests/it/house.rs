//! The house: what the project promises about itself.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Folders of what was built, fetched or found.
const BUILT: [&str; 4] = ["target", "corpus", "node_modules", "dist"];

/// Every file below the root with one of the given endings, but for what is built.
pub(crate) fn files(endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !BUILT.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub(crate) fn packages() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

#[test]
fn every_dependency_has_a_license_that_we_may_ship() {
    // As in deny.toml.
    const ALLOWED: [&str; 8] = [
        "MIT",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "Unlicense",
        "Unicode-3.0",
        "BSD-3-Clause",
        "CC0-1.0",
        "Zlib",
    ];
    let packages = packages();
    assert!(packages.len() > 20);
    for package in &packages {
        let license = package["license"].as_str().unwrap_or("none");
        // Of what is joined by "and" all are needed, and of the choices in it one is enough.
        let allowed = license.replace('/', " OR ").split(" AND ").all(|needed| {
            let choice = |one: &str| ALLOWED.contains(&one.trim_matches(['(', ')', ' ']));
            needed.split(" OR ").any(choice)
        });
        assert!(allowed, "{} is under {license}", package["name"]);
    }
}

/// Which crates of ours each may use.
const BELOW: [(&str, &[&str]); 17] = [
    ("tengen-core", &[]),
    ("tengen-testkit", &["tengen-core", "tengen-notation", "tengen-proof"]),
    // A checker that could use the solver would be no check on it.
    ("tengen-proof", &["tengen-core"]),
    ("tengen-notation", &["tengen-core"]),
    ("tengen-picture", &["tengen-core", "tengen-notation"]),
    ("tengen-solver", &["tengen-core", "tengen-proof"]),
    ("tengen-engine", &["tengen-core", "tengen-proof", "tengen-solver"]),
    ("tengen-referee", &["tengen-core", "tengen-notation"]),
    ("tengen-archive", &["tengen-core", "tengen-notation", "tengen-referee"]),
    ("tengen-match", &["tengen-core", "tengen-notation", "tengen-referee"]),
    ("tengen-protocol", &["tengen-core", "tengen-notation", "tengen-solver", "tengen-engine"]),
    (
        "tengen-answers",
        &[
            "tengen-core",
            "tengen-proof",
            "tengen-notation",
            "tengen-picture",
            "tengen-solver",
            "tengen-referee",
            "tengen-archive",
            "tengen-engine",
        ],
    ),
    (
        "tengen-table",
        &[
            "tengen-core",
            "tengen-notation",
            "tengen-solver",
            "tengen-engine",
            "tengen-referee",
            "tengen-archive",
        ],
    ),
    ("tengen-wasm", &["tengen-core", "tengen-solver", "tengen-engine", "tengen-answers"]),
    (
        "tengen-server",
        &[
            "tengen-core",
            "tengen-proof",
            "tengen-notation",
            "tengen-picture",
            "tengen-solver",
            "tengen-engine",
            "tengen-referee",
            "tengen-archive",
            "tengen-answers",
        ],
    ),
    (
        "tengen",
        &[
            "tengen-core",
            "tengen-proof",
            "tengen-notation",
            "tengen-picture",
            "tengen-solver",
            "tengen-engine",
            "tengen-referee",
            "tengen-archive",
            "tengen-match",
            "tengen-protocol",
            "tengen-answers",
            "tengen-server",
        ],
    ),
    (
        "tengen-python",
        &[
            "tengen-core",
            "tengen-proof",
            "tengen-notation",
            "tengen-picture",
            "tengen-solver",
            "tengen-engine",
            "tengen-referee",
            "tengen-archive",
            "tengen-answers",
            "tengen-table",
        ],
    ),
];

#[test]
fn crates_use_only_crates_below_them() {
    let packages = packages();
    let mut members = BTreeSet::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        if !name.starts_with("tengen") {
            continue;
        }
        members.insert(name);
        let (_, may_use) = BELOW.iter().find(|(crate_name, _)| *crate_name == name).unwrap();
        let uses = package["dependencies"].as_array().unwrap();
        for used in uses.iter().filter(|used| used["kind"].is_null()) {
            let name_used = used["name"].as_str().unwrap();
            assert!(
                !name_used.starts_with("tengen") || may_use.contains(&name_used),
                "{name} uses {name_used}"
            );
            let optional_serde = name_used == "serde" && used["optional"] == true;
            assert!(
                name != "tengen-core" || optional_serde,
                "the core uses nothing but an optional serde, not even {name_used}"
            );
        }
    }
    assert_eq!(members.len(), BELOW.len());
}

/// The packages that a selection needs, with their features.
fn features(selection: &[&str], edges: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--prefix", "none", "--format", "{p} [{f}]", "--edges", edges])
        .args(selection)
        .current_dir(root())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// Why: everything above a package that has other features is compiled again. So the tests, what is built after them and
/// the Python package share what is compiled.
#[test]
fn packages_have_the_same_features_in_all_that_the_tests_build() {
    let tests = features(&["--workspace"], "normal,build,dev");
    let programs = features(&["--workspace"], "normal,build");
    let python = features(&["--package=tengen-python", "--features=unified"], "normal,build");
    assert!(python.len() > 50 && programs.len() > python.len() && tests.len() > programs.len());
    for (built, own) in [(programs, "tengen-testkit "), (python, "tengen-python ")] {
        let is_other = |package: &&String| !tests.contains(*package) && !package.starts_with(own);
        let others: Vec<&String> = built.iter().filter(is_other).collect();
        assert!(others.is_empty(), "{others:?} in place of those of {tests:#?}");
    }
}

#[test]
fn no_source_file_is_too_long_to_read() {
    for file in files(&[".rs"]) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 600, "{} has {lines} lines: look for a seam", file.display());
    }
}

#[test]
fn every_link_of_the_documentation_leads_somewhere() {
    let mut links = 0;
    for file in files(&[".md"]) {
        let text = fs::read_to_string(&file).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap();
            if path.is_empty() || path.contains("://") || path.contains(' ') {
                continue;
            }
            links += 1;
            let there = file.parent().unwrap().join(path);
            assert!(there.exists(), "{} links to {target}", file.display());
        }
    }
    assert!(links > 10);
}

#[test]
fn every_paragraph_that_the_sources_cite_is_in_the_rule_book() {
    let mut cited = 0;
    for file in files(&[".rs"]) {
        let text = fs::read_to_string(&file).unwrap();
        for book in ["renju.md", "fives.md", "nogo.md"] {
            let paragraphs = fs::read_to_string(root().join("docs/rules").join(book)).unwrap();
            for rest in text.split(&format!("{book} ")).skip(1) {
                let number: String =
                    rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let number = number.trim_end_matches('.');
                if number.is_empty() {
                    continue;
                }
                cited += 1;
                let found = paragraphs.lines().any(|line| {
                    let line = line.trim_start_matches(['#', '*', ' ']);
                    line.strip_prefix(number)
                        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
                });
                assert!(found, "{} cites {book} {number}", file.display());
            }
        }
    }
    assert!(cited > 3);
}
