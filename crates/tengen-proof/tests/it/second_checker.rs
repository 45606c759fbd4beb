//! The second checker, `proofs/check.py`, agrees with the first.

use std::{fs, path::PathBuf, process::Command};

use tengen_core::{Color, Rule};
use tengen_proof::{check, read_graph, write_graph};

use tengen_testkit::TestRng;

use crate::{broken_graphs::larger, fives::proofs, graphs::graph_proofs, pairings::pairing_proofs};

/// Folder for the proofs of one test, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// What the second checker says of each proof, a line each.
fn ask_python(name: &str, proofs: &[Vec<u8>]) -> Vec<String> {
    let folder = folder(name);
    let mut python = Command::new("python3");
    python.arg(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../proofs/check.py"));
    for (number, proof) in proofs.iter().enumerate() {
        let path = folder.join(format!("{number}.proof"));
        fs::write(&path, proof).unwrap();
        python.arg(path);
    }
    let output = python.output().expect("python3 is needed: apt-get install python3");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), proofs.len());
    let all = lines.iter().all(|line| line.starts_with("proved: "));
    assert_eq!(output.status.code(), Some(i32::from(!all)));
    lines
}

/// Both say the same of each proof; the number of those that are accepted.
fn agree(name: &str, proofs: &[Vec<u8>]) -> usize {
    let mut accepted = 0;
    for (line, proof) in ask_python(name, proofs).iter().zip(proofs) {
        match check(&proof[..]) {
            Ok(proved) => {
                let expected = format!("proved: {} (", proved.claim);
                assert!(line.starts_with(&expected), "{line}\n{expected}");
                accepted += 1;
            }
            Err(error) => assert!(line.starts_with("not proved: "), "{line}\n{error}"),
        }
    }
    accepted
}

#[test]
fn both_checkers_accept_what_is_written() {
    for rule in Rule::FIVES {
        let both = [proofs(rule, 51, 12), graph_proofs(rule, 52, 12)].concat();
        assert_eq!(agree(&format!("written-{rule}"), &both), both.len());
    }
    let (position, graph, root) = larger();
    let mut proof = Vec::new();
    write_graph(&position, Color::Black, &graph, root, &mut proof).unwrap();
    assert_eq!(agree("written-larger", &[proof]), 1);
}

#[test]
fn a_stored_proof_takes_the_steps_that_its_head_says() {
    let proof = fs::read(tengen_testkit::file("proofs/two-stones.proof")).unwrap();
    assert_eq!(check(&proof[..]).unwrap().steps, 18_163);
    let (claim, graph, root) = read_graph(&proof[..]).unwrap();
    assert_eq!(claim.setup.area.name(graph.node(root).point.unwrap()), "g9");
    assert!(String::from_utf8_lossy(&proof).contains("\nsteps 18163\n"));
}

#[test]
fn both_checkers_refuse_the_same_changes() {
    let mut chance = TestRng::new(53);
    for rule in Rule::FIVES {
        let both = [proofs(rule, 54, 5), graph_proofs(rule, 55, 5)].concat();
        let mut changed = Vec::new();
        for proof in &both {
            let head = proof.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
            for _ in 0..12 {
                let mut other = proof.clone();
                let place = head + chance.below(proof.len() - head);
                other[place] ^= 1 << chance.below(8);
                changed.push(other);
            }
            changed.push(proof[..proof.len() - 1].to_vec());
            changed.push([proof, &[0][..]].concat());
            // The other side, and the other turn.
            let text = String::from_utf8_lossy(&proof[..head]).into_owned();
            for word in ["wins", "turn"] {
                let [black, white] = Color::ALL.map(|color| format!("{word} {color}\n"));
                let other = if text.contains(&black) {
                    text.replace(&black, &white)
                } else {
                    text.replace(&white, &black)
                };
                changed.push([other.as_bytes(), &proof[head..]].concat());
            }
        }
        let accepted = agree(&format!("changed-{rule}"), &changed);
        assert!(0 < accepted && accepted < changed.len() / 2, "{accepted}");
    }
}

#[test]
fn both_checkers_agree_about_pairings() {
    let written = pairing_proofs();
    assert_eq!(agree("written-pairings", &written), written.len());
    let mut chance = TestRng::new(57);
    let mut changed = Vec::new();
    for proof in &written {
        for _ in 0..40 {
            let mut other = proof.clone();
            let place = chance.below(proof.len());
            other[place] = chance.pick(b"0123456789 \n\0\x02\x03\x08\x18\x80xbwr");
            changed.push(other);
        }
        changed.push(proof[..proof.len() - 1].to_vec());
        changed.push([proof, &[0][..]].concat());
        let text = String::from_utf8(proof.clone()).unwrap();
        for (from, to) in [
            ("freestyle", "renju"),
            ("exact", "freestyle"),
            ("turn black", "turn white"),
            ("black\n", "black a1\n"),
            ("proof 2", "proof 1"),
        ] {
            changed.push(text.replacen(from, to, 1).into_bytes());
        }
    }
    let accepted = agree("changed-pairings", &changed);
    assert!(0 < accepted && accepted < changed.len() / 2, "{accepted}");
}

/// A stored gzip stream: one block that is not compressed.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    let length = bytes.len() as u16;
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    packed.extend(bytes);
    packed.extend((!crc).to_le_bytes());
    packed.extend(u32::from(length).to_le_bytes());
    packed
}

#[test]
fn the_second_checker_reads_compressed_proofs_and_says_what_it_does_not_do() {
    let proof = graph_proofs(Rule::Renju, 56, 1).swap_remove(0);
    let packed = gzip(&proof);
    let cut = packed[..packed.len() - 9].to_vec();
    let nogo = crate::support::proof(2, 2);
    let missing = b"tengen proof 3\n".to_vec();
    let lines = ask_python("odd", &[packed, cut, nogo, missing, Vec::new()]);
    assert!(lines[0].starts_with("proved: "), "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.starts_with("not proved: ")), "{lines:?}");
    assert!(lines[2].contains("is not for this checker"), "{lines:?}");
}
