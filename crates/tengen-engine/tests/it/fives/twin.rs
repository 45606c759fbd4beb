//! The plain opponent that the engine is measured against.
//!
//! Alpha-beta, fail soft, to a fixed depth of six plies, deepened ply by ply so that there is a
//! move when time is short. At every position the whole board is read afresh: each empty point has
//! a kind for either side, the kinds order the moves and make the value. Only the best sixteen of
//! the moves within two steps of a stone along a line are searched; where the other side could make
//! a five, only the moves that prevent it. There is no table, no extension, no reduction, and no
//! memory from move to move.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use tengen_core::{
    Area, Axis, Cell, Color, Law, Outcome, Point, Position, Rule, Window,
    shape::{Shape, Shapes},
};

/// What a stone makes on one line, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    /// Nothing that can become a five.
    Dead,
    /// A five can still be made, with two stones at most in its way.
    One,
    /// `xxx` or `x.xx` with one end shut: one stone more is a four.
    Half,
    /// `xx`: one stone more is a three.
    Two,
    /// One stone more is a straight four.
    Three,
    /// One stone more is a five.
    Four,
    /// Two ways to a five on one line.
    Straight,
    /// A five.
    Five,
}

impl Kind {
    const COUNT: usize = 8;

    /// The definition: the shape of the stone, or what one stone more, or two, would make of it.
    fn of(window: Window, law: Law) -> Kind {
        let shapes = Shapes::for_law(law);
        match shapes.get(window) {
            Shape::Five => return Kind::Five,
            Shape::StraightFour | Shape::TwoFours => return Kind::Straight,
            Shape::Four => return Kind::Four,
            Shape::Three => return Kind::Three,
            Shape::Overline => return Kind::Dead,
            Shape::None => {}
        }
        let empty = |offset: &i32| window.cell(*offset) == Cell::Empty;
        let more = |window: Window| {
            let offsets = (-4..=4).filter(move |&n| n != 0 && empty(&n));
            offsets.map(move |n| window.with(n, Cell::Black)).collect::<Vec<Window>>()
        };
        let next = more(window);
        let best = next.iter().map(|&window| shapes.get(window));
        let best = best.filter(|&shape| shape != Shape::Overline).max().unwrap_or(Shape::None);
        match best {
            Shape::Three => Kind::Two,
            Shape::None | Shape::Overline => {
                let far = next.iter().flat_map(|&window| more(window));
                let lives = far.map(|window| shapes.get(window)).any(|shape| shape > Shape::None);
                if lives { Kind::One } else { Kind::Dead }
            }
            _ => Kind::Half,
        }
    }
}

/// The kinds of all windows under one law, by their keys.
struct Kinds(Vec<Kind>);

impl Kinds {
    fn of(law: Law) -> &'static Kinds {
        static FREE: LazyLock<Kinds> = LazyLock::new(|| Kinds::fill(Law::FREE));
        static EXACT: LazyLock<Kinds> = LazyLock::new(|| Kinds::fill(Law::EXACT));
        if law.long_rows_win() { &FREE } else { &EXACT }
    }

    fn fill(law: Law) -> Kinds {
        let mut kinds = vec![Kind::Dead; Window::KEYS];
        for key in 0..Window::KEYS {
            // An edge has both bits, and is shut like a stone of the other side.
            let clean = key & !(key >> 10);
            kinds[key] =
                if key == clean { Kind::of(Window::from_key(key), law) } else { kinds[clean] };
        }
        Kinds(kinds)
    }

    fn get(&self, window: Window) -> Kind {
        self.0[window.key()]
    }
}

/// What a stone of one side on an empty point makes on its four lines.
type Lines = [Kind; 4];

/// How much a side wants to play where it makes these lines.
fn worth(lines: Lines) -> i32 {
    const WORTH: [i32; Kind::COUNT] = [0, 1, 8, 12, 60, 90, 2_000, 100_000];
    let sum: i32 = lines.iter().map(|&kind| WORTH[kind as usize]).sum();
    let strong = lines.iter().filter(|&&kind| kind >= Kind::Three).count();
    let fours = lines.iter().filter(|&&kind| kind == Kind::Four).count();
    sum + match (fours, strong) {
        (2.., _) => 2_000,
        (1, 2..) => 1_000,
        (0, 2..) => 400,
        _ => 0,
    }
}

/// An empty point near the stones, and what it is worth.
#[derive(Clone, Copy)]
struct Spot {
    point: Point,
    own: Lines,
    other: Lines,
    order: i32,
}

