//! Hot: the board of the search, with incremental patterns and accumulators.

#![allow(
    clippy::inline_always,
    reason = "one loop, written in parts; a call would spill the totals"
)]

use std::sync::Arc;

use tengen_core::{Area, Axis, Color, Point, Position, Rule};
use tengen_solver::fives::{LinePattern, Spot, Threats};

use super::{
    eval_tables::{EvalTables, PatternRow},
    net::{Accumulator, SHARED},
    point_pattern::{CoarsePattern, PointPattern},
    point_rank::PointRank,
    threat_summary::{RankCounts, ThreatSummary},
    values::Values,
};
use crate::Unsuited;

/// Search board: make and unmake moves with incremental patterns, rank counts and accumulators.
///
/// It stands on the solver's [`Threats`], so that search and solver share one board.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_engine::fives::{SearchBoard, PointRank};
///
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let mut board = SearchBoard::new(&position).unwrap();
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)] {
///     board.play(board.spot(Point::new(x, y)));
/// }
/// assert_eq!(board.rank(board.spot(Point::new(10, 7)), Color::Black), PointRank::Straight);
/// assert_eq!(board.count(Color::Black, PointRank::Straight), 2);
/// assert!(board.value() > 0, "it is Black's turn");
/// ```
#[derive(Clone, Debug)]
pub struct SearchBoard {
    /// The stones. All else is computed from these and the turn.
    threats: Threats,
    turn: Color,
    /// The moves since the root.
    moves: Vec<Spot>,
    layout: BoardLayout,
    tables: Arc<EvalTables>,
    // Incrementally updated; `check` compares with the stones.
    points: Box<[ColorPatterns; SPOTS]>,
    totals: Totals,
    near: NearPoints,
    // The undo stack.
    steps: Vec<UndoStep>,
    /// For all moves, the patterns before their [changes](Threats::changes).
    old: Vec<ColorPatterns>,
}

/// Patterns of both colors on a spot. Under a stone they are stale.
type ColorPatterns = [PointPattern; 2];

/// More than the spots of the largest board and its rims. A power of two, so that an index needs no
/// bounds check.
const SPOTS: usize = 1024;

/// Sums over all empty spots: rank counts, and the NNUE-style accumulator of the network.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Totals {
    /// For each color.
    rank_counts: [RankCounts; 2],
    /// The inputs of the network.
    accumulator: Accumulator,
}

/// Conversion between spots and coordinates.
#[derive(Clone, Debug)]
struct BoardLayout {
    width: u32,
    height: u32,
    /// The spots of the first column.
    rows: Vec<Spot>,
    /// For each spot, its column and row.
    places: Box<[(u8, u8); SPOTS]>,
}

/// Bitboards of the points near stones and of the empty points: the candidate moves. The rows have
/// room for three more points on either side, and so have the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NearPoints {
    near: [u32; NearPoints::ROWS],
    empty: [u32; NearPoints::ROWS],
}

impl NearPoints {
    const REACH: usize = 3;
    const ROWS: usize = SearchBoard::MAX_SIDE as usize + 2 * NearPoints::REACH;

    /// Two steps around the middle, three straight and diagonal.
    const MASKS: [u32; 7] =
        [0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];

    fn new(layout: &BoardLayout) -> NearPoints {
        let mut near = NearPoints { near: [0; NearPoints::ROWS], empty: [0; NearPoints::ROWS] };
        for y in 0..layout.height as usize {
            near.empty[y + NearPoints::REACH] = ((1 << layout.width) - 1) << NearPoints::REACH;
        }
        near
    }

    /// The rows of points that a stone in row `y` is near to.
    #[inline]
    fn around(&mut self, y: u8) -> &mut [u32] {
        &mut self.near[usize::from(y)..][..7]
    }

    #[inline]
    fn flip(&mut self, (x, y): (u8, u8)) {
        self.empty[usize::from(y) + NearPoints::REACH] ^=
            1 << (u32::from(x) + NearPoints::REACH as u32);
    }

    #[inline]
    fn put(&mut self, (x, y): (u8, u8)) -> [u32; 7] {
        self.flip((x, y));
        let mut old = [0; 7];
        for ((row, old), mask) in self.around(y).iter_mut().zip(&mut old).zip(NearPoints::MASKS) {
            *old = *row;
            *row |= mask << x;
        }
        old
    }

    #[inline]
    fn lift(&mut self, (x, y): (u8, u8), old: &[u32; 7]) {
        self.flip((x, y));
        self.around(y).copy_from_slice(old);
    }
}

/// Undo record of a move.
#[derive(Clone, Copy, Debug)]
struct UndoStep {
    totals: Totals,
    near: [u32; 7],
    /// Length of the list of old patterns.
    old: u32,
}

