//! Subject: a position of a game, or one without a game, from whatever record it comes in.

use std::str::FromStr;

use tengen_core::{Area, Board, Cell, Color, Point, Position, Rule, Setup, SetupError, lines};
use thiserror::Error;

use crate::{Format, OFF_BOARD, Problem, Record, Sign};

/// Number of moves after which a game is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveNumber {
    /// After this number of moves.
    After(usize),
    /// After the last move.
    Last,
}

impl FromStr for MoveNumber {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<MoveNumber, &'static str> {
        match text {
            "last" => Ok(MoveNumber::Last),
            number => {
                let number = number.parse().map(MoveNumber::After);
                number.map_err(|_| "write the number of a move, or last")
            }
        }
    }
}

/// Error of a record that has no such position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The size of the board is not known.
    #[error("the record does not say how large its board is")]
    NoSize,
    /// The game is shorter.
    #[error("the game has {moves} moves; move {number} is after its end")]
    AfterEnd {
        /// Number of its moves.
        moves: usize,
        /// The number that was asked for.
        number: usize,
    },
    /// A stone that is not a move is on an occupied point, or outside.
    #[error("a stone that is set {0}")]
    Stone(&'static str),
    /// A move is on an occupied point, or outside.
    #[error("move {number}{} {problem}", point.as_ref().map_or_else(String::new, |name| format!(", {name},")))]
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// Name of its point, if it is a point.
        point: Option<String>,
        /// What is wrong with the point.
        problem: &'static str,
    },
    /// The numbers of stones do not imply the side to move.
    #[error("there are {black} black stones and {white} white ones")]
    NoTurn {
        /// Number of black stones.
        black: usize,
        /// Number of white stones.
        white: usize,
    },
    /// A side has won already.
    #[error("{0}")]
    Over(String),
    /// No game goes on from the stones.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Subject of a picture or a question: a position, and the moves that led to it as far as they are known.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The game, if the record says it.
    pub rule: Option<Rule>,
    /// The board.
    pub area: Area,
    /// Stones that were not played.
    pub stones: Vec<(Point, Color)>,
    /// The moves. The point of a pass, or of a stone that was taken away later, is [`OFF_BOARD`].
    pub moves: Vec<(Point, Color)>,
    /// Whose turn it is, where the text says so.
    pub turn: Option<Color>,
    /// Signs on points.
    pub signs: Vec<(Point, Sign)>,
    /// Who played, and where.
    pub title: Option<String>,
}

impl Subject {
    /// The main line of a record of this format, up to `at`.
    ///
    /// # Errors
    ///
    /// If the size of the board is not known, or the game has fewer moves.
    pub fn from_record(
        record: &Record,
        format: Format,
        at: MoveNumber,
    ) -> Result<Subject, SubjectError> {
        let Some(area) = record.area.or_else(|| usual_board(format)) else {
            return Err(SubjectError::NoSize);
        };
        let mut board: Vec<(Point, Color)> = Vec::new();
        let (mut moves, mut signs): (Vec<(Point, Color)>, _) = (Vec::new(), Vec::new());
        let mut turn = None;
        for id in record.tree.main_line() {
            let node = record.tree.node(id);
            if let Some(step) = node.step {
                if MoveNumber::After(moves.len()) == at {
                    break;
                }
                moves.push((step.point.unwrap_or(OFF_BOARD), step.color));
                turn = Some(!step.color);
            }
            turn = node.turn.or(turn);
            for &(point, stone) in &node.setup {
                board.retain(|&(other, _)| other != point);
                moves.iter_mut().filter(|played| played.0 == point).for_each(|m| m.0 = OFF_BOARD);
                board.extend(stone.map(|color| (point, color)));
            }
            signs.clone_from(&node.signs);
        }
        if let MoveNumber::After(number) = at
            && moves.len() < number
        {
            return Err(SubjectError::AfterEnd { moves: moves.len(), number });
        }
        let title = title(record);
        Ok(Subject { rule: record.rule, area, stones: board, moves, turn, signs, title })
    }

    /// The board at the end.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.area);
        for &(point, color) in self.stones.iter().chain(&self.moves) {
            // Of two stones on one point the board has the first.
            if board.cell(point) == Cell::Empty {
                board.put(point, color);
            }
        }
        board
    }

    /// The position under a rule. To move is `turn`, else whom the record says, else the side with fewer stones.
    ///
    /// # Errors
    ///
    /// If no game can go on from the stones.
    pub fn position(&self, rule: Rule, turn: Option<Color>) -> Result<Position, SubjectError> {
        let Subject { area, stones, moves, .. } = self;
        let moves = (1..).zip(moves.iter().copied()).filter(|&(_, (point, _))| point != OFF_BOARD);
        let stones = place_stones(*area, stones, moves)?.stones();
        let count = |color| stones.iter().filter(|stone| stone.1 == color).count();
        let turn = match (turn.or(self.turn), count(Color::Black), count(Color::White)) {
            (Some(turn), ..) => turn,
            (None, black, white) if black == white => Color::Black,
            (None, black, white) if black == white + 1 => Color::White,
            (None, black, white) => return Err(SubjectError::NoTurn { black, white }),
        };
        let setup = Setup { area: *area, stones, turn };
        if rule != Rule::NoGo
            && let Some((_, problem)) = already_won(&setup, rule)
        {
            return Err(SubjectError::Over(problem.to_string()));
        }
        Ok(Position::from_setup(rule, &setup)?)
    }
}