/// The plain opponent.
#[derive(Clone, Debug)]
pub(crate) struct Twin {
    /// How many plies it looks ahead.
    pub(crate) depth: i32,
    /// How many moves it tries at each position.
    pub(crate) width: usize,
    /// After this it plays the best move of what it has seen.
    pub(crate) time: Option<Duration>,
    /// What time it is, from any start.
    pub(crate) clock: fn() -> Duration,
}

impl Default for Twin {
    fn default() -> Twin {
        Twin { depth: 6, width: 16, time: None, clock: wall_clock }
    }
}

fn wall_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// A value that no position has.
const INFINITE: i32 = 10_000_000;
/// The value of a five made now.
const WIN: i32 = 1_000_000;

impl Twin {
    /// The move for the side whose turn it is; none if it has no legal one.
    pub(crate) fn choose(&self, position: &Position) -> Option<Point> {
        if position.outcome().is_some() {
            return None;
        }
        let mut thinking = Thinking {
            position: position.clone(),
            width: self.width,
            deadline: self.time.map(|time| (self.clock)() + time),
            clock: self.clock,
            nodes: 0,
        };
        let mut moves = thinking.moves();
        if moves.is_empty() {
            return far_move(position);
        }
        let mut best = moves[0];
        for depth in 1..=self.depth {
            let Some((value, point)) = thinking.root(&moves, depth) else { break };
            best = point;
            // The best so far is tried first at the next depth.
            moves.retain(|&other| other != point);
            moves.insert(0, point);
            if value.abs() > WIN - 100 {
                break;
            }
        }
        Some(best)
    }
}

/// A move when there is nothing near the stones: the one nearest to the middle.
fn far_move(position: &Position) -> Option<Point> {
    let Area::Bounded { width, height } = position.board().area() else { return None };
    let middle = Point::new(i32::from(width) / 2, i32::from(height) / 2);
    let distance = |point: &Point| (point.x - middle.x).abs().max((point.y - middle.y).abs());
    position.legal_points().into_iter().min_by_key(distance)
}

struct Thinking {
    position: Position,
    width: usize,
    deadline: Option<Duration>,
    clock: fn() -> Duration,
    nodes: u64,
}

/// The time is up.
struct Late;

