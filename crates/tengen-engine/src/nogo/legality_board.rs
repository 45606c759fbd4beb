//! Hot: the NoGo board of the search, with incrementally updated legality of all points.

mod trial_stone;

use tengen_core::{Area, Color, Point, Setup};

/// Cell codes of a [`LegalityBoard`]; a stone is its color plus one.
const EMPTY: u8 = 0;
const EDGE: u8 = 3;

/// Liberties of a chain, as sums over the edges that lead to them.
///
/// Each edge between a stone and an empty point counts once, so a liberty that touches the chain
/// twice is in all three sums twice. That makes joining two chains an addition, and still distinguishes a
/// single liberty from several: by Cauchy's inequality `edges * squares == sum * sum` holds only if
/// all edges lead to the same point.
#[derive(Clone, Copy, Default, Debug)]
struct LibertyChain {
    edges: u32,
    sum: u32,
    squares: u32,
    stones: u32,
}

impl LibertyChain {
    #[inline]
    fn add(&mut self, spot: u16) {
        let spot = u32::from(spot);
        self.edges += 1;
        self.sum += spot;
        self.squares += spot * spot;
    }

    #[inline]
    fn remove(&mut self, spot: u16) {
        let spot = u32::from(spot);
        self.edges -= 1;
        self.sum -= spot;
        self.squares -= spot * spot;
    }

    #[inline]
    fn join(&mut self, other: LibertyChain) {
        self.edges += other.edges;
        self.sum += other.sum;
        self.squares += other.squares;
        self.stones += other.stones;
    }

    #[inline]
    fn has_one_liberty(&self) -> bool {
        u64::from(self.edges) * u64::from(self.squares) == u64::from(self.sum).pow(2)
    }

    /// The only liberty of the chain; 0 if it has several or none.
    #[inline]
    fn last_liberty(&self) -> u16 {
        if self.has_one_liberty() && self.edges > 0 { (self.sum / self.edges) as u16 } else { 0 }
    }
}

/// What is beside an empty spot, to judge who may play on it.
#[derive(Default)]
struct Review {
    /// An empty spot.
    free: bool,
    /// A bit for each color: a chain with another liberty.
    safe: Sides,
    /// A bit for each color: a chain without one.
    dying: Sides,
}

impl Review {
    /// Notes a chain of the color of `cell`: black is 1 and white 2, as in [`Sides`].
    #[inline]
    fn see(&mut self, cell: u8, chain: LibertyChain) {
        if chain.has_one_liberty() {
            self.dying |= cell;
        } else {
            self.safe |= cell;
        }
    }

    /// The sides that may play there.
    #[inline]
    fn sides(&self) -> Sides {
        let breathes = if self.free { BOTH } else { self.safe };
        let takes = self.dying >> 1 | (self.dying & 1) << 1;
        breathes & !takes
    }
}

/// Which sides may still play on a point: a bit for each color.
pub(crate) type Sides = u8;

/// The bit of a color in [`Sides`].
#[inline]
pub(crate) const fn side(color: Color) -> Sides {
    1 << color as u8
}

/// Both colors.
pub(crate) const BOTH: Sides = 3;

/// Board with incremental legality: the stones, and the points each side may still play on.
///
/// A point is a *spot*: its place in a grid with an edge around it. A spot that a side may not play
/// on is lost to that side for good, so spots only ever move from "both" to "one" to nothing.
#[derive(Clone, Default, Debug)]
pub(crate) struct LegalityBoard {
    width: u16,
    height: u16,
    stride: u16,
    cells: Vec<u8>,
    parent: Vec<u16>,
    chains: Vec<LibertyChain>,
    sides: Vec<Sides>,
    /// The spots open to black only, white only, and both; the first list is unused.
    open: [Vec<u16>; 4],
    /// Where a spot is in its list.
    place: Vec<u16>,
}

impl LegalityBoard {
    /// An empty board.
    pub(crate) fn new(width: u16, height: u16) -> LegalityBoard {
        LegalityBoard::with_stride(width, height, width + 1)
    }

