//! Values that are learned: the same from the same seed, whatever happens on the way.

use std::{fs, path::Path, process::Output};

use crate::manners::tengen;

fn tune(folder: &Path, more: &[&str]) -> Output {
    let folder = folder.to_str().unwrap();
    let few = ["--rounds", "60@60,40@80", "--epochs", "6"];
    tengen(&[&["tune", "--dir", folder], &few[..], more].concat(), b"")
}

fn values(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("freestyle.values")).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_more_threads_and_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, other] = ["one", "two", "other"].map(|name| folder.path().join(name));
    let output = tune(&one, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(tune(&two, &["--threads", "2"]).status.code(), Some(0));
    assert_eq!(values(&one), values(&two));
    // Nothing is left but what is whole, so that a stop is a file that is not there.
    let learned = values(&one);
    fs::remove_file(one.join("freestyle.values")).unwrap();
    for file in ["games-00001.bin", "freestyle.values", "loss.tsv"] {
        fs::remove_file(one.join("round-2").join(file)).unwrap();
    }
    assert_eq!(tune(&one, &[]).status.code(), Some(0));
    assert_eq!(values(&one), learned);
    assert_eq!(tune(&other, &["--seed", "2"]).status.code(), Some(0));
    assert_ne!(values(&other), learned);

    // Each round has values of its own, and may be the start of others.
    let first = one.join("round-1").join("freestyle.values");
    assert_ne!(fs::read(&first).unwrap(), learned);
    let more = folder.path().join("more");
    assert_eq!(tune(&more, &["--from", first.to_str().unwrap()]).status.code(), Some(0));
    assert_ne!(values(&more), learned);
    // Training goes on from them, so its first loss is lower than that of random weights.
    let first_loss = |folder: &Path| -> f64 {
        let curve = fs::read_to_string(folder.join("round-1").join("loss.tsv")).unwrap();
        let row = curve.lines().nth(1).unwrap();
        row.split('\t').nth(1).unwrap().parse().unwrap()
    };
    assert!(first_loss(&more) < first_loss(&one));

    // Less surprising than before, also for the games that were kept aside.
    let curve = fs::read_to_string(one.join("round-1").join("loss.tsv")).unwrap();
    let rows: Vec<Vec<f64>> = curve
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(|word| word.parse().unwrap()).collect())
        .collect();
    assert_eq!(rows.len(), 7);
    for (column, (first, last)) in rows[0].iter().zip(&rows[6]).enumerate().skip(1) {
        assert!(last < first, "column {column}: {curve}");
    }
}

#[test]
fn a_process_that_is_killed_leaves_nothing_half_done() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    assert_eq!(tune(&whole, &[]).status.code(), Some(0));
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["tune", "--dir", killed.to_str().unwrap(), "--rounds", "60@60,40@80"])
        .args(["--epochs", "6"])
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !killed.join("round-1").join("games-00000.bin").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(tune(&killed, &[]).status.code(), Some(0));
    assert_eq!(values(&killed), values(&whole));
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    assert_eq!(tune(&path, &[]).status.code(), Some(0));
    let refused = |more: &[&str], words: &str| {
        let output = tune(&path, more);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(output.stdout.is_empty());
    };
    refused(&["--seed", "5"], "is about other games");
    refused(&["--rounds", "3000"], "a round is written like 3000@800");
    let file = path.join("freestyle.values");
    let mut bytes = fs::read(&file).unwrap();
    bytes[500] ^= 4;
    fs::write(path.join("broken.values"), &bytes).unwrap();
    let from = |name: &str| path.join(name).to_str().unwrap().to_owned();
    let args = |name: &str| {
        ["tune", "--dir", "unused", "--from"]
            .map(String::from)
            .into_iter()
            .chain([from(name)])
            .collect::<Vec<_>>()
    };
    for (name, rule, words) in [
        ("broken.values", "freestyle", "the values are damaged"),
        ("round-1/plan.txt", "freestyle", "no file of values"),
        ("none.values", "freestyle", "none.values"),
        ("freestyle.values", "renju", "these are values of freestyle, not of renju"),
    ] {
        let args = args(name);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        args.extend(["--rule", rule]);
        let output = tengen(&args, b"");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
    fs::write(path.join("round-2").join("games-00001.bin"), b"nothing of the kind").unwrap();
    fs::remove_file(path.join("round-2").join("freestyle.values")).unwrap();
    let output = tune(&path, &[]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("remove it to have it made again"), "{said}");
}
