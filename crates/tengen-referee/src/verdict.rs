//! What the board says about a record, the plain way: move by move, for every game, every board and
//! every record, however odd.

use tengen_core::{
    Area, Board, Cell, Color, Illegal, Outcome, Point, Position, Rule, Setup, SetupError, renju,
    shape::Shape,
};
use tengen_notation::{RecordStep, ResultClaim};

use crate::{Agreement, End, agreement};

/// A game as it is recorded: what a judge needs of a record.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// The game that is played.
    pub rule: Rule,
    /// The board.
    pub area: Area,
    /// The stones that were there before the first move.
    pub setup: &'a [(Point, Color)],
    /// Who moves first.
    pub first: Color,
    /// What was played.
    pub steps: Steps<'a>,
    /// The index of the step before which stones were set or taken away in the middle of the game;
    /// nobody can judge what follows.
    pub broken: Option<usize>,
    /// The result that is written in the record.
    pub claim: Option<ResultClaim>,
}

impl<'a> GameRecord<'a> {
    /// A list of moves on an empty board, Black's first, without a result.
    pub const fn new(rule: Rule, area: Area, moves: &'a [Point]) -> GameRecord<'a> {
        let (first, steps) = (Color::Black, Steps::Moves(moves));
        GameRecord { rule, area, setup: &[], first, steps, broken: None, claim: None }
    }
}

/// What was played.
#[derive(Clone, Copy, Debug)]
pub enum Steps<'a> {
    /// Stones of the two sides in turn.
    Moves(&'a [Point]),
    /// Anything else: passes, two stones of one side in a row.
    Irregular(&'a [RecordStep]),
}

impl Steps<'_> {
    /// How many there are.
    pub fn len(self) -> usize {
        match self {
            Steps::Moves(moves) => moves.len(),
            Steps::Irregular(steps) => steps.len(),
        }
    }

    /// Whether nothing was played.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The step at `index`, from 0, if `first` made the first one.
    pub fn get(self, index: usize, first: Color) -> RecordStep {
        match self {
            Steps::Moves(moves) => {
                let color = if index.is_multiple_of(2) { first } else { !first };
                RecordStep { color, point: Some(moves[index]) }
            }
            Steps::Irregular(steps) => steps[index],
        }
    }
}

/// What the board says about a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Verdict {
    /// The winner, if there is one.
    pub winner: Option<Color>,
    /// How the record ends.
    pub end: End,
    /// The number of the move that ended it or that cannot be, from 1; 0 if no single move did: the
    /// set-up, a board that is full, or nothing.
    pub at: u32,
    /// The number of the move that took the point of an occupied one; 0 if the set-up did.
    pub earlier: u32,
    /// How many moves come after the end.
    pub after: u32,
    /// Whether the board bears out the result that is written.
    pub agrees: Agreement,
}

impl Verdict {
    pub(crate) const fn new(end: End, winner: Option<Color>, at: usize) -> Verdict {
        let (earlier, after, agrees) = (0, 0, Agreement::Unknown);
        Verdict { winner, end, at: at as u32, earlier, after, agrees }
    }

    /// Of a record that cannot be read.
    pub const UNREADABLE: Verdict = Verdict::new(End::Unreadable, None, 0);
}

/// The stones that show a verdict: lines that win, or that make a foul.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Evidence {
    points: Vec<Point>,
    /// What each line is, and where its points end.
    lines: Vec<(Shape, usize)>,
}

impl Evidence {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.points.clear();
        self.lines.clear();
    }

    /// Adds a line.
    pub fn add(&mut self, shape: Shape, points: impl IntoIterator<Item = Point>) {
        self.points.extend(points);
        self.lines.push((shape, self.points.len()));
    }

    /// The lines: what each is, and its stones.
    pub fn lines(&self) -> impl Iterator<Item = (Shape, &[Point])> {
        let mut from = 0;
        self.lines.iter().map(move |&(shape, end)| {
            let points = &self.points[from..end];
            from = end;
            (shape, points)
        })
    }
}

/// Judges a game the plain way. What shows the verdict is put into `evidence`.
pub fn plain_verdict(game: &GameRecord<'_>, evidence: &mut Evidence) -> Verdict {
    evidence.clear();
    let mut verdict = judge(game, evidence);
    verdict.agrees = agreement::of(game, &verdict);
    verdict
}

