//! Subject: a position of a game, or one without a game, from whatever record it comes in.

use std::str::FromStr;

use tengen_core::{Area, Board, Cell, Color, Point, Position, Rule, Setup, lines};

use crate::{Format, OFF_BOARD, Problem, Record, Sign};

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// After this number of moves.
    Move(usize),
    /// After the last move.
    Last,
}

impl FromStr for At {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<At, &'static str> {
        match text {
            "last" => Ok(At::Last),
            number => {
                number.parse().map(At::Move).map_err(|_| "write the number of a move, or last")
            }
        }
    }
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
    /// The moves. One that is taken away later, or a pass, is nowhere.
    pub moves: Vec<(Point, Color)>,
    /// Whose turn it is, where the text says so.
    pub turn: Option<Color>,
    /// Signs on points.
    pub signs: Vec<(Point, Sign)>,
    /// Who played, and where.
    pub title: Option<String>,
}

impl Subject {
    /// The main line of a record of this format as far as `at` says.
    ///
    /// # Errors
    ///
    /// If the size of the board is not known, or the game has fewer moves.
    pub fn from_record(record: &Record, format: Format, at: At) -> Result<Subject, String> {
        let Some(area) = record.area.or_else(|| usual_board(format)) else {
            return Err("the record does not say how large its board is; --size does".to_owned());
        };
        let mut board: Vec<(Point, Color)> = Vec::new();
        let (mut moves, mut signs): (Vec<(Point, Color)>, _) = (Vec::new(), Vec::new());
        let mut turn = None;
        for id in record.tree.main_line() {
            let node = record.tree.node(id);
            if let Some(step) = node.step {
                if At::Move(moves.len()) == at {
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
        if let At::Move(number) = at
            && moves.len() < number
        {
            let count = moves.len();
            return Err(format!("the game has {count} moves; --at {number} is after its end"));
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
    pub fn position(&self, rule: Rule, turn: Option<Color>) -> Result<Position, String> {
        let Subject { area, stones, moves, .. } = self;
        let mut board = Board::new(*area);
        for &(point, color) in stones {
            put(&mut board, point, color).map_err(|why| format!("a stone that is set {why}"))?;
        }
        for (&(point, color), number) in moves.iter().zip(1..) {
            if point == OFF_BOARD {
                continue;
            }
            put(&mut board, point, color).map_err(|why| {
                format!("move {number}{} {why}; see replay", name_of_move(*area, point))
            })?;
        }
        let stones = board.stones();
        let count = |color| stones.iter().filter(|stone| stone.1 == color).count();
        let turn = match (turn.or(self.turn), count(Color::Black), count(Color::White)) {
            (Some(turn), ..) => turn,
            (None, black, white) if black == white => Color::Black,
            (None, black, white) if black == white + 1 => Color::White,
            (None, black, white) => {
                let stones = format!("there are {black} black stones and {white} white ones");
                return Err(format!("{stones}; say with --turn who is to move"));
            }
        };
        let setup = Setup { area: *area, stones, turn };
        if rule != Rule::NoGo
            && let Some((_, problem)) = over(&setup, rule)
        {
            return Err(format!("{problem}; --move takes an earlier position"));
        }
        Position::from_setup(rule, &setup).map_err(|error| error.to_string())
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

/// Puts a stone on an empty point.
///
/// # Errors
///
/// If there is no such point, or it is occupied.
pub fn put(board: &mut Board, point: Point, color: Color) -> Result<(), &'static str> {
    match board.cell(point) {
        Cell::Empty => {
            board.put(point, color);
            Ok(())
        }
        Cell::Edge => Err("is outside the board"),
        Cell::Black | Cell::White => Err("is on a point that is occupied"),
    }
}

/// The name of the point of a move, in commas; nothing if it has none.
pub fn name_of_move(area: Area, point: Point) -> String {
    if point == OFF_BOARD { String::new() } else { format!(", {},", area.name(point)) }
}

/// The board of formats whose games have one if nothing else is said.
pub fn usual_board(format: Format) -> Option<Area> {
    matches!(format, Format::Moves | Format::Positions | Format::Openings)
        .then_some(Area::square(15))
}

/// That somebody has won a game of fives already, and where the line starts.
pub fn over(setup: &Setup, rule: Rule) -> Option<(Point, Problem)> {
    let mut board = Board::new(setup.area);
    for &(point, color) in &setup.stones {
        board.put(point, color);
    }
    let line = lines(&board).into_iter().find(|line| line.wins(rule))?;
    let score = format!("{} has won already, with {} in a row", line.color, line.length);
    Some((line.start, Problem::Over(score)))
}
