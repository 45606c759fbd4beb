//! Hot: what the network knows of a board, kept move by move.

use tengen_core::{Board, Cell, Color, Point, Rule};
use tengen_solver::fives::Spot;

use super::{
    lines::{Lines, Place},
    net::{CHANNELS, Net, NetSide, ONE, Row, Sum},
    sight::{Sight, Sights},
};

/// The sums of a [`Net`] over all points of a board, and what each side sees from every point.
///
/// It is brought up to date when it is asked, and not before: many moves of a search are taken back
/// unasked.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    sights: &'static Sights,
    lines: Lines,
    /// Where each spot is, and how far it is to the next along each axis.
    places: Box<[Place; SPOTS]>,
    strides: [i32; 4],
    /// What is seen from each spot. Where there is a stone it is that of the time before.
    seen: Box<[Seen; SPOTS]>,
    /// The sums at the start, and after each move.
    steps: Vec<Step>,
    /// What all moves changed, one after the other.
    changes: Vec<Change>,
}

/// What Black and White see along each axis.
type Seen = [[Sight; 4]; 2];

/// As many as a board has at most. A power of two, so that an index needs no question.
const SPOTS: usize = 1024;

#[derive(Clone, Copy, Debug)]
struct Step {
    sums: [Sum; 2],
    spot: Spot,
    color: Color,
    /// How many changes there were before.
    changes: u32,
}

/// What was seen before.
#[derive(Clone, Copy, Debug)]
struct Change {
    spot: Spot,
    axis: u16,
    was: [Sight; 2],
}

impl Pool {
    /// The sums over a board, whose points have numbers.
    pub(super) fn of(rule: Rule, net: &Net, board: &Board, spot: impl Fn(Point) -> Spot) -> Pool {
        let sights = Sights::of_rule(rule);
        let mut lines = Lines::new(board.area());
        for (point, color) in board.stones() {
            lines.flip(lines.place(point), color);
        }
        let mut places = Box::new([Place::default(); SPOTS]);
        let mut seen = Box::new([Seen::default(); SPOTS]);
        let mut sums = [[0; CHANNELS]; 2];
        for point in board.area().points() {
            let (place, at) = (lines.place(point), usize::from(spot(point)) % SPOTS);
            places[at] = place;
            for axis in 0..4 {
                [seen[at][0][axis], seen[at][1][axis]] = sights.both(lines.window(place, axis));
            }
            if board.cell(point) == Cell::Empty {
                for (sum, full) in sums.iter_mut().flatten().zip(full_of(net, &seen[at]).as_flattened()) {
                    *sum += i32::from(*full);
                }
            }
        }
        let down = i32::from(spot(Point::new(0, 1))) - i32::from(spot(Point::new(0, 0)));
        let start = Step { sums, spot: 0, color: Color::Black, changes: 0 };
        let strides = [1, down, 1 + down, 1 - down];
        Pool { sights, lines, places, strides, seen, steps: vec![start], changes: Vec::new() }
    }

