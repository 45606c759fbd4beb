//! The same records in every spelling that is allowed.

use proptest::{collection::vec, prelude::*};
use tengen_notation::{BoardForm, byte_order_mark};
use tengen_testkit::{ReaderTwin, TextContent, TextKind, TextReading, TextRecord};

use crate::support::{cases, records};

/// How a text departs from the usual spelling. Each list is gone through again and again, a line or
/// a gap at a time.
#[derive(Clone, Debug)]
struct Habits {
    mark: &'static str,
    line_ends: Vec<&'static str>,
    /// Blanks before the numbers of a line and between them, if they may be there.
    indents: Vec<&'static str>,
    gaps: Vec<&'static str>,
    /// Blanks at the end of a line.
    tails: Vec<&'static str>,
    /// Blank lines before each record.
    blank_lines: Vec<usize>,
    /// Whether the text ends with its last record.
    ends_bare: bool,
    ends_with_line_end: bool,
}

fn few(choices: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    vec(prop::sample::select(choices), 1..6)
}

prop_compose! {
    fn habits()(
        mark in prop::sample::select(["", "\u{FEFF}"].as_slice()),
        line_ends in few(&["\n", "\r\n"]),
        indents in few(&["", "", " ", "\t"]),
        gaps in few(&[" ", " ", "  ", "\t", " \t "]),
        tails in few(&["", "", " ", "\t", " \t  ", "\r"]),
        blank_lines in vec(0..4usize, 1..6),
        ends_bare in any::<bool>(),
        ends_with_line_end in any::<bool>(),
    ) -> Habits {
        Habits {
            mark, line_ends, indents, gaps, tails, blank_lines, ends_bare, ends_with_line_end,
        }
    }
}

/// A text on its way to the paper, and how many lines it has so far.
struct Scribe {
    text: String,
    lines: usize,
    habits: Habits,
}

impl Scribe {
    /// The element of `list` that is due in this line.
    fn due<T: Copy>(&self, list: &[T]) -> T {
        list[self.lines % list.len()]
    }

    fn write_line(&mut self, line: &str, numbers: bool) {
        let line = if numbers {
            let gap = self.due(&self.habits.gaps);
            format!("{}{}", self.due(&self.habits.indents), line.replace(' ', gap))
        } else {
            line.to_owned()
        };
        let (tail, end) = (self.due(&self.habits.tails), self.due(&self.habits.line_ends));
        self.text.extend([line.as_str(), tail, end]);
        self.lines += 1;
    }

    fn write_blank_lines(&mut self, at_least: usize) {
        for _ in 0..self.due(&self.habits.blank_lines).max(at_least) {
            self.write_line("", false);
        }
    }
}

/// Spells `contents` by `habits`, and says what must be read.
fn spell(kind: TextKind, contents: &[TextContent], habits: Habits) -> (String, TextReading) {
    let mut scribe = Scribe { text: habits.mark.to_owned(), lines: 0, habits };
    let usual = kind.spell(contents);
    // Where the usual spelling has a blank line, there must be at least one.
    let between = usize::from(usual.contains("\n\n"));
    if let TextKind::Boards(BoardForm::Digits, _) = kind {
        scribe.write_blank_lines(0);
        scribe.write_line(&contents.len().to_string(), true);
    }
    let mut reading = TextReading::default();
    for (number, content) in contents.iter().enumerate() {
        scribe.write_blank_lines(if number == 0 { 0 } else { between });
        let line = scribe.lines as u64 + 1;
        reading.records.push(TextRecord { line, content: content.clone() });
        for (y, row) in kind.spell_record(content).lines().enumerate() {
            let numbers = match kind {
                TextKind::Boards(form, _) => form != BoardForm::Letters,
                // The number of moves stands at the start of its line.
                TextKind::Games { .. } => y > 0,
            };
            scribe.write_line(row, numbers);
        }
    }
    if !scribe.habits.ends_bare {
        scribe.write_blank_lines(1);
    }
    if !scribe.habits.ends_with_line_end {
        let length = scribe.text.trim_end_matches(['\r', '\n']).len();
        scribe.text.truncate(length);
    }
    (scribe.text, reading)
}

proptest! {
    #![proptest_config(cases(8_000))]

    #[test]
    fn blanks_and_line_ends_mean_nothing((kind, contents) in records(), habits in habits()) {
        let (text, expected) = spell(kind, &contents, habits);
        let bytes = &text.as_bytes()[byte_order_mark(text.as_bytes()).unwrap()..];
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            prop_assert_eq!(&kind.read(bytes, way), &expected, "{:?}", text);
        }
    }

    #[test]
    fn line_ends_of_windows_are_line_ends((kind, contents) in records()) {
        let usual = kind.spell(&contents);
        let expected = kind.read(usual.as_bytes(), ReaderTwin::Quick);
        let text = usual.replace('\n', "\r\n");
        for text in [text.as_str(), text.trim_end()] {
            for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
                prop_assert_eq!(&kind.read(text.as_bytes(), way), &expected);
            }
        }
    }
}

#[test]
fn numbers_may_have_leading_zeros_and_blanks_around_them() {
    let kind = TextKind::Games { width: 15, height: 15 };
    let usual = kind.read(b"2\n8 8\n15 1\n", ReaderTwin::Quick);
    for text in
        ["02\n08 8\n15 01\n", "002\n008 0008\n015 000000000000000001\n", " 2 \n\t8  8\n 15\t1\r\n"]
    {
        for way in [ReaderTwin::Quick, ReaderTwin::Plain] {
            assert_eq!(kind.read(text.as_bytes(), way), usual);
        }
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    for (bytes, length) in [
        (b"".as_slice(), 0),
        (b" \r\n\t", 0),
        (b"\n 3\n", 0),
        (b"\xEF\xBB\xBF", 3),
        (b"\xEF\xBB\xBF\n.o", 3),
        (b"\xEF\xBBo", 0),
    ] {
        assert_eq!(byte_order_mark(bytes), Ok(length));
    }
}
