//! Hot: the board of the search.

#![allow(clippy::inline_always, reason = "one loop, written in parts; a call would spill the sums")]

use std::sync::Arc;

use tengen_core::{Area, Axis, Color, Point, Position, Rule};
use tengen_solver::fives::{Group, Spot, Threats};
use thiserror::Error;

use super::{
    combo::{Combo, Combos, Gist},
    net::{ENTRIES, Net, OWN, Pool, SHARED},
    rank::Rank,
    tension::{Tally, Tension},
    values::Values,
};

/// A board that knows at all times what a stone of either color would make on every point, and
/// what that is worth to both.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_engine::fives::{Field, Rank};
///
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let mut field = Field::of(&position).unwrap();
/// for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0), (9, 7), (0, 14)] {
///     field.play(field.spot(Point::new(x, y)));
/// }
/// assert_eq!(field.rank(field.spot(Point::new(10, 7)), Color::Black), Rank::Straight);
/// assert_eq!(field.count(Color::Black, Rank::Straight), 2);
/// assert!(field.value() > 0, "it is Black's turn");
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    /// The stones. All else can be told from these and the turn.
    threats: Threats,
    turn: Color,
    /// The stones played since the position it was made of.
    moves: Vec<Spot>,
    layout: Layout,
    tables: Arc<Tables>,
    // Told from the stones; `check` compares.
    points: Box<[Around; SPOTS]>,
    now: Sums,
    near: Near,
    // What it takes to step back.
    steps: Vec<Step>,
    /// For all moves, what the [changes](Threats::changes) were before.
    old: Vec<Around>,
}

/// Why a position cannot be played by this engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unsuited {
    /// Another game.
    #[error("this player knows five-in-a-row, not {0}")]
    Rule(Rule),
    /// Too large or too small.
    #[error(
        "a board of {0} does not suit: its sides must be from {min} to {max}",
        min = Field::MIN_SIDE,
        max = Field::MAX_SIDE
    )]
    Size(Area),
}

/// What a stone of each color would make on a spot. Where there is a stone it is that of the time
/// before.
type Around = [Combo; 2];

/// A board has fewer spots, with all its rims. A power of two, so that an index needs no question.
const SPOTS: usize = 1024;

/// What all empty spots are together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sums {
    /// For each color.
    tally: [Tally; 2],
    /// What the network adds up.
    pool: Pool,
}

/// All that is looked up.
#[derive(Debug)]
struct Tables {
    combos: &'static Combos,
    values: Arc<Values>,
    /// By combo.
    entries: Box<[Entry; ENTRIES]>,
}

/// What is known of a combo.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    tally: Tally,
    gist: Gist,
}

impl Tables {
    fn new(values: Arc<Values>) -> Tables {
        let combos = Combos::all();
        let entry = |(combo, _): (Combo, _)| Entry {
            tally: Tally::one(combos.rank(combo)),
            gist: combos.gist(combo),
        };
        let mut entries: Vec<Entry> = Combo::all().map(entry).collect();
        entries.resize(ENTRIES, Entry::default());
        Tables { combos, values, entries: entries.try_into().expect("as many as asked for") }
    }

    fn net(&self) -> &Net {
        self.values.net()
    }
}

/// Where points are.
#[derive(Clone, Debug)]
struct Layout {
    width: u32,
    height: u32,
    /// The spots of the first column.
    rows: Vec<Spot>,
    /// For each spot, its column and row.
    places: Box<[(u8, u8); SPOTS]>,
}

/// Points near stones, and points without a stone, a bit each. The rows have room for three more
/// points on either side, and so have the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Near {
    near: [u32; Near::ROWS],
    empty: [u32; Near::ROWS],
}

impl Near {
    const REACH: usize = 3;
    const ROWS: usize = Field::MAX_SIDE as usize + 2 * Near::REACH;

    /// Two steps around the middle, three straight and diagonal.
    const MASKS: [u32; 7] =
        [0b100_1001, 0b011_1110, 0b011_1110, 0b111_1111, 0b011_1110, 0b011_1110, 0b100_1001];

