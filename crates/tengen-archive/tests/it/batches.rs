//! The front door: batches come in order, whatever the number of threads.

use std::{fmt::Write as _, fs, num::NonZero};

use tengen_archive::{Archive, ArchiveError, ArchiveOptions, StreamError, VerdictBlock};
use tengen_core::Area;

use tengen_testkit::TestRng;

use crate::support::random_game;

fn options(threads: usize) -> ArchiveOptions {
    let mut options = ArchiveOptions::default();
    options.threads = NonZero::new(threads);
    options
}

/// Position strings of random games.
fn games(count: usize) -> String {
    let (mut rng, area) = (TestRng::new(9), Area::square(15));
    let mut text = String::new();
    for _ in 0..count {
        for point in random_game(&mut rng, area) {
            text.push_str(&area.name(point));
        }
        text.push('\n');
    }
    text
}

fn json(archive: Archive) -> String {
    let mut json = Vec::new();
    archive.batches().for_each(|batch| batch.write_json(&mut json));
    String::from_utf8(json).unwrap()
}

#[test]
fn any_number_of_threads_gives_the_same_batches_in_order() {
    let text = games(6_000);
    let archive = |threads| {
        let bytes = std::io::Cursor::new(text.clone().into_bytes());
        Archive::from_reader("games", bytes, &options(threads))
    };
    let one = json(archive(1));
    let mut lines = one.lines();
    for number in 1..=text.lines().filter(|line| !line.is_empty()).count() {
        let start = format!("{{\"file\":\"games\",\"game\":{number},");
        assert!(lines.next().unwrap().starts_with(&start));
    }
    assert_eq!(lines.next(), None);
    for threads in [2, 7] {
        assert_eq!(json(archive(threads)), one, "{threads}");
    }
}

#[test]
fn an_iterator_that_is_dropped_ends_its_workers() {
    for threads in [1, 2] {
        let bytes = std::io::Cursor::new(games(3_000).into_bytes());
        let mut batches = Archive::from_reader("games", bytes, &options(threads)).batches();
        assert!(batches.next().is_some());
        drop(batches);
    }
}

#[test]
fn folders_and_patterns_are_found_and_what_is_missing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("a.txt", "h8i9\n"), ("b.txt", "h8h8\n"), ("c.png", "\u{0}\u{1}")] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut expected = String::new();
    for (name, rest) in [
        ("a.txt", r#""moves":2,"end":"unfinished","agrees":"unknown""#),
        ("b.txt", r#""moves":2,"end":"occupied","at":2,"earlier":1,"agrees":"unknown""#),
    ] {
        let path = folder.path().join(name);
        let path = path.display();
        writeln!(
            expected,
            r#"{{"file":"{path}","game":1,"line":1,"rule":"freestyle","size":"15x15",{rest}}}"#
        )
        .unwrap();
    }
    assert_eq!(json(Archive::open(&[folder.path()], &options(2)).unwrap()), expected);
    let pattern = folder.path().join("*.txt");
    assert_eq!(json(Archive::open(&[pattern], &options(2)).unwrap()), expected);
    let missing = Archive::open(&[folder.path().join("d.txt")], &options(1));
    assert!(matches!(missing, Err(ArchiveError::Read { .. })));
    let wrong = Archive::open(&["[".to_owned()], &options(1));
    assert!(matches!(wrong, Err(ArchiveError::Pattern(_))), "{wrong:?}");
}

#[test]
fn a_cancelled_archive_delivers_what_was_begun_and_no_more() {
    let bytes = std::io::Cursor::new(games(3_000).into_bytes());
    let archive = Archive::from_reader("games", bytes, &options(1));
    let mut asked = 0;
    let archive = archive.with_cancellation(move || {
        asked += 1;
        asked > 2
    });
    let mut blocks = 0;
    let judged = archive.judge(VerdictBlock::default, |_, _| {
        blocks += 1;
        Ok::<(), StreamError>(())
    });
    assert!(judged.is_ok());
    assert_eq!(blocks, 2);
}
