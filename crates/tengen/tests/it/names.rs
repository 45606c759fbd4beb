//! The rule of names: one name for one thing, in the words of the trade (docs/decisions/0019).
//!
//! What breaks the rule today is listed in `testdata/names`, and the lists may only shrink: a new entry fails, and so
//! does one that is no longer needed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use crate::house::{files, root};

/// Lines of Rust in the binary, at most: it is glue, and what others could use is in a library.
const MOST_LINES_OF_THE_BINARY: usize = 8_000;

/// The Rust files of all crates, tests and examples included, as paths from the root.
fn all_sources() -> Vec<(PathBuf, String)> {
    let root = root();
    let of_crates = |file: &PathBuf| file.starts_with(root.join("crates"));
    let read = |file: PathBuf| {
        let path = file.strip_prefix(&root).unwrap().to_owned();
        (path, fs::read_to_string(file).unwrap())
    };
    files(&[".rs"]).into_iter().filter(of_crates).map(read).collect()
}

/// The source files of all crates, as paths from the root.
fn sources() -> Vec<(PathBuf, String)> {
    let is_source = |path: &Path| path.components().nth(2).unwrap().as_os_str() == "src";
    let sources: Vec<_> = all_sources().into_iter().filter(|(path, _)| is_source(path)).collect();
    assert!(sources.len() > 200, "only {} sources were found", sources.len());
    sources
}

/// The name of the crate that has a source file.
fn crate_of(path: &Path) -> &str {
    path.components().nth(1).unwrap().as_os_str().to_str().unwrap()
}

/// The type that a line defines, if it does: a struct, enum, trait, union or a type alias outside of an impl.
fn defined_type(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let indented = trimmed.len() < line.len();
    let item = trimmed.strip_prefix("pub").map_or(trimmed, |rest| {
        let rest =
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |r| r.1);
        rest.trim_start()
    });
    let (keyword, rest) = item.split_once(' ')?;
    let defines = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => !indented,
        _ => false,
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    (defines && name.starts_with(|c: char| c.is_ascii_uppercase())).then_some(name)
}

/// What is found, with how often, must be what the list of this name says.
fn holds_against_list(found: &BTreeMap<String, usize>, name: &str) {
    let path = root().join("testdata/names").join(name);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let entry = |line: &str| {
        let (key, count) = line.rsplit_once(' ').unwrap();
        (key.to_owned(), count.parse::<usize>().unwrap())
    };
    let listed: BTreeMap<String, usize> = text.lines().map(entry).collect();
    let (mut grown, mut shrunk) = (String::new(), String::new());
    for key in found.keys().chain(listed.keys()).collect::<BTreeSet<_>>() {
        let count = |list: &BTreeMap<String, usize>| list.get(key).copied().unwrap_or(0);
        let (now, then) = (count(found), count(&listed));
        if now != then {
            let problems = if now > then { &mut grown } else { &mut shrunk };
            writeln!(problems, "{key}: {now}, listed {then}").unwrap();
        }
    }
    assert!(grown.is_empty(), "{} may only shrink:\n{grown}", path.display());
    if !shrunk.is_empty() && std::env::var_os("TENGEN_GOLDEN").is_some_and(|word| word == "rewrite")
    {
        let mut lines = String::new();
        for (key, count) in found {
            writeln!(lines, "{key} {count}").unwrap();
        }
        fs::write(&path, lines).unwrap();
        return;
    }
    assert!(
        shrunk.is_empty(),
        "take off {} (TENGEN_GOLDEN=rewrite does):\n{shrunk}",
        path.display()
    );
}

#[test]
fn a_type_name_is_unique_in_the_workspace() {
    let mut types: BTreeMap<String, usize> = BTreeMap::new();
    for (_, text) in sources() {
        for name in text.lines().filter_map(defined_type) {
            *types.entry(name.to_owned()).or_default() += 1;
        }
    }
    let shared: BTreeMap<String, usize> = types.into_iter().filter(|(_, n)| *n > 1).collect();
    holds_against_list(&shared, "shared_types.txt");
}

