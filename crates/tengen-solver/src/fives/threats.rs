//! Incrementally updated line patterns: for every empty point and side, what a stone there makes.

use tengen_core::{
    Axis, Board, Cell, Color, Forks, Law, Point, Position, Rule, mix64, renju,
    shape::{Shape, shape},
};

use super::{
    bit_lines::{BitLine, BitLines, BitWindow, LineReach},
    line_pattern::LinePattern,
    pattern_table::{PatternPair, PatternTable, ShapeCounts},
    search_frame::{SearchFrame, Spot, TooWide},
    spot_sets::{EMPTY, INNER, SpotClass, SpotSets},
};

/// Board with incrementally updated patterns: what a stone of either color would make on every point.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule, shape::Shape};
/// use tengen_solver::fives::Threats;
///
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let mut threats = Threats::new(&position).unwrap();
/// for x in 5..8 {
///     threats.put(threats.spot(Point::new(x, 7)), Color::Black);
/// }
/// let next = threats.spot(Point::new(8, 7));
/// assert_eq!(threats.shapes(next, Color::Black)[0], Shape::StraightFour);
/// ```
#[derive(Clone, Debug)]
pub struct Threats {
    rule: Rule,
    /// The stones. All else is computed from these.
    board: Board,
    frame: SearchFrame,
    steps: [i32; 4],
    reach: LineReach,
    table: &'static PatternTable,
    /// For each spot its point, and the Zobrist key of a stone of each color.
    infos: Vec<SpotInfo>,
    // Incrementally updated; `check` compares with the stones.
    points: Vec<SpotPatterns>,
    sets: SpotSets,
    bit_lines: BitLines,
    hash: u64,
    /// Undo stack: what the stones put by [`Threats::make`] changed, and where that of each ends.
    old: Vec<SpotChange>,
    ends: Vec<usize>,
}

/// Constants of a spot.
#[derive(Clone, Copy, Debug)]
struct SpotInfo {
    point: Point,
    is_inner: bool,
    /// Zobrist keys of a stone of each color.
    hashes: [u64; 2],
}

/// Patterns of one spot. Under a stone they are stale.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct SpotPatterns {
    /// Line patterns of each axis.
    pairs: [PatternPair; 4],
    /// The classes that the spot is in, a bit each: one column of [`SpotSets`].
    classes: u8,
}

/// A stone changes fewer spots than this. A power of two, so that an index needs no question.
const MAX_CHANGES: usize = 64;

/// Undo record of one spot.
#[derive(Clone, Copy, Default, Debug)]
struct SpotChange {
    spot: Spot,
    was: SpotPatterns,
}

/// The classes of a spot where a stone would make one pair.
const fn classes_of(pair: usize) -> u8 {
    const fn of(pattern: usize) -> u8 {
        match LinePattern::ALL[pattern].shape() {
            Shape::Three => 1 << SpotClass::Three as u8,
            Shape::Four | Shape::StraightFour | Shape::TwoFours => 1 << SpotClass::Four as u8,
            Shape::Five => 1 << SpotClass::Five as u8,
            Shape::None | Shape::Overline => 0,
        }
    }
    of(pair & 15) | of(pair >> 4) << 3
}

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        table[pair] = classes_of(pair);
        pair += 1;
    }
    table
};

const fn set_of(color: Color, class: SpotClass) -> usize {
    3 * color as usize + class as usize
}

fn infos(frame: &SearchFrame) -> Vec<SpotInfo> {
    let info = |spot: usize| {
        let point = frame.point(spot as Spot);
        let place = mix64(u64::from(point.x as u32) << 32 | u64::from(point.y as u32));
        let hashes = [0, 1].map(|color| mix64(place.wrapping_add(color)));
        SpotInfo { point, is_inner: frame.is_inner(point), hashes }
    };
    (0..frame.spots()).map(info).collect()
}