    /// An empty board whose spots are counted in rows of `stride`, which is more than `width`.
    pub(crate) fn with_stride(width: u16, height: u16, stride: u16) -> LegalityBoard {
        let size = usize::from(stride) * (usize::from(height) + 2) + 1;
        let mut board = LegalityBoard {
            width,
            height,
            stride,
            cells: vec![EDGE; size],
            parent: vec![0; size],
            chains: vec![LibertyChain::default(); size],
            sides: vec![0; size],
            open: Default::default(),
            place: vec![0; size],
        };
        for spot in board.spots().collect::<Vec<u16>>() {
            board.cells[usize::from(spot)] = EMPTY;
            board.list(spot, BOTH);
        }
        // Only a board of one point has one that is illegal for both sides from the start.
        for spot in board.spots().collect::<Vec<u16>>() {
            board.review(spot, &mut |_, _| {});
        }
        board
    }

    /// The spots of the board, in reading order.
    pub(crate) fn spots(&self) -> impl Iterator<Item = u16> + use<> {
        let (width, height, stride) = (self.width, self.height, self.stride);
        (1..=height).flat_map(move |row| (1..=width).map(move |column| row * stride + column))
    }

    /// The spot of a point.
    pub(crate) fn spot(&self, point: Point) -> u16 {
        (point.y as u16 + 1) * self.stride + point.x as u16 + 1
    }

    /// The point of a spot.
    pub(crate) fn point(&self, spot: u16) -> Point {
        Point::new(i32::from(spot % self.stride) - 1, i32::from(spot / self.stride) - 1)
    }

    /// The stones, for the rules of the core.
    pub(crate) fn setup(&self) -> Setup {
        let area = Area::Bounded { width: self.width, height: self.height };
        let mut setup = Setup::new(area);
        for spot in self.spots() {
            let color = Color::ALL.into_iter().find(|&color| self.has(spot, color));
            setup.stones.extend(color.map(|color| (self.point(spot), color)));
        }
        setup
    }

    /// Whether the boards have the same sides.
    pub(crate) fn has_shape_of(&self, other: &LegalityBoard) -> bool {
        (self.width, self.height) == (other.width, other.height)
    }

    /// One more than the largest spot.
    pub(crate) fn size(&self) -> usize {
        self.cells.len()
    }

    /// Whether `color` has a stone on `spot`.
    #[inline]
    pub(crate) fn has(&self, spot: u16, color: Color) -> bool {
        self.cells[usize::from(spot)] == color as u8 + 1
    }

    /// Cells of a row.
    pub(crate) fn stride(&self) -> usize {
        usize::from(self.stride)
    }

    /// The sides that may still play on `spot`.
    #[inline]
    pub(crate) fn sides(&self, spot: u16) -> Sides {
        self.sides[usize::from(spot)]
    }

    /// The stone on `spot`, and a class of the liberties of its chain: 0 for one, and 1 to 3 by how many pairs there are
    /// of a stone and a liberty beside it, up to 3, up to 5, and more.
    pub(crate) fn liberty_class(&self, spot: u16) -> Option<(Color, u8)> {
        let cell = self.cells[usize::from(spot)];
        let color = Color::ALL.into_iter().find(|&color| cell == color as u8 + 1)?;
        let chain = self.chains[usize::from(self.find(spot))];
        let class = match chain.edges {
            _ if chain.has_one_liberty() => 0,
            ..=3 => 1,
            4..=5 => 2,
            _ => 3,
        };
        Some((color, class))
    }

    /// The spots that exactly these sides may still play on.
    #[inline]
    pub(crate) fn open(&self, sides: Sides) -> &[u16] {
        &self.open[usize::from(sides)]
    }

    /// How many spots `color` may still play on.
    #[inline]
    pub(crate) fn mobility(&self, color: Color) -> usize {
        self.open(side(color)).len() + self.open(BOTH).len()
    }

    #[inline]
    fn around(&self, spot: u16) -> [u16; 4] {
        [spot - self.stride, spot - 1, spot + 1, spot + self.stride]
    }

    /// Puts a stone. The color must be allowed to play there, or the board is being set up.
    pub(crate) fn play(&mut self, spot: u16, color: Color) {
        self.play_with(spot, color, |_, _| {});
    }

