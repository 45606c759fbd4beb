//! What is to be solved, in whatever form it comes: one of the solver's own, or one that other verbs
//! read as well.

use tengen_core::{Area, Board, Color, Position, Rule, Setup};
use tengen_notation::{Content, OFF_BOARD};

use super::solve_args::SolveArgs;
use super::usage;
use crate::{
    io::error::Failure,
    io::final_positions::{name_of_move, put},
    io::input::Input,
    io::start_position::over,
    io::{
        input_format::SourceArgs,
        subject::{At, Subject},
    },
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
            if args.at != At::Last || args.game != 1 {
                return Err(usage("--move and --game go with records of games"));
            }
            if size.is_some() {
                return Err(usage("--size goes with a record that does not say it, or alone"));
            }
            return Ok(Source::Own(content, input));
        }
        let name = input.name.clone();
        let subject = Subject::of_input(input, &source, args.game, args.at)?;
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
                let message = format!("there are {black} black stones and {white} white ones");
                return Err(wrong(&format!("{message}; say with --turn who is to move")));
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