impl Threats {
    /// The stones of `position`, a game of fives.
    ///
    /// # Errors
    ///
    /// If there are no edges and the stones are too far apart.
    pub fn new(position: &Position) -> Result<Threats, TooWide> {
        let (rule, board) = (position.rule(), position.board());
        let frame = SearchFrame::new(board)?;
        let mut threats = Threats {
            rule,
            board: Board::new(board.area()),
            steps: Axis::ALL.map(|axis| frame.step(axis)),
            reach: LineReach::for_rule(rule),
            table: PatternTable::for_rule(rule),
            infos: infos(&frame),
            points: vec![SpotPatterns::default(); frame.spots()],
            sets: SpotSets::new(frame.spots()),
            bit_lines: BitLines::new(&frame),
            hash: mix64(mix64(rule as u64).wrapping_add(frame.number())),
            old: Vec::new(),
            ends: Vec::new(),
            frame,
        };
        threats.fill();
        for (point, color) in board.stones() {
            threats.put(threats.spot(point), color);
        }
        Ok(threats)
    }

    /// Finds out everything about every spot of a board without stones.
    fn fill(&mut self) {
        for point in self.frame.points() {
            let spot = self.frame.spot(point);
            self.sets.flip(EMPTY, spot);
            if self.frame.is_inner(point) {
                self.sets.flip(INNER, spot);
            }
            self.update_spot(spot);
        }
    }

    /// The game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of a point.
    pub fn spot(&self, point: Point) -> Spot {
        self.frame.spot(point)
    }

    /// The point of a number.
    #[inline]
    pub fn point(&self, spot: Spot) -> Point {
        self.infos[usize::from(spot)].point
    }

    /// Zobrist hash of rule, frame and stones.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash of the board without stones.
    pub(crate) fn empty_hash(&self) -> u64 {
        mix64(mix64(self.rule as u64).wrapping_add(self.frame.number()))
    }

    /// The Zobrist key of a stone.
    #[inline]
    pub(crate) fn stone_hash(&self, spot: Spot, color: Color) -> u64 {
        self.infos[usize::from(spot)].hashes[color as usize]
    }

    /// Whether an attack may go there.
    #[inline]
    pub(crate) fn is_inner(&self, spot: Spot) -> bool {
        self.infos[usize::from(spot)].is_inner
    }

    /// The bitboards.
    #[inline]
    pub(crate) fn bit_lines(&self) -> &BitLines {
        &self.bit_lines
    }

    /// The bitboards, for a search that changes them alone, and changes them back.
    #[inline]
    pub(crate) fn bit_lines_mut(&mut self) -> &mut BitLines {
        &mut self.bit_lines
    }