    /// Like [`play`](LegalityBoard::play), and calls `on_change` with every spot that a side may no longer play on,
    /// and the sides that still may; the spot of the stone comes first.
    #[inline]
    pub(crate) fn play_with(
        &mut self,
        spot: u16,
        color: Color,
        mut on_change: impl FnMut(u16, Sides),
    ) {
        let own = color as u8 + 1;
        debug_assert_eq!(self.cells[usize::from(spot)], EMPTY);
        self.unlist(spot);
        on_change(spot, 0);
        self.cells[usize::from(spot)] = own;
        let mut chain = LibertyChain { stones: 1, ..LibertyChain::default() };
        let mut root = spot;
        self.parent[usize::from(spot)] = spot;
        let around = self.around(spot);
        let mut enemies = [0; 4];
        for (enemy, next) in enemies.iter_mut().zip(around) {
            match self.cells[usize::from(next)] {
                EMPTY => chain.add(next),
                EDGE => {}
                cell => {
                    let other = self.root(next);
                    if cell != own {
                        self.chains[usize::from(other)].remove(spot);
                        *enemy = other;
                    } else if other == root {
                        chain.remove(spot);
                    } else {
                        let joined = self.chains[usize::from(other)];
                        if joined.stones > chain.stones {
                            self.parent[usize::from(root)] = other;
                            root = other;
                        } else {
                            self.parent[usize::from(other)] = root;
                        }
                        chain.join(joined);
                        chain.remove(spot);
                    }
                }
            }
        }
        self.chains[usize::from(root)] = chain;
        for next in around {
            self.review(next, &mut on_change);
        }
        self.review_last_liberty(root, &mut on_change);
        for enemy in enemies {
            if enemy != 0 {
                self.review_last_liberty(enemy, &mut on_change);
            }
        }
    }

    /// The root of the chain on `spot`, without path halving.
    #[inline]
    fn find(&self, mut spot: u16) -> u16 {
        while self.parent[usize::from(spot)] != spot {
            spot = self.parent[usize::from(spot)];
        }
        spot
    }

    #[inline]
    fn root(&mut self, mut spot: u16) -> u16 {
        loop {
            let up = self.parent[usize::from(spot)];
            if up == spot {
                return spot;
            }
            let next = self.parent[usize::from(up)];
            self.parent[usize::from(spot)] = next;
            spot = next;
        }
    }

    /// Reviews the only liberty of a chain, if it has but one.
    #[inline]
    fn review_last_liberty(&mut self, root: u16, on_change: &mut impl FnMut(u16, Sides)) {
        let last = self.chains[usize::from(root)].last_liberty();
        if last != 0 {
            self.review(last, on_change);
        }
    }

    /// Takes a spot away from the sides that may no longer play on it.
    #[inline]
    fn review(&mut self, spot: u16, on_change: &mut impl FnMut(u16, Sides)) {
        let before = self.sides[usize::from(spot)];
        if before == 0 {
            return;
        }
        let mut review = Review::default();
        for next in self.around(spot) {
            match self.cells[usize::from(next)] {
                EMPTY => review.free = true,
                EDGE => {}
                cell => {
                    let root = self.root(next);
                    review.see(cell, self.chains[usize::from(root)]);
                }
            }
        }
        let after = before & review.sides();
        if after != before {
            self.unlist(spot);
            if after != 0 {
                self.list(spot, after);
            }
            on_change(spot, after);
        }
    }

    #[inline]
    fn list(&mut self, spot: u16, sides: Sides) {
        let list = &mut self.open[usize::from(sides)];
        self.place[usize::from(spot)] = list.len() as u16;
        self.sides[usize::from(spot)] = sides;
        list.push(spot);
    }

    #[inline]
    fn unlist(&mut self, spot: u16) {
        let sides = std::mem::take(&mut self.sides[usize::from(spot)]);
        if sides == 0 {
            return;
        }
        let list = &mut self.open[usize::from(sides)];
        let place = self.place[usize::from(spot)];
        list.swap_remove(usize::from(place));
        if let Some(&moved) = list.get(usize::from(place)) {
            self.place[usize::from(moved)] = place;
        }
    }