/// Who played, and where.
fn title(record: &Record) -> Option<String> {
    let players = match (record.black.as_str(), record.white.as_str()) {
        ("", "") => None,
        ("", one) | (one, "") => Some(one.to_owned()),
        (black, white) => Some(format!("{black} – {white}")),
    };
    let event = Some(record.event.clone()).filter(|event| !event.is_empty());
    let parts: Vec<String> = players.into_iter().chain(event).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The board with stones that are set, and then moves with their numbers, each on an empty point.
///
/// # Errors
///
/// If there is no such point, or it is occupied.
pub fn place_stones(
    area: Area,
    stones: &[(Point, Color)],
    moves: impl Iterator<Item = (usize, (Point, Color))>,
) -> Result<Board, SubjectError> {
    let mut board = Board::new(area);
    let mut put = |(point, color)| match board.cell(point) {
        Cell::Empty => {
            board.put(point, color);
            Ok(())
        }
        Cell::Edge => Err("is outside the board"),
        Cell::Black | Cell::White => Err("is on a point that is occupied"),
    };
    for &stone in stones {
        put(stone).map_err(SubjectError::Stone)?;
    }
    for (number, (point, color)) in moves {
        put((point, color)).map_err(|problem| {
            let point = (point != OFF_BOARD).then(|| area.name(point));
            SubjectError::Move { number, point, problem }
        })?;
    }
    Ok(board)
}

/// Usual board of a format whose records need not say it.
pub fn usual_board(format: Format) -> Option<Area> {
    matches!(format, Format::Moves | Format::Positions | Format::Openings)
        .then_some(Area::square(15))
}

/// Problem of a setup of fives in which a side has won already, and where its line starts.
pub fn already_won(setup: &Setup, rule: Rule) -> Option<(Point, Problem)> {
    let mut board = Board::new(setup.area);
    for &(point, color) in &setup.stones {
        board.put(point, color);
    }
    let line = lines(&board).into_iter().find(|line| line.wins(rule))?;
    let score = format!("{} has won already, with {} in a row", line.color, line.length);
    Some((line.start, Problem::Over(score)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RecordStep, RecordTree};

    fn record(area: Option<Area>, moves: &[(i32, i32)]) -> Record {
        let mut record = Record { area, ..Record::default() };
        let steps = moves.iter().zip([Color::Black, Color::White].into_iter().cycle());
        let steps =
            steps.map(|(&(x, y), color)| RecordStep { color, point: Some(Point::new(x, y)) });
        record.tree.extend(RecordTree::ROOT, steps);
        record
    }

    fn wrong(record: &Record, at: MoveNumber) -> SubjectError {
        let subject = Subject::from_record(record, Format::Sgf, at);
        subject.and_then(|subject| subject.position(Rule::Exact, None)).unwrap_err()
    }

    #[test]
    fn a_position_that_cannot_be_says_why() {
        let area = Some(Area::square(9));
        assert_eq!(wrong(&record(None, &[]), MoveNumber::Last), SubjectError::NoSize);
        let late = wrong(&record(area, &[(0, 0)]), MoveNumber::After(2));
        assert_eq!(late, SubjectError::AfterEnd { moves: 1, number: 2 });
        let twice = wrong(&record(area, &[(0, 0), (0, 0)]), MoveNumber::Last);
        assert_eq!(twice.to_string(), "move 2, a9, is on a point that is occupied");
        let mut uneven = record(area, &[]);
        let stones = [(0, 0), (2, 0)].map(|(x, y)| (Point::new(x, y), Some(Color::White)));
        uneven.tree.node_mut(RecordTree::ROOT).setup = stones.into();
        let no_turn = SubjectError::NoTurn { black: 0, white: 2 };
        assert_eq!(wrong(&uneven, MoveNumber::Last), no_turn);
        let five = (0..9).map(|n| (n / 2, n % 2)).collect::<Vec<_>>();
        let over = wrong(&record(area, &five), MoveNumber::Last).to_string();
        assert_eq!(over, "the game is over: black has won already, with 5 in a row");
    }

    #[test]
    fn a_game_is_looked_at_after_any_move() {
        let game = record(Some(Area::square(9)), &[(0, 0), (1, 1), (2, 2)]);
        for (at, stones) in [("0", 0), ("2", 2), ("last", 3)] {
            let subject = Subject::from_record(&game, Format::Sgf, at.parse().unwrap()).unwrap();
            assert_eq!(subject.position(Rule::Exact, None).unwrap().board().stones().len(), stones);
        }
        assert!("first".parse::<MoveNumber>().is_err());
    }
}