#[test]
fn definitions_of_types_are_recognized() {
    for (line, name) in [
        ("pub struct Board {", Some("Board")),
        ("    pub(crate) enum Cells<T> {", Some("Cells")),
        ("trait RecordFormat: Sized {", Some("RecordFormat")),
        ("pub type Stones = HashMap<Point, Color>;", Some("Stones")),
        ("    type Err = String;", None),
        ("struct AsIs(u64);", Some("AsIs")),
        ("pub fn struct_of() {", None),
        ("/// struct Like this", None),
        ("publish enum Things", None),
    ] {
        assert_eq!(defined_type(line), name, "{line}");
    }
}

#[test]
fn no_two_files_of_a_crate_have_one_name() {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in sources() {
        let name = path.file_name().unwrap().to_str().unwrap();
        if !["mod.rs", "lib.rs", "main.rs"].contains(&name) {
            *names.entry(format!("{} {name}", crate_of(&path))).or_default() += 1;
        }
    }
    names.retain(|_, count| *count > 1);
    holds_against_list(&names, "shared_files.txt");
}

#[test]
fn no_verb_of_the_binary_imports_another_verb() {
    let cli = fs::read_to_string(root().join("crates/tengen/src/main.rs")).unwrap();
    // A verb is a module whose `run` the program calls.
    let verbs: BTreeSet<&str> = cli
        .lines()
        .filter_map(|line| line.split_once("::run(args)"))
        .filter_map(|(before, _)| before.rsplit("=> ").next()?.split("::").next())
        .collect();
    assert!(verbs.len() > 10, "{verbs:?}");
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for (path, text) in sources().into_iter().filter(|(path, _)| crate_of(path) == "tengen") {
        let inside = path.strip_prefix("crates/tengen/src").unwrap();
        let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
        let own = first.trim_end_matches(".rs");
        if ["main", "cli"].contains(&own) {
            continue;
        }
        for other in verbs.iter().filter(|verb| **verb != own) {
            if imports(&text, other) {
                *found.entry(format!("{own} imports {other}")).or_default() += 1;
            }
        }
    }
    holds_against_list(&found, "verbs_that_import_verbs.txt");
}

/// Whether a source names the module `crate::NAME`, in a path or in a list of imports.
fn imports(text: &str, module: &str) -> bool {
    let begins = |rest: &str| {
        rest.strip_prefix(module)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.split("crate::").skip(1).any(|rest| {
        let Some(list) = rest.strip_prefix('{') else { return begins(rest) };
        let mut depth = 1;
        let mut starts_item = true;
        for (at, sign) in list.char_indices() {
            if depth == 1 && starts_item && !sign.is_whitespace() {
                if begins(&list[at..]) {
                    return true;
                }
                starts_item = false;
            }
            match sign {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => starts_item = true,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        false
    })
}

#[test]
fn imports_are_recognized() {
    assert!(imports("use crate::solve::Spinner;", "solve"));
    assert!(imports("use crate::{cli::VerifyArgs, solve::{Spinner, X}};", "solve"));
    assert!(!imports("use crate::{cli::{solve, VerifyArgs}};", "solve"));
    assert!(!imports("use crate::solver::Spinner;", "solve"));
    assert!(!imports("use crate::io::solve;", "solve"));
}

#[test]
fn comments_say_it_in_the_words_of_the_trade() {
    // Phrases that name no thing: clap says what the default is, and a sentence that begins with "The same" is
    // somewhere else on docs.rs than what it refers to.
    const PHRASES: [&str; 5] = ["unless told", "// The same", " told", "Tells ", "so many"];
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for (path, text) in all_sources() {
        for line in text.lines().filter(|line| line.trim_start().starts_with("//")) {
            for phrase in PHRASES.iter().filter(|phrase| line.contains(**phrase)) {
                *found.entry(format!("{} {:?}", crate_of(&path), phrase.trim())).or_default() += 1;
            }
        }
    }
    holds_against_list(&found, "phrases.txt");
}

#[test]
fn guides_say_what_the_default_is() {
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).unwrap();
            for phrase in ["unless told", " told", "so many"] {
                assert!(!text.contains(phrase), "{}: \"{phrase}\"", path.display());
            }
        }
    }
}

#[test]
fn the_binary_is_glue() {
    let binary = sources().into_iter().filter(|(path, _)| crate_of(path) == "tengen");
    let lines: usize = binary.map(|(_, text)| text.lines().count()).sum();
    assert!(
        lines <= MOST_LINES_OF_THE_BINARY,
        "{lines} lines of Rust in crates/tengen/src: what others could use belongs into a library"
    );
}