    /// The board, for a search that changes it alone, and changes it back.
    #[inline]
    pub(crate) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The pattern table of the rule.
    pub(crate) fn table(&self) -> &'static PatternTable {
        self.table
    }

    /// The difference of the spots of two points one step along each axis apart.
    pub(crate) fn steps(&self) -> [i32; 4] {
        self.steps
    }

    /// Whether there is no stone on `spot`, which is not beyond the edge.
    #[inline]
    pub fn is_empty(&self, spot: Spot) -> bool {
        self.sets.has(EMPTY, spot)
    }

    /// What a stone of `color` on the empty `spot` would make on each axis.
    #[inline]
    pub fn shapes(&self, spot: Spot, color: Color) -> [Shape; 4] {
        self.points[usize::from(spot)].pairs.map(|pair| pair.shape(color))
    }

    /// The empty spots where a stone of `color` would make a five.
    #[inline]
    pub fn fives(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, SpotClass::Five), EMPTY)
    }

    /// The empty spots where a stone of `color` would make a four, as far as an attack goes.
    #[inline]
    pub fn fours(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, SpotClass::Four), INNER)
    }

    /// The empty spots where a stone of `color` would make a four.
    #[inline]
    pub fn all_fours(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, SpotClass::Four), EMPTY)
    }

    /// The empty spots.
    pub fn empty(&self) -> impl Iterator<Item = Spot> {
        self.sets.both(EMPTY, EMPTY)
    }

    /// The empty spots where a stone of `color` would make a three or what looks like one, as far
    /// as an attack goes.
    #[inline]
    pub fn threes(&self, color: Color) -> impl Iterator<Item = Spot> {
        self.sets.both(set_of(color, SpotClass::Three), INNER)
    }

    /// The empty spots as far as an attack goes.
    pub fn inner(&self) -> impl Iterator<Item = Spot> {
        self.sets.both(INNER, INNER)
    }

    /// Whether the rule lets `color` play on the empty `spot`.
    #[inline]
    pub fn is_legal(&self, spot: Spot, color: Color) -> bool {
        !matches!(self.rule.law(color), Some(Law { forks: Forks::Foul, .. })) || !self.is_foul(spot)
    }

    /// Whether Black may not play on `spot` at renju. Two threes are judged by the core: whether
    /// they count depends on points further away.
    #[inline]
    fn is_foul(&self, spot: Spot) -> bool {
        let pairs = self.points[usize::from(spot)].pairs;
        let counts: ShapeCounts = pairs.iter().map(|pair| pair.counts(Color::Black)).sum();
        counts.is_foul(|| renju::foul(&self.board, self.point(spot)).is_some())
    }

    /// Puts a stone on an empty spot.
    pub fn put(&mut self, spot: Spot, color: Color) {
        self.board.put(self.point(spot), color);
        self.flip(spot, color);
        self.update_around(spot, |_| {});
    }

    /// Takes a stone off again.
    pub fn lift(&mut self, spot: Spot, color: Color) {
        self.board.lift(self.point(spot), color);
        self.flip(spot, color);
        self.update_around(spot, |_| {});
        self.update_spot(spot);
    }

    /// Makes a move: puts a stone on an empty spot and records what it [changed](Threats::changes). It
    /// comes off again by [`Threats::unmake`]; in between, others may come and go.
    pub fn make(&mut self, spot: Spot, color: Color) {
        self.board.put(self.point(spot), color);
        self.flip(spot, color);
        let first = self.end();
        let mut old = std::mem::take(&mut self.old);
        if old.len() < first + MAX_CHANGES {
            old.resize(2 * (first + MAX_CHANGES), SpotChange::default());
        }
        let scratch: &mut [SpotChange; MAX_CHANGES] =
            old[first..].first_chunk_mut().expect("just counts");
        let mut count = 0;
        self.update_around(spot, |change| {
            scratch[count % MAX_CHANGES] = change;
            count += 1;
        });
        self.old = old;
        self.ends.push(first + count);
    }

    /// The empty spots whose patterns the last stone put by [`Threats::make`] and still there has
    /// changed, each once.
    #[inline]
    pub fn changes(&self) -> impl ExactSizeIterator<Item = Spot> {
        self.last_changes().iter().map(|change| change.spot)
    }

    #[inline]
    fn last_changes(&self) -> &[SpotChange] {
        let first = self.ends.len().checked_sub(2).map_or(0, |before| self.ends[before]);
        &self.old[first..self.end()]
    }

    /// Where the changes end.
    #[inline]
    fn end(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Unmakes a move: takes off the last stone that was put by [`Threats::make`].
    ///
    /// Why not [`Threats::lift`]: to restore is quicker than to look up again.
    pub fn unmake(&mut self, spot: Spot, color: Color) {
        self.board.lift(self.point(spot), color);
        self.flip(spot, color);
        let end = self.ends.pop().expect("a stone to lift");
        for change in &self.old[self.end()..end] {
            let around = &mut self.points[usize::from(change.spot)];
            let changed = around.classes ^ change.was.classes;
            *around = change.was;
            if changed != 0 {
                self.sets.flip_all(changed, change.spot);
            }
        }
    }

    /// The stone on `spot` and nothing else.
    #[inline]
    fn flip(&mut self, spot: Spot, color: Color) {
        let info = &self.infos[usize::from(spot)];
        self.hash ^= info.hashes[color as usize];
        self.sets.flip(EMPTY, spot);
        if info.is_inner {
            self.sets.flip(INNER, spot);
        }
        self.bit_lines.flip(spot, color);
    }

    /// Updates the patterns around `spot`, where a stone was put or lifted.
    #[inline]
    fn update_around(&mut self, spot: Spot, see: impl FnMut(SpotChange)) {
        // Asked once, not for each spot.
        if self.bit_lines.is_small() {
            self.update_along(spot, |_, line, n, _| line.beside(n), see);
        } else {
            self.update_along(
                spot,
                |bit_lines, line, _, near| bit_lines.window(near, line.axis()),
                see,
            );
        }
    }

    #[inline]
    fn update_along(
        &mut self,
        spot: Spot,
        window: impl Fn(&BitLines, &BitLine, i32, Spot) -> BitWindow,
        mut see: impl FnMut(SpotChange),
    ) {
        for axis in 0..4 {
            let line = self.bit_lines.line(spot, axis);
            let step = self.steps[axis];
            for n in line.window().seen_from().within(self.reach) {
                let near = (i32::from(spot) + n * step) as Spot;
                let pair = self.table.get(window(&self.bit_lines, &line, n, near).key());
                let around = &mut self.points[usize::from(near)];
                let was = *around;
                if pair != was.pairs[axis] {
                    around.pairs[axis] = pair;
                    if CLASSES[pair.index()] != CLASSES[was.pairs[axis].index()] {
                        self.sort(near);
                    }
                    see(SpotChange { spot: near, was });
                }
            }
        }
    }

    /// Looks up the patterns of `spot` itself.
    fn update_spot(&mut self, spot: Spot) {
        let windows = self.bit_lines.windows(spot);
        self.points[usize::from(spot)].pairs = windows.map(|window| self.table.get(window.key()));
        self.sort(spot);
    }

    /// Puts a spot into the sets it belongs to.
    #[inline]
    fn sort(&mut self, spot: Spot) {
        let around = &mut self.points[usize::from(spot)];
        let classes = around.pairs.iter().fold(0, |all, pair| all | CLASSES[pair.index()]);
        let changed = classes ^ around.classes;
        around.classes = classes;
        self.sets.flip_all(changed, spot);
    }

    /// What a stone of either color on the empty `spot` would make on each axis.
    #[inline]
    pub fn pairs(&self, spot: Spot) -> [PatternPair; 4] {
        self.points[usize::from(spot)].pairs
    }

    /// Panics unless all that is updated incrementally agrees with the plain definitions. For tests.
    pub fn check(&self) {
        let mut bit_lines = BitLines::new(&self.frame);
        let mut hash = mix64(mix64(self.rule as u64).wrapping_add(self.frame.number()));
        for (point, color) in self.board.stones() {
            bit_lines.flip(self.spot(point), color);
            hash ^= self.stone_hash(self.spot(point), color);
        }
        assert_eq!(self.bit_lines, bit_lines);
        assert_eq!(self.hash, hash);
        for point in self.frame.points() {
            let spot = self.spot(point);
            let cell = self.board.cell(point);
            assert_eq!(self.is_empty(spot), cell == Cell::Empty, "{point:?}");
            if cell != Cell::Empty {
                continue;
            }
            for color in Color::ALL {
                let law = self.rule.law(color).expect("a game of fives");
                let expected =
                    Axis::ALL.map(|axis| shape(self.board.window(point, axis).seen_by(color), law));
                let shapes = self.shapes(spot, color);
                assert_eq!(shapes, expected, "{color} at {point:?}");
                let any = |wanted: &[Shape]| shapes.iter().any(|shape| wanted.contains(shape));
                let fours = [Shape::Four, Shape::StraightFour, Shape::TwoFours];
                for (class, wanted) in [
                    (SpotClass::Three, &[Shape::Three][..]),
                    (SpotClass::Four, &fours[..]),
                    (SpotClass::Five, &[Shape::Five][..]),
                ] {
                    let set = set_of(color, class);
                    assert_eq!(self.sets.has(set, spot), any(wanted), "{class:?} at {point:?}");
                }
                if self.rule == Rule::Renju && color == Color::Black {
                    let foul = renju::foul(&self.board, point).is_some();
                    assert_eq!(!self.is_legal(spot, color), foul, "foul at {point:?}");
                }
            }
        }
    }
}