impl Thinking {
    /// The value and the best of `moves`; if time is up before all were tried, of those that were,
    /// and none if none was.
    fn root(&mut self, moves: &[Point], depth: i32) -> Option<(i32, Point)> {
        let mut best: Option<(i32, Point)> = None;
        for &point in moves {
            let alpha = best.map_or(-INFINITE, |(value, _)| value);
            let Ok(value) = self.after(point, depth - 1, -INFINITE, -alpha, 1) else { break };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, point));
            }
        }
        best
    }

    /// The value for the side to move of playing on `point`.
    fn after(
        &mut self,
        point: Point,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: i32,
    ) -> Result<i32, Late> {
        self.position.play(point).expect("only legal moves are listed");
        let value = match self.position.outcome() {
            Some(Outcome::Won(_)) => Ok(WIN - ply),
            Some(Outcome::Drawn) => Ok(0),
            None => self.search(depth, alpha, beta, ply + 1).map(|value| -value),
        };
        self.position.undo();
        value
    }

    fn search(&mut self, depth: i32, mut alpha: i32, beta: i32, ply: i32) -> Result<i32, Late> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(256) && self.deadline.is_some_and(|end| (self.clock)() >= end)
        {
            return Err(Late);
        }
        if depth == 0 {
            return Ok(self.value(ply));
        }
        let moves = self.moves();
        if moves.is_empty() {
            return Ok(0);
        }
        let mut best = -INFINITE;
        for point in moves {
            let value = self.after(point, depth - 1, -beta, -alpha, ply)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The empty points within two steps of a stone along a line, and what they are worth to the
    /// side to move.
    fn spots(&self) -> Vec<Spot> {
        let (board, turn) = (self.position.board(), self.position.turn());
        let rule = self.position.rule();
        let law = |color: Color| rule.law(color).expect("a rule of fives");
        let (own, other) = (Kinds::of(law(turn)), Kinds::of(law(!turn)));
        let mut spots = Vec::new();
        for point in board.area().points() {
            if board.cell(point) != Cell::Empty {
                continue;
            }
            let windows = Axis::ALL.map(|axis| board.window(point, axis).seen_by(turn));
            let near = |window: &Window| {
                let theirs = window.seen_by(Color::White).own();
                (window.own() | theirs) & 0b000_1101_1000 != 0
            };
            if !windows.iter().any(near) {
                continue;
            }
            let own = windows.map(|window| own.get(window));
            let other = windows.map(|window| other.get(window.seen_by(Color::White)));
            // A move that wins is better than one that prevents a loss, and so on down.
            let order = worth(own) * 3 / 2 + worth(other);
            spots.push(Spot { point, own, other, order });
        }
        spots
    }

    /// The moves to try, the most promising first: legal ones only.
    fn moves(&self) -> Vec<Point> {
        let mut spots = self.spots();
        if spots.is_empty() {
            return far_move(&self.position).into_iter().collect();
        }
        spots.sort_by_key(|spot| (-spot.order, spot.point));
        if let Some(five) = spots.iter().find(|spot| spot.own.contains(&Kind::Five)) {
            return vec![five.point];
        }
        let legal = |spot: &&Spot| self.position.may_play(spot.point).is_ok();
        let parries = spots.iter().filter(|spot| spot.other.contains(&Kind::Five));
        let forced: Vec<Point> = parries.filter(legal).map(|spot| spot.point).collect();
        if !forced.is_empty() {
            return forced;
        }
        spots.iter().filter(legal).map(|spot| spot.point).take(self.width).collect()
    }

    /// What the position seems worth to the side to move, by the patterns on the board.
    fn value(&self, ply: i32) -> i32 {
        /// By the best line through the point: what it is worth to have such points, for the side
        /// to move and for the other.
        const MOVER: [i32; Kind::COUNT] = [0, 1, 6, 9, 40, 50, 2_000, 0];
        const WAITER: [i32; Kind::COUNT] = [0, 1, 5, 7, 25, 40, 600, 0];
        let turn = self.position.turn();
        let is_foul_bound = |color| self.position.rule() == Rule::Renju && color == Color::Black;
        let (mut sum, mut their_fives) = (0, 0);
        let (mut can_win, mut can_double) = (false, false);
        for spot in self.spots() {
            let [own, other] = [spot.own, spot.other].map(|lines| lines.into_iter().max());
            if own == Some(Kind::Five) {
                return WIN - ply;
            }
            their_fives += u32::from(other == Some(Kind::Five));
            let doubles =
                |lines: Lines| lines.iter().filter(|&&kind| kind == Kind::Four).count() > 1;
            can_win |= own == Some(Kind::Straight);
            can_double |= doubles(spot.own) && !is_foul_bound(turn);
            sum += spot.own.iter().map(|&kind| MOVER[kind as usize]).sum::<i32>();
            sum -= spot.other.iter().map(|&kind| WAITER[kind as usize]).sum::<i32>();
        }
        if their_fives >= 2 {
            return -WIN + ply + 1;
        }
        // A straight four wins unless the other side has a five to make first.
        if their_fives == 0 && (can_win || can_double) { sum + 20_000 } else { sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_picture() {
        for (picture, kind) in [
            ("...........", Kind::One),
            ("....xx.....", Kind::Two),
            ("...oxx.....", Kind::One),
            ("..oxxx.....", Kind::Half),
            ("...xxx.....", Kind::Three),
            (".oxxxx.....", Kind::Four),
            ("..xxxx.....", Kind::Straight),
            (".xxxxx.....", Kind::Five),
            ("..o..x.o...", Kind::Dead),
            ("####.x.####", Kind::Dead),
        ] {
            assert_eq!(Kinds::of(Law::FREE).get(picture.parse().unwrap()), kind, "{picture}");
        }
    }

    /// Minimax: the search without the cuts.
    fn minimax(thinking: &mut Thinking, depth: i32, ply: i32) -> i32 {
        if depth == 0 {
            return thinking.value(ply);
        }
        let tried = thinking.moves().into_iter().map(|point| {
            thinking.position.play(point).unwrap();
            let value = match thinking.position.outcome() {
                Some(Outcome::Won(_)) => WIN - ply,
                Some(Outcome::Drawn) => 0,
                None => -minimax(thinking, depth - 1, ply + 1),
            };
            thinking.position.undo();
            value
        });
        tried.max().unwrap_or(0)
    }

    #[test]
    fn cuts_do_not_change_the_value() {
        let mut random = tengen_engine::playout::Rng::new(3);
        for rule in Rule::FIVES {
            for stones in [3, 8, 14, 20] {
                let mut position = Position::new(rule, Area::square(9)).unwrap();
                while position.moves().len() < stones && position.outcome().is_none() {
                    let legal = position.legal_points();
                    position.play(legal[random.below(legal.len())]).unwrap();
                }
                if position.outcome().is_some() {
                    position.undo();
                }
                let mut thinking =
                    Thinking { position, width: 7, deadline: None, clock: wall_clock, nodes: 0 };
                let moves = thinking.moves();
                let (value, _) = thinking.root(&moves, 4).unwrap();
                assert_eq!(value, minimax(&mut thinking, 4, 1), "{rule} {stones}");
            }
        }
    }
}