impl SearchBoard {
    /// The shortest side of a board.
    pub const MIN_SIDE: u16 = 5;
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 22;

    const TURN: u64 = 0x5851_F42D_4C95_7F2D;

    /// Width and height of the board of `position`, if it suits.
    pub(crate) fn size(position: &Position) -> Result<(u16, u16), Unsuited> {
        if position.rule() == Rule::NoGo {
            return Err(Unsuited::NotFives(Rule::NoGo));
        }
        let fits = |side| (SearchBoard::MIN_SIDE..=SearchBoard::MAX_SIDE).contains(&side);
        match position.board().area() {
            Area::Bounded { width, height } if fits(width) && fits(height) => Ok((width, height)),
            area => Err(Unsuited::Size(area)),
        }
    }

    /// The board of `position`, with the values that are shipped.
    ///
    /// # Errors
    ///
    /// If it is another game, or on a board that is too large or too small.
    pub fn new(position: &Position) -> Result<SearchBoard, Unsuited> {
        SearchBoard::size(position)?;
        SearchBoard::with(position, Values::shipped(position.rule()))
    }

    /// The board of `position` with other values, which are those of its rule.
    ///
    /// # Errors
    ///
    /// As [`SearchBoard::new`].
    pub fn with(position: &Position, values: Arc<Values>) -> Result<SearchBoard, Unsuited> {
        let (width, height) = SearchBoard::size(position)?;
        if position.rule() != values.rule() {
            return Err(Unsuited::NotFives(position.rule()));
        }
        let unsuited = Unsuited::Size(position.board().area());
        let threats = Threats::new(position).map_err(|_| unsuited)?;
        let layout = BoardLayout::new(&threats, width, height);
        let mut board = SearchBoard {
            turn: position.turn(),
            moves: Vec::new(),
            points: Box::new([ColorPatterns::default(); SPOTS]),
            totals: Totals::default(),
            near: NearPoints::new(&layout),
            tables: Arc::new(EvalTables::new(values)),
            threats,
            layout,
            steps: Vec::new(),
            old: Vec::new(),
        };
        for (point, _) in position.board().stones() {
            let spot = board.spot(point);
            board.near.put(board.layout.places[usize::from(spot) % SPOTS]);
        }
        for spot in board.threats.empty() {
            let around = board.tables.patterns.both(board.threats.pairs(spot));
            board.points[usize::from(spot) % SPOTS] = around;
            board.totals = board.totals.with(&board.tables, around);
        }
        Ok(board)
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The game.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.threats.rule()
    }

    /// The number of a point on the board.
    pub fn spot(&self, point: Point) -> Spot {
        self.threats.spot(point)
    }

    /// The point of a number.
    #[inline]
    pub fn point(&self, spot: Spot) -> Point {
        self.threats.point(spot)
    }

    /// The moves since the root. A null move is none of them.
    #[inline]
    pub fn moves(&self) -> &[Spot] {
        &self.moves
    }