    fn new(layout: &Layout) -> Near {
        let mut near = Near { near: [0; Near::ROWS], empty: [0; Near::ROWS] };
        for y in 0..layout.height as usize {
            near.empty[y + Near::REACH] = ((1 << layout.width) - 1) << Near::REACH;
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
        self.empty[usize::from(y) + Near::REACH] ^= 1 << (u32::from(x) + Near::REACH as u32);
    }

    #[inline]
    fn put(&mut self, (x, y): (u8, u8)) -> [u32; 7] {
        self.flip((x, y));
        let mut old = [0; 7];
        for ((row, old), mask) in self.around(y).iter_mut().zip(&mut old).zip(Near::MASKS) {
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

/// What was before a move.
#[derive(Clone, Copy, Debug)]
struct Step {
    sums: Sums,
    near: [u32; 7],
    /// How many old spots there were.
    old: u32,
}

impl Field {
    /// The shortest side of a board.
    pub const MIN_SIDE: u16 = 5;
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 22;

    const TURN: u64 = 0x5851_F42D_4C95_7F2D;

    /// The stones and the turn of `position`.
    ///
    /// # Errors
    ///
    /// If it is another game, or on a board that is too large or too small.
    pub fn of(position: &Position) -> Result<Field, Unsuited> {
        if position.rule() == Rule::NoGo {
            return Err(Unsuited::Rule(Rule::NoGo));
        }
        Field::with(position, Values::shipped(position.rule()))
    }

    /// The same, with values of one's own, which are those of its rule.
    ///
    /// # Errors
    ///
    /// As [`Field::of`].
    pub fn with(position: &Position, values: Arc<Values>) -> Result<Field, Unsuited> {
        if position.rule() == Rule::NoGo || position.rule() != values.rule() {
            return Err(Unsuited::Rule(position.rule()));
        }
        let area = position.board().area();
        let unsuited = Unsuited::Size(area);
        let Area::Bounded { width, height } = area else { return Err(unsuited) };
        let fits = |side| (Field::MIN_SIDE..=Field::MAX_SIDE).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(unsuited);
        }
        let threats = Threats::of(position).map_err(|_| unsuited)?;
        let layout = Layout::new(&threats, width, height);
        let mut field = Field {
            turn: position.turn(),
            moves: Vec::new(),
            points: Box::new([Around::default(); SPOTS]),
            now: Sums::default(),
            near: Near::new(&layout),
            tables: Arc::new(Tables::new(values)),
            threats,
            layout,
            steps: Vec::new(),
            old: Vec::new(),
        };
        for (point, _) in position.board().stones() {
            let spot = field.spot(point);
            field.near.put(field.layout.places[usize::from(spot) % SPOTS]);
        }
        for spot in field.threats.empty() {
            let around = field.tables.combos.both(field.threats.pairs(spot));
            field.points[usize::from(spot) % SPOTS] = around;
            field.now = field.now.with(&field.tables, around);
        }
        Ok(field)
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

    /// The moves since the position it was made of. A pass is none of them.
    #[inline]
    pub fn moves(&self) -> &[Spot] {
        &self.moves
    }

    /// A number that depends on rule, size, stones and turn, and on nothing else.
    #[inline]
    pub fn hash(&self) -> u64 {
        match self.turn {
            Color::Black => self.threats.hash(),
            Color::White => self.threats.hash() ^ Field::TURN,
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

    /// Puts a stone of the side to move on an empty spot.
    pub fn play(&mut self, spot: Spot) {
        self.threats.put_seen(spot, self.turn);
        let Field { threats, layout, tables, points, now, near, steps, old, .. } = self;
        let place = layout.places[usize::from(spot) % SPOTS];
        steps.push(Step { sums: *now, near: near.put(place), old: old.len() as u32 });
        old.reserve(threats.changes().len());
        old.extend(threats.changes().map(|near| points[usize::from(near) % SPOTS]));
        let was = &old[steps.last().expect("just pushed").old as usize..];
        let gone = points[usize::from(spot) % SPOTS];
        let changes = threats.changes().zip(was).map(|(near, &was)| {
            let is = tables.combos.both(threats.pairs(near));
            points[usize::from(near) % SPOTS] = is;
            (was, is)
        });
        *now = now.after(tables, gone, changes);
        self.moves.push(spot);
        self.turn = !self.turn;
    }

    /// Takes back the last move. The turn must be as it was after it.
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
        self.now = step.sums;
        self.near.lift(self.layout.places[usize::from(spot) % SPOTS], &step.near);
        self.threats.lift_seen(spot, self.turn);
    }

    /// Gives the turn to the other side.
    #[inline]
    pub fn pass(&mut self) {
        self.turn = !self.turn;
    }

    /// Takes back a pass.
    #[inline]
    pub fn unpass(&mut self) {
        self.turn = !self.turn;
    }

    /// What a stone of `color` on the empty `spot` would make on all lines together.
    #[inline]
    pub fn rank(&self, spot: Spot, color: Color) -> Rank {
        self.tables.combos.rank(self.combo(spot, color))
    }

    /// The same, as finely as it is known.
    #[inline]
    pub fn combo(&self, spot: Spot, color: Color) -> Combo {
        self.points[usize::from(spot) % SPOTS][color as usize]
    }

    /// How many empty spots there are where a stone of `color` would make this.
    #[inline]
    pub fn count(&self, color: Color, rank: Rank) -> u32 {
        let tally = self.now.tally[color as usize];
        match rank {
            Rank::None => {
                let empty: u32 = self.near.empty.iter().map(|row| row.count_ones()).sum();
                empty - Rank::ALL[1..].iter().map(|&rank| tally.count(rank)).sum::<u32>()
            }
            rank => tally.count(rank),
        }
    }

    /// The threats in the air.
    #[inline]
    pub fn tension(&self) -> Tension {
        let [mover, waiter] = [self.turn, !self.turn].map(|color| self.now.tally[color as usize]);
        Tension::of_tallies(mover, waiter)
    }

    /// What the position is worth to the side to move, at first sight.
    #[inline]
    pub fn value(&self) -> i32 {
        self.tables.net().value(&self.now.pool, self.turn, self.tension())
    }

    /// How much the side to move wants to play on the empty `spot`, at first sight.
    #[inline]
    pub fn urge(&self, spot: Spot) -> i32 {
        let around = &self.points[usize::from(spot) % SPOTS];
        let side = self.tables.values.side(self.turn);
        let combo = |color: Color| around[color as usize].index();
        i32::from(side.attack[combo(self.turn)]) + i32::from(side.defence[combo(!self.turn)])
    }

    /// The empty spots worth a look: at most two steps from a stone, or three straight or
    /// diagonal; the middle of a board without stones. In ascending order.
    pub fn near(&self) -> impl Iterator<Item = Spot> {
        let rows = self.layout.rows.iter().zip(Near::REACH..);
        let spots = rows.flat_map(|(&row, y)| {
            let bits = self.near.near[y] & self.near.empty[y];
            Columns(bits >> Near::REACH).map(move |x| row + x)
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

impl Layout {
    fn new(threats: &Threats, width: u16, height: u16) -> Layout {
        let spot = |x: u16, y: u16| threats.spot(Point::new(i32::from(x), i32::from(y)));
        let rows = (0..height).map(|y| spot(0, y)).collect();
        let mut places = Box::new([(0, 0); SPOTS]);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            places[usize::from(spot(x, y))] = (x as u8, y as u8);
        }
        Layout { width: u32::from(width), height: u32::from(height), rows, places }
    }
}

impl Sums {
    /// The sums with one more spot.
    fn with(mut self, tables: &Tables, around: Around) -> Sums {
        self.swap(&Lot::of(tables, around), &Lot::NOTHING);
        self
    }

    /// The sums when there is a stone on a spot, and what spots were has become something else.
    ///
    /// Why it is not one spot at a time: the sums stay in registers.
    #[inline]
    fn after(
        mut self,
        tables: &Tables,
        gone: Around,
        changes: impl Iterator<Item = (Around, Around)>,
    ) -> Sums {
        self.swap(&Lot::NOTHING, &Lot::of(tables, gone));
        for (was, is) in changes {
            self.swap(&Lot::of(tables, is), &Lot::of(tables, was));
        }
        self
    }

    #[inline(always)]
    fn swap(&mut self, is: &Lot<'_>, was: &Lot<'_>) {
        let Sums { tally: [black, white], pool } = self;
        *black = black.plus(is.tally[0]).minus(was.tally[0]);
        *white = white.plus(is.tally[1]).minus(was.tally[1]);
        let Pool { own: [black, white], shared: [first, second] } = pool;
        swap(black, is.own[0], was.own[0]);
        swap(white, is.own[1], was.own[1]);
        swap(first, is.shared[0], was.shared[0]);
        swap(second, is.shared[1], was.shared[1]);
    }
}

/// Puts one row in the place of another.
#[inline(always)]
fn swap<const N: usize>(sums: &mut [i16; N], is: &[i16; N], was: &[i16; N]) {
    for n in 0..N {
        sums[n] = sums[n].wrapping_add(is[n]).wrapping_sub(was[n]);
    }
}

/// What a spot adds to the sums.
struct Lot<'a> {
    tally: [Tally; 2],
    own: [&'a [i16; OWN]; 2],
    shared: [&'a [i16; SHARED]; 2],
}

impl<'a> Lot<'a> {
    #[inline(always)]
    fn of(tables: &'a Tables, [black, white]: Around) -> Lot<'a> {
        let [first, second] = [black, white].map(|combo| &tables.entries[combo.index() % ENTRIES]);
        let [one, other] = Color::ALL.map(|color| tables.net().side(color));
        let place = |own: &Entry, other: &Entry| {
            (own.gist.index() * Gist::COUNT + other.gist.index()) % (Gist::COUNT * Gist::COUNT)
        };
        Lot {
            tally: [first.tally, second.tally],
            own: [&one.own[black.index() % ENTRIES], &other.own[white.index() % ENTRIES]],
            shared: [&one.shared[place(first, second)], &other.shared[place(second, first)]],
        }
    }

    /// What a stone is.
    const NOTHING: Lot<'static> =
        Lot { tally: [Tally::NONE; 2], own: [&[0; OWN]; 2], shared: [&[0; SHARED]; 2] };
}

/// The bits of a row, in ascending order.
struct Columns(u32);

impl Iterator for Columns {
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

/// Tests compare with what the definitions say.
impl Field {
    /// Panics unless all that is kept agrees with the stones. For tests.
    pub fn check(&self) {
        self.threats.check();
        let board = self.threats.board();
        let area = board.area();
        let stones = board.stones();
        let mut counts = [[0; Rank::COUNT]; 2];
        let mut near = Vec::new();
        for point in area.points().filter(|&point| self.threats.is_empty(self.spot(point))) {
            let spot = self.spot(point);
            for color in Color::ALL {
                let law = self.rule().law(color).expect("a game of fives");
                let groups =
                    Axis::ALL.map(|axis| Group::of(board.window(point, axis).seen_by(color), law));
                let combo = Combo::of(groups);
                assert_eq!(self.combo(spot, color), combo, "{color} at {point:?}");
                assert_eq!(self.rank(spot, color), Rank::of(groups), "{color} at {point:?}");
                counts[color as usize][Rank::of(groups) as usize] += 1;
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
            for rank in Rank::ALL {
                let expected = counts[color as usize][rank as usize];
                assert_eq!(self.count(color, rank), expected, "{color} {rank:?}");
            }
        }
        let of = |color: Color| move |rank: Rank| counts[color as usize][rank as usize];
        assert_eq!(self.tension(), Tension::of(of(self.turn), of(!self.turn)));
        let net = self.tables.net();
        assert_eq!(self.value(), net.value_of(self.rule(), board, self.turn, self.tension()));
    }
}
