//! Packages of the library crates: whole, and described as a registry asks for.

use std::process::Command;

use serde_json::Value;

use crate::house::{packages, root};

/// The library crates that are published, as `cargo metadata` describes them.
fn libraries() -> Vec<Value> {
    let is_library = |package: &Value| {
        let name = package["name"].as_str().unwrap();
        let is_published = name != "tengen-testkit" && name != "tengen-python";
        package["source"].is_null() && name.starts_with("tengen-") && is_published
    };
    let libraries: Vec<Value> = packages().into_iter().filter(is_library).collect();
    assert_eq!(libraries.len(), 14, "every library crate is found");
    libraries
}

#[test]
fn every_library_is_described_for_a_registry() {
    for library in libraries() {
        let name = &library["name"];
        for field in ["description", "license", "readme"] {
            let value = library[field].as_str();
            assert!(value.is_some_and(|value| !value.is_empty()), "{name} has no {field}");
        }
        for field in ["keywords", "categories"] {
            // A registry takes at most five of each.
            let count = library[field].as_array().unwrap().len();
            assert!((1..=5).contains(&count), "{name} has {count} {field}");
        }
        assert!(library["publish"].is_null(), "{name} cannot be published");
        assert_eq!(library["metadata"]["docs"]["rs"]["all-features"], true, "{name}");
        for dependency in library["dependencies"].as_array().unwrap() {
            let is_local = dependency["path"].is_string() && dependency["kind"] != "dev";
            let has_version = dependency["req"] != "*";
            assert!(has_version || !is_local, "{name} needs {} of any version", dependency["name"]);
        }
    }
}

#[test]
fn every_package_has_its_sources_and_its_readme() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for library in libraries() {
        let name = library["name"].as_str().unwrap();
        let output = Command::new(&cargo)
            .args(["package", "--list", "--allow-dirty", "--offline", "-p", name])
            .current_dir(root())
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let list = String::from_utf8(output.stdout).unwrap();
        for file in ["Cargo.toml", "README.md", "src/lib.rs"] {
            assert!(list.lines().any(|line| line == file), "{name} lacks {file}:\n{list}");
        }
    }
}
