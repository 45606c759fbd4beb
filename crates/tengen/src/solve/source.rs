//! What is to be solved, in whatever form it comes: one of the solver's own, or one that other verbs
//! read as well.

use std::io::Read;

use tengen_core::{Area, Board, Color, Position, Rule, Setup};
use tengen_notation::{Format, OFF_BOARD};

use super::usage;
use crate::{
    cli::SolveArgs,
    io::error::Failure,
    io::final_positions::{name_of_move, put},
    io::input::Input,
    io::start_position::{StartText, over},
    io::{
        input_format::{From, SourceArgs},
        subject::{At, Subject},
    },
};

/// What is to be solved.
pub(super) enum Source {
    /// A board with its size, a list of pieces, or puzzles.
    Own(StartText),
    /// A record of a game, a link or a position as other verbs read them.
    Shared(Shared),
}

/// A position that has been read, and the name of its text.
pub(super) struct Shared {
    name: String,
    subject: Subject,
}

impl Source {
    /// Opens the text that the arguments name and looks at what it is.
    pub(super) fn open(args: &SolveArgs) -> Result<Source, Failure> {
        let mut input = Input::open(args.start.path())?;
        let mut head = Vec::new();
        if let Err(error) = input.reader.by_ref().take(StartText::LOOK).read_to_end(&mut head) {
            return Err(Failure::Read { name: input.name, error });
        }
        if is_own(args.from, &head, &input.name) {
            if args.at != At::Last || args.game != 1 {
                return Err(usage("--move and --game go with records of games"));
            }
            if args.start.size.is_some() {
                return Err(usage("--size goes with a record that does not say it, or alone"));
            }
            return StartText::of_input(input, head).map(Source::Own);
        }
        let size = args.start.size.map(|(width, height)| Area::Bounded { width, height });
        let (from, rule, rows) = (args.from, args.rule, args.rows);
        let source = SourceArgs { from, rule, size, rows, encoding: None };
        let Input { name, reader, .. } = input;
        let subject = Subject::of_input(&name, reader, head, &source, args.game, args.at)?;
        Ok(Source::Shared(Shared { name, subject }))
    }
}

/// Whether a text is in a form that only the solver reads, or in none that is known: the solver then
/// tells what would be right.
fn is_own(from: Option<From>, head: &[u8], name: &str) -> bool {
    match from.unwrap_or_else(|| From::detect(head)) {
        From::Field | From::Pieces => true,
        From::Board | From::Drawing | From::Link => false,
        From::Record(_) if from.is_some() => false,
        From::Record(_) => match Format::detect(head, name) {
            None => true,
            // A puzzle is an object too.
            Some(Format::JsonLines) => !has(head, b"\"moves\"") || has(head, b"\"to_move\""),
            // A board begins with a number too, its size.
            Some(Format::Moves) => !second_line_is_a_move(head),
            Some(_) => false,
        },
    }
}

fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|found| found == word)
}

fn second_line_is_a_move(text: &[u8]) -> bool {
    let mut lines = text.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let words = lines.nth(1).unwrap_or_default().split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    words.len() == 2 && words.iter().all(|word| word.iter().all(u8::is_ascii_digit))
}

impl Shared {
    /// The rule, if the record or the arguments say it.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.subject.rule
    }

    /// The position, with the side to move that the arguments, the record or the stones tell.
    pub(super) fn position(&self, args: &SolveArgs, rule: Rule) -> Result<Position, Failure> {
        let wrong = |what: &str| Failure::Usage(format!("{}: {what}", self.name));
        let Subject { area, stones, moves, turn, .. } = &self.subject;
        let mut board = Board::new(*area);
        for &(point, color) in stones {
            let placed = put(&mut board, point, color);
            placed.map_err(|why| wrong(&format!("a stone that is set {why}")))?;
        }
        for (&(point, color), number) in moves.iter().zip(1..) {
            if point == OFF_BOARD {
                continue;
            }
            put(&mut board, point, color).map_err(|why| {
                let name = name_of_move(*area, point);
                wrong(&format!("move {number}{name} {why}; see replay"))
            })?;
        }
        let stones = board.stones();
        let count = |color| stones.iter().filter(|stone| stone.1 == color).count();
        let turn = match (args.start.turn.or(*turn), count(Color::Black), count(Color::White)) {
            (Some(turn), ..) => turn,
            (None, black, white) if black == white => Color::Black,
            (None, black, white) if black == white + 1 => Color::White,
            (None, black, white) => {
                let told = format!("there are {black} black stones and {white} white ones");
                return Err(wrong(&format!("{told}; say with --turn who is to move")));
            }
        };
        let setup = Setup { area: *area, stones, turn };
        if rule != Rule::NoGo
            && let Some((_, problem)) = over(&setup, rule)
        {
            return Err(wrong(&format!("{problem}; --move takes an earlier position")));
        }
        Position::from_setup(rule, &setup).map_err(|error| wrong(&error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_the_solver_are_told_from_those_of_all() {
        for (text, own) in [
            ("3\n...\n.X.\n...\n", true),
            ("3 4\n....\n", true),
            ("9\n..a\n", true),
            ("", true),
            ("hello\n", true),
            ("[[0,0,1]]", true),
            ("[[0,0,\"x\"]]", true),
            ("{\"rule\":\"renju\",\"to_move\":\"black\"}", true),
            ("{\"rule\":\"renju\"}", true),
            ("{\"moves\":\"h8i9\"}", false),
            ("2\n8 8\n7 9\n", false),
            ("h8i9\n", false),
            ("(;GM[4])", false),
            ("Piskvorky 20x20, 11:11, 0\n", false),
            (". x .\n. . .\n", false),
            ("..x\no..\n", false),
            ("https://gomocalc.com/#/h8", false),
        ] {
            assert_eq!(is_own(None, text.as_bytes(), "stdin"), own, "{text:?}");
        }
        assert!(!is_own(Some(From::Record(Some(Format::JsonLines))), b"{}", ""));
    }
}