    /// Zobrist hash of rule, size, stones and turn.
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.turn {
            Color::Black => self.threats.hash(),
            Color::White => self.threats.hash() ^ SearchBoard::TURN,
        }
    }

    /// The threats of both sides.
    #[inline]
    pub fn threats(&self) -> &Threats {
        &self.threats
    }

    /// The threats, for a search that leaves them as they were.
    #[inline]
    pub fn threats_mut(&mut self) -> &mut Threats {
        &mut self.threats
    }

    /// Makes a move of the side to move on an empty spot.
    pub fn play(&mut self, spot: Spot) {
        self.threats.make(spot, self.turn);
        let SearchBoard { threats, layout, tables, points, totals, near, steps, old, .. } = self;
        let place = layout.places[usize::from(spot) % SPOTS];
        steps.push(UndoStep { totals: *totals, near: near.put(place), old: old.len() as u32 });
        old.reserve(threats.changes().len());
        old.extend(threats.changes().map(|near| points[usize::from(near) % SPOTS]));
        let was = &old[steps.last().expect("just pushed").old as usize..];
        let gone = points[usize::from(spot) % SPOTS];
        let changes = threats.changes().zip(was).map(|(near, &was)| {
            let is = tables.patterns.both(threats.pairs(near));
            points[usize::from(near) % SPOTS] = is;
            (was, is)
        });
        *totals = totals.after(tables, gone, changes);
        self.moves.push(spot);
        self.turn = !self.turn;
    }

    /// Unmakes the last move. The turn must be as it was after it.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn undo(&mut self) {
        let spot = self.moves.pop().expect("a move to take back");
        let step = self.steps.pop().expect("a step for every move");
        self.turn = !self.turn;
        let old = &self.old[step.old as usize..];
        for (near, &was) in self.threats.changes().zip(old) {
            self.points[usize::from(near) % SPOTS] = was;
        }
        self.old.truncate(step.old as usize);
        self.totals = step.totals;
        self.near.lift(self.layout.places[usize::from(spot) % SPOTS], &step.near);
        self.threats.unmake(spot, self.turn);
    }

    /// Makes a null move: gives the turn to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// Unmakes a null move.
    #[inline]
    pub fn unpass(&mut self) {
        self.turn = !self.turn;
    }

    /// The rank of the pattern that a stone of `color` on the empty `spot` would make.
    #[inline]
    pub fn rank(&self, spot: Spot, color: Color) -> PointRank {
        self.tables.row(self.pattern(spot, color), color).rank
    }

    /// The pattern that a stone of `color` on the empty `spot` would make on its four lines.
    #[inline]
    pub fn pattern(&self, spot: Spot, color: Color) -> PointPattern {
        self.points[usize::from(spot) % SPOTS][color as usize]
    }

    /// Number of empty spots where a stone of `color` would make a pattern of this rank.
    #[inline]
    pub fn count(&self, color: Color, rank: PointRank) -> u32 {
        let rank_counts = self.totals.rank_counts[color as usize];
        match rank {
            PointRank::None => {
                let empty: u32 = self.near.empty.iter().map(|row| row.count_ones()).sum();
                empty - PointRank::ALL[1..].iter().map(|&rank| rank_counts.count(rank)).sum::<u32>()
            }
            rank => rank_counts.count(rank),
        }
    }

    /// The threats that each side could make next.
    #[inline]
    pub fn threat_summary(&self) -> ThreatSummary {
        let [mover, waiter] =
            [self.turn, !self.turn].map(|color| self.totals.rank_counts[color as usize]);
        ThreatSummary::from_counts(mover, waiter)
    }

    /// Static evaluation for the side to move.
    #[inline]
    pub fn value(&self) -> i32 {
        self.tables.net().value(&self.totals.accumulator, self.turn, self.threat_summary())
    }

    /// Policy score of a move of the side to move on the empty `spot`.
    #[inline]
    pub fn policy(&self, spot: Spot) -> i32 {
        let row = |color: Color| self.tables.row(self.pattern(spot, color), color);
        i32::from(row(self.turn).attack) + i32::from(row(!self.turn).defence)
    }

    /// Column and row of a spot.
    #[inline]
    pub(crate) fn column_and_row(&self, spot: Spot) -> (u8, u8) {
        self.layout.places[usize::from(spot) % SPOTS]
    }

    /// The candidate moves: empty spots at most two steps from a stone, or three straight or diagonal;
    /// the middle of a board without stones. In ascending order.
    pub fn near(&self) -> impl Iterator<Item = Spot> {
        let rows = self.layout.rows.iter().zip(NearPoints::REACH..);
        let spots = rows.flat_map(|(&row, y)| {
            let bits = self.near.near[y] & self.near.empty[y];
            RowBits(bits >> NearPoints::REACH).map(move |x| row + x)
        });
        let board = self.threats.board();
        let is_new = Color::ALL.iter().all(|&color| board.count(color) == 0);
        let middle = self.layout.rows[self.layout.height as usize / 2];
        spots.chain(is_new.then_some(middle + self.layout.width as Spot / 2))
    }

    /// Whether the side to move may play on the empty `spot`.
    #[inline]
    pub fn is_legal(&self, spot: Spot) -> bool {
        self.threats.is_legal(spot, self.turn)
    }
}

impl BoardLayout {
    fn new(threats: &Threats, width: u16, height: u16) -> BoardLayout {
        let spot = |x: u16, y: u16| threats.spot(Point::new(i32::from(x), i32::from(y)));
        let rows = (0..height).map(|y| spot(0, y)).collect();
        let mut places = Box::new([(0, 0); SPOTS]);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            places[usize::from(spot(x, y))] = (x as u8, y as u8);
        }
        BoardLayout { width: u32::from(width), height: u32::from(height), rows, places }
    }
}

impl Totals {
    /// The totals with one more spot.
    fn with(mut self, tables: &EvalTables, around: ColorPatterns) -> Totals {
        self.swap(&Contribution::new(tables, around), &Contribution::NOTHING);
        self
    }

    /// The totals after a move: without the spot `gone`, and with all other changes.
    ///
    /// Why all at once and not one spot at a time: the totals stay in registers.
    #[inline]
    fn after(
        mut self,
        tables: &EvalTables,
        gone: ColorPatterns,
        changes: impl Iterator<Item = (ColorPatterns, ColorPatterns)>,
    ) -> Totals {
        self.swap(&Contribution::NOTHING, &Contribution::new(tables, gone));
        for (was, is) in changes {
            self.swap(&Contribution::new(tables, is), &Contribution::new(tables, was));
        }
        self
    }

