//! Where a text is cut into blocks makes no difference.

use proptest::{collection::vec, prelude::*};
use tengen_notation::{BoardForm, boards::DiagramSize};
use tengen_testkit::{ReaderTwin, TextKind, TextReading};

use crate::support::{cases, records};

const BYTES: &[u8] = b"ox.XO012345 \t\r\n\n\n-+\0\xFF\xC3\xA9";

/// Something that happens to a text. Places count from the start and go round.
#[derive(Clone, Debug)]
enum Damage {
    Replace(usize, u8),
    Delete(usize),
    Insert(usize, u8),
    DropLine(usize),
    RepeatLine(usize),
    Truncate(usize),
}

impl Damage {
    fn befall(&self, text: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        let length = text.len();
        match *self {
            Damage::Replace(at, byte) => text[at % length] = byte,
            Damage::Delete(at) => {
                text.remove(at % length);
            }
            Damage::Insert(at, byte) => text.insert(at % (length + 1), byte),
            Damage::DropLine(at) => {
                let (start, end) = line_around(text, at % length);
                text.drain(start..end);
            }
            Damage::RepeatLine(at) => {
                let (start, end) = line_around(text, at % length);
                let line = text[start..end].to_vec();
                text.splice(start..start, line);
            }
            Damage::Truncate(at) => text.truncate(at % length),
        }
    }
}

/// The line that byte `at` is in, with its line end.
fn line_around(text: &[u8], at: usize) -> (usize, usize) {
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |n| at + n + 1);
    (start, end)
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = || prop_oneof![4 => prop::sample::select(BYTES), 1 => any::<u8>()];
    let at = any::<usize>;
    prop_oneof![
        3 => (at(), byte()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        2 => at().prop_map(Damage::Delete),
        2 => (at(), byte()).prop_map(|(at, byte)| Damage::Insert(at, byte)),
        1 => at().prop_map(Damage::DropLine),
        1 => at().prop_map(Damage::RepeatLine),
        1 => at().prop_map(Damage::Truncate),
    ]
}

fn steps() -> impl Strategy<Value = Vec<usize>> {
    let step = prop_oneof![1 => Just(0), 6 => 1..30usize, 3 => 30..600usize];
    // Why the last one: steps that are all zero lead nowhere.
    vec(step, 0..12).prop_map(|mut steps| {
        steps.push(7);
        steps
    })
}

/// Reads `text` with steps that repeat themselves.
fn read_in_steps(kind: TextKind, text: &[u8], way: ReaderTwin, steps: &[usize]) -> TextReading {
    let mut steps = steps.iter().copied().cycle();
    kind.read_in_steps(text, way, || steps.next().expect("there is a step"))
}

proptest! {
    #![proptest_config(cases(8_000))]

    #[test]
    fn whole_texts_are_read_alike((kind, contents) in records(), steps in steps()) {
        let text = kind.spell(&contents).into_bytes();
        let at_once = kind.read(&text, ReaderTwin::Quick);
        prop_assert_eq!(&at_once.fault, &None);
        prop_assert_eq!(&at_once.contents(), &contents);
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            prop_assert_eq!(&read_in_steps(kind, &text, way, &steps), &at_once);
        }
    }

    #[test]
    fn damaged_texts_are_read_alike(
        (kind, contents) in records(),
        damage in vec(damage(), 1..4),
        blank_lines in 0..3usize,
        steps in steps(),
    ) {
        let mut text = format!("{}{}", "\n".repeat(blank_lines), kind.spell(&contents)).into_bytes();
        for damage in &damage {
            damage.befall(&mut text);
        }
        let at_once = kind.read(&text, ReaderTwin::Quick);
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            prop_assert_eq!(&read_in_steps(kind, &text, way, &steps), &at_once);
        }
    }
}