    /// Becomes equal to `other`, without asking for memory if it had its size before.
    pub(crate) fn copy_from(&mut self, other: &LegalityBoard) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.cells.clone_from(&other.cells);
        self.parent.clone_from(&other.parent);
        self.chains.clone_from(&other.chains);
        self.sides.clone_from(&other.sides);
        for (own, others) in self.open.iter_mut().zip(&other.open) {
            own.clone_from(others);
        }
        self.place.clone_from(&other.place);
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Position, Rule};

    use super::*;
    use crate::playout::Rng;

    /// Compares the legality of all points with the rules of the core.
    fn compare(board: &LegalityBoard, setup: &Setup) {
        for color in Color::ALL {
            let position =
                Position::from_setup(Rule::NoGo, &Setup { turn: color, ..setup.clone() }).unwrap();
            let mut open: Vec<Point> = [side(color), BOTH]
                .iter()
                .flat_map(|&sides| board.open(sides))
                .map(|&s| board.point(s))
                .collect();
            open.sort();
            assert_eq!(open, position.legal_points(), "{color} {setup:?}");
            assert_eq!(board.mobility(color), open.len());
        }
        for &(point, color) in &setup.stones {
            assert!(board.has(board.spot(point), color) && !board.has(board.spot(point), !color));
        }
    }

    #[test]
    fn both_sides_may_play_where_the_rules_say_all_through_random_games() {
        let mut rng = Rng::new(5);
        for (width, height) in
            [(1, 1), (1, 2), (2, 2), (1, 9), (3, 2), (4, 4), (9, 9), (25, 25), (7, 3)]
        {
            let games = 400 / (i32::from(width) * i32::from(height)) + 1;
            for _ in 0..games {
                let mut board = LegalityBoard::new(width, height);
                let mut setup = Setup::new(Area::Bounded { width, height });
                compare(&board, &setup);
                let mut steps = 0;
                while board.mobility(Color::Black) + board.mobility(Color::White) > 0 {
                    // Not only in turn: protocols set up positions.
                    let color = Color::ALL[rng.below(2)];
                    let open: Vec<u16> =
                        board.open(BOTH).iter().chain(board.open(side(color))).copied().collect();
                    if open.is_empty() {
                        continue;
                    }
                    let spot = open[rng.below(open.len())];
                    board.play(spot, color);
                    setup.stones.push((board.point(spot), color));
                    steps += 1;
                    if width < 25 || steps % 50 == 0 {
                        compare(&board, &setup);
                    }
                }
                compare(&board, &setup);
            }
        }
    }

    #[test]
    fn mobility_after_a_move_is_that_of_a_copy_on_which_it_is_played() {
        let mut rng = Rng::new(8);
        let mut copy = LegalityBoard::default();
        let mut compared = 0;
        for (width, height) in [(1, 2), (2, 2), (1, 9), (3, 2), (4, 4), (9, 9), (13, 5), (19, 19)] {
            for _ in 0..=2_000 / (u32::from(width) * u32::from(height)) {
                let mut board = LegalityBoard::with_stride(width, height, width + 3);
                loop {
                    let color = Color::ALL[rng.below(2)];
                    for color in Color::ALL {
                        for &spot in board.open(BOTH).iter().chain(board.open(side(color))) {
                            copy.copy_from(&board);
                            copy.play(spot, color);
                            let plain = Color::ALL.map(|color| copy.mobility(color));
                            assert_eq!(board.mobility_after(spot, color), plain, "{board:?}");
                            compared += 1;
                        }
                    }
                    let open: Vec<u16> =
                        board.open(BOTH).iter().chain(board.open(side(color))).copied().collect();
                    if open.is_empty() {
                        break;
                    }
                    board.play(open[rng.below(open.len())], color);
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn the_order_in_which_stones_are_set_up_changes_nothing() {
        let mut rng = Rng::new(6);
        let mut board = LegalityBoard::new(6, 5);
        let mut setup = Setup::new(Area::Bounded { width: 6, height: 5 });
        while let Some(&spot) = board.open(BOTH).first() {
            let color = Color::ALL[rng.below(2)];
            board.play(spot, color);
            setup.stones.push((board.point(spot), color));
        }
        for _ in 0..20 {
            let at = rng.below(setup.stones.len());
            setup.stones.swap(0, at);
            let mut again = LegalityBoard::new(6, 5);
            for &(point, color) in &setup.stones {
                again.play(again.spot(point), color);
            }
            compare(&again, &setup);
        }
    }

    #[test]
    fn a_copy_is_the_same_and_goes_its_own_way() {
        let mut board = LegalityBoard::new(9, 9);
        board.play(board.spot(Point::new(4, 4)), Color::Black);
        let mut copy = LegalityBoard::default();
        copy.copy_from(&board);
        copy.play(copy.spot(Point::new(4, 5)), Color::White);
        assert!(copy.has(copy.spot(Point::new(4, 4)), Color::Black));
        assert_eq!((board.mobility(Color::Black), copy.mobility(Color::Black)), (80, 79));
    }
}