    #[inline(always)]
    fn swap(&mut self, is: &Contribution<'_>, was: &Contribution<'_>) {
        let Totals { rank_counts: [black, white], accumulator } = self;
        *black = black.plus(is.rows[0].rank_counts).minus(was.rows[0].rank_counts);
        *white = white.plus(is.rows[1].rank_counts).minus(was.rows[1].rank_counts);
        let Accumulator { own: [black, white], shared: [first, second] } = accumulator;
        swap(black, &is.rows[0].own, &was.rows[0].own);
        swap(white, &is.rows[1].own, &was.rows[1].own);
        swap(first, is.shared[0], was.shared[0]);
        swap(second, is.shared[1], was.shared[1]);
    }
}

/// Adds one row to an accumulator and subtracts another.
#[inline(always)]
fn swap<const N: usize>(totals: &mut [i16; N], is: &[i16; N], was: &[i16; N]) {
    for n in 0..N {
        totals[n] = totals[n].wrapping_add(is[n]).wrapping_sub(was[n]);
    }
}

/// Contribution of one spot to the totals.
struct Contribution<'a> {
    rows: [&'a PatternRow; 2],
    shared: [&'a [i16; SHARED]; 2],
}

impl<'a> Contribution<'a> {
    #[inline(always)]
    fn new(tables: &'a EvalTables, [black, white]: ColorPatterns) -> Contribution<'a> {
        let rows = [tables.row(black, Color::Black), tables.row(white, Color::White)];
        let [one, other] = Color::ALL.map(|color| tables.net().side(color));
        let place = |own: &PatternRow, other: &PatternRow| {
            (own.coarse.index() * CoarsePattern::COUNT + other.coarse.index())
                % (CoarsePattern::COUNT * CoarsePattern::COUNT)
        };
        Contribution {
            rows,
            shared: [&one.shared[place(rows[0], rows[1])], &other.shared[place(rows[1], rows[0])]],
        }
    }

    /// The contribution of an occupied spot.
    const NOTHING: Contribution<'static> =
        Contribution { rows: [&PatternRow::NOTHING; 2], shared: [&[0; SHARED]; 2] };
}

/// The bits of a row, in ascending order.
struct RowBits(u32);

impl Iterator for RowBits {
    type Item = Spot;

    #[inline]
    fn next(&mut self) -> Option<Spot> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as Spot;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Differential test against the definitions.
impl SearchBoard {
    /// Panics unless all that is updated incrementally agrees with the stones. For tests.
    pub fn check(&self) {
        self.threats.check();
        let board = self.threats.board();
        let area = board.area();
        let stones = board.stones();
        let mut counts = [[0; PointRank::COUNT]; 2];
        let mut near = Vec::new();
        for point in area.points().filter(|&point| self.threats.is_empty(self.spot(point))) {
            let spot = self.spot(point);
            for color in Color::ALL {
                let law = self.rule().law(color).expect("a game of fives");
                let lines = Axis::ALL.map(|axis| {
                    LinePattern::from_window(board.window(point, axis).seen_by(color), law)
                });
                let pattern = PointPattern::from_lines(lines);
                assert_eq!(self.pattern(spot, color), pattern, "{color} at {point:?}");
                assert_eq!(
                    self.rank(spot, color),
                    PointRank::from_lines(lines),
                    "{color} at {point:?}"
                );
                counts[color as usize][PointRank::from_lines(lines) as usize] += 1;
            }
            let is_near = |&(stone, _): &(Point, Color)| {
                let (dx, dy) = ((stone.x - point.x).abs(), (stone.y - point.y).abs());
                dx.max(dy) <= 2 || dx.max(dy) == 3 && (dx == dy || dx.min(dy) == 0)
            };
            let Area::Bounded { width, height } = area else { unreachable!("checked at the door") };
            let middle = Point::new(i32::from(width / 2), i32::from(height / 2));
            if stones.iter().any(is_near) || stones.is_empty() && point == middle {
                near.push(spot);
            }
        }
        assert_eq!(self.near().collect::<Vec<_>>(), near);
        for color in Color::ALL {
            for rank in PointRank::ALL {
                let expected = counts[color as usize][rank as usize];
                assert_eq!(self.count(color, rank), expected, "{color} {rank:?}");
            }
        }
        let of = |color: Color| move |rank: PointRank| counts[color as usize][rank as usize];
        assert_eq!(self.threat_summary(), ThreatSummary::new(of(self.turn), of(!self.turn)));
        let net = self.tables.net();
        assert_eq!(
            self.value(),
            net.value_of(self.rule(), board, self.turn, self.threat_summary())
        );
    }
}
