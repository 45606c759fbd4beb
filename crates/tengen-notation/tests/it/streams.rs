//! Streams of every format, as they are, damaged, and cut anywhere.

use std::{env, fs, path::PathBuf};

use proptest::{collection::vec, prelude::*, sample::select};
use tengen_core::Area;
use tengen_notation::{Format, ReadOptions, RowOrder};
use tengen_testkit::{damage_stream, read_stream, read_stream_in_steps};

use crate::support::cases;

const READING: ReadOptions = ReadOptions::new(RowOrder::FromTop);

/// Small streams of our own, with the name of their file.
const SAMPLES: [(Format, &str, &[u8]); 10] = [
    (Format::Moves, "", b"3\n8 8\n7 9\n15 1\n\n0\n1\n1 1\nx\n2\n3 3\n"),
    (Format::Positions, "", b"h8i9j10\n# note\nH8, I9 pass\r\n\nb2x\n-\nc3"),
    (
        Format::Sgf,
        "",
        b"(;FF[4]GM[4]SZ[15]RU[renju]PB[a\\]b]RE[B+R]\n;B[hh];W[ig]C[said];B[ii])\n(;SZ[9];B[aa](;W[bb])(;W[cc]))",
    ),
    (
        Format::Sgf,
        "",
        b"junk\n(;CA[gb2312]AB[aa:bb]PL[W]LB[hh:\xCC\xEC\xD4\xAA];W[tt];B[]\n(;FF[3];Black[hh]W[hi];)(;GM[1]\n;B[h8]",
    ),
    (
        Format::Psq,
        "0_1_2_1.psq",
        b"Piskvorky 20x20, 11:11, 0\n16,16,0\n17,1,42\nfirst\nsecond\n-1\n2,Renju\nPiskvorky 15x15\r\n1,1\r\n2,2,x\r\n",
    ),
    (Format::Psq, "0001.rec", b"first\nsecond\n0,0,5\n19,3,7\n-1\n"),
    (Format::Openings, "", b"8,-3, 6,-4, 5,-4\n# note\n0,0\n-\n1,2,3\nh8i9\n"),
    (Format::Csv, "", b"moves,winner\nh8i9,1\n\"h8,i9\",2\nx,0\n"),
    (Format::Tsv, "", b"winner\tmoves\n1\th8i9\n"),
    (Format::JsonLines, "", b"{\"moves\":\"h8i9\",\"winner\":1}\n{\"moves\":[\"h8\"]}\n{\"moves\n"),
];

#[test]
fn samples_come_to_the_same_wherever_they_are_cut() {
    for (format, name, sample) in SAMPLES {
        let whole = read_stream(sample, name, Some(format), &READING).unwrap();
        assert!(whole.iter().any(Result::is_ok), "{format}: {whole:?}");
        for step in 1..=sample.len() {
            let cut = read_stream_in_steps(sample, name, Some(format), &READING, || step).unwrap();
            assert_eq!(cut, whole, "{format} in steps of {step}");
        }
    }
}

#[test]
fn something_comes_of_every_beginning_and_of_every_changed_byte() {
    for (format, name, sample) in SAMPLES {
        damage_stream(sample, name, Some(format), &READING);
        damage_stream(sample, name, None, &READING);
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn damaged_samples_come_to_the_same_wherever_they_are_cut(
        (format, name, sample) in select(&SAMPLES[..]),
        edits in vec((any::<usize>(), 0..4_u8, any::<u8>()), 0..6),
        steps in vec(1..40_usize, 1..8),
    ) {
        let mut text = sample.to_vec();
        for (at, kind, byte) in edits {
            let at = at % (text.len() + 1);
            match kind {
                0 => text.insert(at, byte),
                1 => text.insert(at, sample[at % sample.len()]),
                2 if at < text.len() => text[at] = byte,
                _ if at < text.len() => { text.remove(at); }
                _ => {}
            }
        }
        let mut steps = steps.iter().copied().cycle();
        let step = || steps.next().expect("there is a step");
        let cut = read_stream_in_steps(&text, name, Some(format), &READING, step);
        prop_assert_eq!(cut, read_stream(&text, name, Some(format), &READING));
    }

    #[test]
    fn any_bytes_are_read_or_refused(
        text in vec(any::<u8>(), 0..60),
        format in prop::option::of(select(&Format::ALL[..])),
    ) {
        let _ = read_stream(&text, "", format, &READING);
    }
}

/// The samples of the field, if the caller says where they are.
fn shared_samples() -> Vec<(String, Vec<u8>)> {
    let Some(shared) = env::var_os("TENGEN_SHARED") else { return Vec::new() };
    let folder = PathBuf::from(shared).join("samples");
    let entry = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("a sample can be read"))
    };
    let entries = fs::read_dir(folder).expect("the folder has samples");
    entries.map(|found| entry(found.expect("an entry"))).collect()
}

#[test]
fn samples_of_the_field_are_read_whatever_befalls_them() {
    for (name, sample) in shared_samples() {
        if name.starts_with("state") {
            continue;
        }
        // The openings of freestyle are for the larger board.
        let side = if name.contains("freestyle") { 20 } else { 15 };
        let reading = ReadOptions { area: Some(Area::square(side)), ..READING };
        let entries = read_stream(&sample, &name, None, &reading).unwrap();
        assert!(!entries.is_empty() && entries.iter().all(Result::is_ok), "{name}: {entries:?}");
        // Each change is read from its start: a long sample would take all day.
        if sample.len() < 2000 {
            damage_stream(&sample, &name, None, &reading);
        }
    }
}
