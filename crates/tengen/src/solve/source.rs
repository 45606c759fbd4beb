//! What is to be solved, in whatever form it comes: one of the solver's own, or one that other verbs
//! read as well.

use tengen_core::{Area, Position, Rule};
use tengen_notation::{
    Content,
    subject::{MoveNumber, Subject},
};

use super::solve_args::SolveArgs;
use super::usage;
use crate::io::{
    error::Failure,
    input::Input,
    input_format::SourceArgs,
    subject::{advice, subject_of_input},
};

/// What is to be solved.
pub(super) enum Source {
    /// A board with its size, a list of pieces, or puzzles.
    Own(Content, Input),
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
        let size = args.start.size.map(|(width, height)| Area::Bounded { width, height });
        let (from, rule, rows) = (args.from, args.rule, args.rows);
        let source = SourceArgs { from, rule, size, rows, encoding: None };
        // A text that is nothing known should have been a board.
        let content = source.content(&input.head()?, &input.name).unwrap_or(Content::BoardText);
        if matches!(content, Content::BoardText | Content::StoneList | Content::Puzzles) {
            if args.at != MoveNumber::Last || args.game != 1 {
                return Err(usage("--move and --game go with records of games"));
            }
            if size.is_some() {
                return Err(usage("--size goes with a record that does not say it, or alone"));
            }
            return Ok(Source::Own(content, input));
        }
        let name = input.name.clone();
        let subject = subject_of_input(input, &source, args.game, args.at)?;
        Ok(Source::Shared(Shared { name, subject }))
    }
}

impl Shared {
    /// The rule, if the record or the arguments say it.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.subject.rule
    }

    /// The position, with the side to move that the arguments, the record or the stones imply.
    pub(super) fn position(&self, args: &SolveArgs, rule: Rule) -> Result<Position, Failure> {
        let position = self.subject.position(rule, args.start.turn);
        position.map_err(|error| Failure::Usage(format!("{}: {}", self.name, advice(&error))))
    }
}