fn judge(game: &GameRecord<'_>, evidence: &mut Evidence) -> Verdict {
    let GameRecord { rule, area, setup, first, steps, .. } = *game;
    let start = Setup { area, stones: setup.to_vec(), turn: first };
    let over = |end: End, winner: Option<Color>, at: usize| Verdict {
        after: (steps.len() - at) as u32,
        ..Verdict::new(end, winner, at)
    };
    let mut position = match Position::from_setup(rule, &start) {
        Ok(position) => position,
        Err(SetupError::WonByMover(winner)) => return over(End::Five, Some(winner), 0),
        Err(_) => return Verdict::new(End::Setup, None, 0),
    };
    let by_rule = if rule == Rule::NoGo { End::NoMove } else { End::Five };
    match position.outcome() {
        Some(Outcome::Won(winner)) => return over(by_rule, Some(winner), 0),
        Some(Outcome::Drawn) => return over(End::FullBoard, None, 0),
        None => {}
    }
    for index in 0..steps.len() {
        let number = index + 1;
        if game.broken == Some(index) {
            return Verdict::new(End::Setup, None, number);
        }
        let RecordStep { color, point } = steps.get(index, first);
        if color != position.turn() {
            return Verdict::new(End::OutOfTurn, None, number);
        }
        let Some(point) = point else {
            if rule == Rule::NoGo {
                return Verdict::new(End::Pass, None, number);
            }
            // The other side goes on from the same stones.
            let stones = position.board().stones();
            let passed = Setup { area, stones, turn: !color };
            position = Position::from_setup(rule, &passed).expect("nobody has won");
            continue;
        };
        if let Some(fault) = misplaced(game, position.board(), index, point) {
            return fault;
        }
        match position.play(point) {
            Ok(()) => match position.outcome() {
                Some(Outcome::Won(winner)) => {
                    for line in position.winning_lines() {
                        evidence.add(Shape::Five, line.points());
                    }
                    return over(by_rule, Some(winner), number);
                }
                Some(Outcome::Drawn) => {
                    return Verdict { at: 0, ..over(End::FullBoard, None, number) };
                }
                None => {}
            },
            Err(Illegal::Foul(foul)) => {
                add_foul(position.board(), point, evidence);
                return over(foul.into(), Some(!color), number);
            }
            Err(Illegal::Chokes(_)) => return over(End::Choke, Some(!color), number),
            Err(illegal) => unreachable!("the point is free and the game goes on: {illegal}"),
        }
    }
    match game.broken {
        Some(index) => Verdict::new(End::Setup, None, index + 1),
        None => Verdict::new(End::Unfinished, None, 0),
    }
}

/// The fault of the step at `index`, if its `point` is outside `board` or occupied.
fn misplaced(game: &GameRecord<'_>, board: &Board, index: usize, point: Point) -> Option<Verdict> {
    let fault = |end: End| Verdict::new(end, None, index + 1);
    match board.cell(point) {
        Cell::Empty => None,
        Cell::Edge => Some(fault(End::Outside)),
        Cell::Black | Cell::White => {
            let same = |&before: &usize| game.steps.get(before, game.first).point == Some(point);
            let earlier = (0..index).find(same).map_or(0, |before| before as u32 + 1);
            Some(Verdict { earlier, ..fault(End::Occupied) })
        }
    }
}

/// The fault of the first step that is outside the board or on an occupied point, whether the game is
/// over by then or not.
pub(crate) fn first_misplaced(game: &GameRecord<'_>) -> Option<Verdict> {
    let mut board = Board::new(game.area);
    for &(point, color) in game.setup {
        board.put(point, color);
    }
    (0..game.steps.len()).find_map(|index| {
        let RecordStep { color, point } = game.steps.get(index, game.first);
        let point = point?;
        let fault = misplaced(game, &board, index, point);
        if fault.is_none() {
            board.put(point, color);
        }
        fault
    })
}

/// Shows what the forbidden stone on `point` makes.
pub(crate) fn add_foul(board: &Board, point: Point, evidence: &mut Evidence) {
    for part in renju::line_shapes(board, point).into_iter().filter(renju::LineShape::counts) {
        evidence.add(part.shape, part.stones);
    }
}