/// Small texts of every kind, right and wrong.
fn small_texts() -> Vec<(TextKind, &'static str)> {
    let letters = |size| TextKind::Boards(BoardForm::Letters, size);
    let digits = |size| TextKind::Boards(BoardForm::Digits, size);
    let games = TextKind::Games { width: 15, height: 15 };
    let mut texts = Vec::new();
    for size in [DiagramSize::square(3), DiagramSize::Any] {
        for text in [
            "o.x\n...\nxxo\n\n...\no.x\n.o.\n",
            "\n  \no.x  \r\n...\n\txxo\r\n\r\n\r\n \n...\no.x\n.o.",
            "o.x\n...\n\nxxo\n",
            "o.x\n...\nxxo\n...\n",
            "o.x\n....\nxxo\n\n",
            "o.x\n.",
            "oo\n\n.x\n",
            " \n\r\n \t",
            "",
        ] {
            texts.push((letters(size), text));
        }
        for text in [
            "2\n1 0 2\n0 0 0\n2 2 1\n\n0 0 0\n1 0 2\n0 1 0\n",
            "\n\n \n 2 \r\n1 0 2\n0\t0  0 \n 2 2 1\n\n\n0 0 0\n1 0 2\n0 1 0",
            "1\n1 0 2\n0 0 0\n2 2 1\n \n\n more text \n and more",
            "3\n1 0 2\n0 0 0\n2 2 1\n\n",
            "\n\n\nthree\n1 0 2\n",
            "\n\n0\n\n",
            "\n\n0\n\n  1",
            "\n \n\n",
            "12",
        ] {
            texts.push((digits(size), text));
        }
    }
    for text in [
        "2\n8 8\n15 1\n0\n1\n1 1\n",
        "\n\n2 \r\n8 8\r\n 15  1\n\n \n1\n1 1",
        "2\n8 8\n",
        "2\n8 8\n\n9 9\n",
        "300\n8 8\n",
        "1\n8 8\n8 9\n",
        "1\n16 8\n1\n1 1\n",
    ] {
        texts.push((games, text));
    }
    texts
}

#[test]
fn small_texts_are_read_alike_wherever_they_are_cut() {
    for (kind, text) in small_texts() {
        let text = text.as_bytes();
        let at_once = kind.read(text, ReaderTwin::Quick);
        for step in 1..=text.len() + 1 {
            let reading = kind.read_in_steps(text, ReaderTwin::Quick, || step);
            assert_eq!(reading, at_once, "{kind:?} {text:?} in steps of {step}");
        }
        for first in 0..text.len() {
            for second in 0..=text.len() - first {
                let reading =
                    read_in_steps(kind, text, ReaderTwin::Plain, &[first, second, usize::MAX]);
                assert_eq!(reading, at_once, "{kind:?} {text:?} by {first} and {second}");
            }
        }
    }
}

#[test]
fn lines_that_are_too_long_are_refused_alike() {
    let long = |byte: &str, length: usize| byte.repeat(length);
    let small = TextKind::Boards(BoardForm::Letters, DiagramSize::square(3));
    let any = TextKind::Boards(BoardForm::Letters, DiagramSize::Any);
    let digits = TextKind::Boards(BoardForm::Digits, DiagramSize::square(2));
    let games = TextKind::Games { width: 15, height: 15 };
    let mut texts = Vec::new();
    for length in [16_383, 16_384, 16_385, 100_000] {
        for byte in [" ", "o", "1", "é"] {
            let long = long(byte, length);
            for kind in [small, any] {
                texts.push((kind, format!("...\n...\n...\n\n...\n{long}\n...\n\n")));
                texts.push((kind, format!("...\n...\n...\n\n..X\n{long}\n...\n\n")));
                texts.push((kind, format!("...\n...\n...\n\n{long}\n...\n...\n...\n")));
                texts.push((kind, format!("...\n...\n...\n{long}\n...\n...\n...\n")));
                texts.push((kind, format!("\n\n...\n...\n{long}")));
            }
            texts.push((digits, format!("2\n0 0\n0 0\n0 0\n{long}\n")));
            texts.push((digits, format!("2\n0 0\n{long}\n0 0\n0 0\n")));
            texts.push((digits, format!("\n\n{long}\n0 0\n0 0\n0 0\n0 0\n")));
            texts.push((digits, format!("1\n0 0\n0 0\n\n{long}\n")));
            texts.push((games, format!("1\n1 1\n\n3\n1 2\n1 {long}\n1 1\n\n")));
            texts.push((games, format!("1\n1 1\n{long}\n3\n1 2\n1 1\n1 1\n\n")));
        }
    }
    for (kind, text) in texts {
        let at_once = kind.read(text.as_bytes(), ReaderTwin::Quick);
        for step in [700, 16_384, 50_000] {
            for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
                let reading = kind.read_in_steps(text.as_bytes(), way, || step);
                assert_eq!(reading, at_once, "{kind:?} {:?} by {step}", &text[..40]);
            }
        }
    }
}