    /// How many moves it knows of.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.steps.len() - 1
    }

    /// The sums of Black and White.
    #[inline]
    pub(super) fn sums(&self) -> &[Sum; 2] {
        &self.steps[self.steps.len() - 1].sums
    }

    /// Puts a stone on an empty spot.
    pub(super) fn put(&mut self, net: &Net, spot: Spot, color: Color) {
        let place = self.places[usize::from(spot) % SPOTS];
        self.lines.flip(place, color);
        let changes = self.changes.len() as u32;
        let sides = Color::ALL.map(|color| net.side(color));
        let reach = self.sights.reach() as u32;
        let mut more = full_of(net, &self.seen[usize::from(spot) % SPOTS]).map(|row| row.map(|full| -full));
        for axis in 0..4 {
            for (n, window) in self.lines.around(place, axis, reach) {
                let there = (i32::from(spot) + n * self.strides[axis]) as Spot;
                let is = self.sights.both(window);
                let seen = &mut self.seen[usize::from(there) % SPOTS];
                let was = [seen[0][axis], seen[1][axis]];
                for color in 0..2 {
                    if is[color] != was[color] {
                        change(&mut more[color], sides[color], &mut seen[color], axis, is[color]);
                    }
                }
                self.changes.push(Change { spot: there, axis: axis as u16, was });
            }
        }
        let mut sums = *self.sums();
        for (sum, more) in sums.iter_mut().flatten().zip(more.as_flattened()) {
            *sum += i32::from(*more);
        }
        self.steps.push(Step { sums, spot, color, changes });
    }

    /// Takes the last stone off again.
    pub(super) fn lift(&mut self) {
        let step = self.steps.pop().expect("a stone to lift");
        self.lines.flip(self.places[usize::from(step.spot) % SPOTS], step.color);
        for &Change { spot, axis, was } in &self.changes[step.changes as usize..] {
            let seen = &mut self.seen[usize::from(spot) % SPOTS];
            let axis = usize::from(axis) % 4;
            [seen[0][axis], seen[1][axis]] = was;
        }
        self.changes.truncate(step.changes as usize);
    }
}

/// What the channels of both sides are on a spot.
fn full_of(net: &Net, seen: &Seen) -> [Row; 2] {
    Color::ALL.map(|color| {
        let side = net.side(color);
        let rows = seen[color as usize].map(|sight| &side.rows[sight.index() % Sight::ROOM]);
        std::array::from_fn(|channel| {
            rows.iter().map(|row| row[channel]).sum::<i16>().clamp(0, ONE)
        })
    })
}

/// Lets one side see something else along an axis, and adds what that changes.
#[inline]
fn change(more: &mut Row, side: &NetSide, seen: &mut [Sight; 4], axis: usize, is: Sight) {
    let row = |sight: Sight| &side.rows[sight.index() % Sight::ROOM];
    let (was_row, is_row) = (row(seen[axis]), row(is));
    let others = [1, 2, 3].map(|n| row(seen[(axis + n) % 4]));
    seen[axis] = is;
    for channel in 0..CHANNELS {
        let rest = others[0][channel] + others[1][channel] + others[2][channel];
        let (was, is) = (rest + was_row[channel], rest + is_row[channel]);
        more[channel] += is.clamp(0, ONE) - was.clamp(0, ONE);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Area, Position};

    use super::*;
    use crate::{
        fives::{Field, Values, tune::Learning},
        playout::Rng,
    };

    #[test]
    fn sums_are_those_of_the_stones_whenever_it_is_asked() {
        let mut chance = Rng::new(5);
        for (n, (width, height)) in [(15, 15), (5, 22), (20, 20), (9, 7), (22, 22), (6, 5)].into_iter().enumerate() {
            for rule in Rule::FIVES {
                let net = Learning::new(rule, n as u64, 1).net();
                let values = Arc::new(Values::first(rule).with_net(Some(Arc::new(net.clone()))));
                let position = Position::new(rule, Area::Bounded { width, height }).expect("a board");
                let mut field = Field::with(&position, values).expect("it suits");
                let (mut passes, mut values) = (Vec::new(), Vec::new());
                for _ in 0..120 {
                    let near: Vec<Spot> = field.near().collect();
                    match chance.below(8) {
                        0 | 1 => match passes.pop() {
                            Some(true) => field.unpass(),
                            Some(false) => field.undo(),
                            None => {}
                        },
                        2 => {
                            field.pass();
                            passes.push(true);
                        }
                        _ if near.is_empty() => break,
                        _ => {
                            field.play(near[chance.below(near.len())]);
                            passes.push(false);
                        }
                    }
                    if chance.below(3) == 0 {
                        let board = field.threats().board();
                        let expected = net.value_of(rule, board, field.turn(), field.tension());
                        assert_eq!(field.value(), expected, "{rule} {width}x{height}");
                        values.push(expected);
                    }
                }
                values.sort_unstable();
                values.dedup();
                assert!(values.len() > 5, "{values:?}");
            }
        }
    }
}
