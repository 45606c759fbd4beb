//! Hot: a board that knows where fives can be made, and lines of fours played through on it.

use tengen_core::{
    Axis, Board, Cell, Color, Forks, Law, Point, Position, Rule, renju,
    shape::{Shapes, completions},
};

use super::zone::ParryZone;

/// What a side that has just moved threatens to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Four {
    /// The other side makes a five first.
    Late,
    /// There is no five to be made.
    No,
    /// A five that can be stopped by a stone here.
    Stopped(Point),
    /// A five that cannot be stopped.
    Wins,
}

/// A board on which the attacker plays fours, with the points where each side makes a five, updated incrementally.
///
/// Why not a [`Position`]: the attacker moves where it is the defender's turn, and of what the
/// defender may do here only two things matter, a five and a block.
pub(crate) struct ThreatBoard {
    pub(crate) board: Board,
    laws: [Law; 2],
    pub(crate) attacker: Color,
    /// Where each side makes a five.
    fives: [Vec<Point>; 2],
    pub(crate) stones: Vec<(Point, Color)>,
    /// What each stone changed of the fives, the last change last.
    changes: Vec<FiveChange>,
    /// The number of changes before each stone.
    marks: Vec<usize>,
}

/// A point where a side can make a five since some stone, or cannot any more.
#[derive(Clone, Copy)]
struct FiveChange {
    point: Point,
    color: Color,
    added: bool,
}

impl ThreatBoard {
    /// The stones of a position of five-in-a-row that is not over.
    pub(crate) fn new(position: &Position, attacker: Color) -> Option<ThreatBoard> {
        let rule = position.rule();
        if position.outcome().is_some() || rule == Rule::NoGo {
            return None;
        }
        let board = position.board().clone();
        let stones = board.stones();
        let law = |color| rule.law(color).expect("it is a game of fives");
        let mut threats = ThreatBoard {
            board,
            laws: Color::ALL.map(law),
            attacker,
            fives: Default::default(),
            marks: vec![0; stones.len()],
            stones,
            changes: Vec::new(),
        };
        for index in 0..threats.stones.len() {
            let (point, color) = threats.stones[index];
            threats.add_fives(point, color);
        }
        // The stones of the position are never taken off.
        threats.changes.clear();
        Some(threats)
    }

    pub(super) fn law(&self, color: Color) -> Law {
        self.laws[color as usize]
    }

    /// Puts a stone on an empty point.
    pub(crate) fn put(&mut self, point: Point, color: Color) {
        self.marks.push(self.changes.len());
        self.stones.push((point, color));
        self.board.put(point, color);
        self.remove_five(point, !color);
        self.remove_five(point, color);
        if !self.law(color).long_rows_win() {
            // A further stone may make a row too long for the five that it would have been.
            for index in (0..self.fives[color as usize].len()).rev() {
                let five = self.fives[color as usize][index];
                if !self.wins(five, color) {
                    self.remove_five(five, color);
                }
            }
        }
        self.add_fives(point, color);
    }

    /// Takes the last stone off.
    pub(crate) fn lift(&mut self) {
        let (point, color) = self.stones.pop().expect("a stone was put");
        let mark = self.marks.pop().expect("every stone has a mark");
        self.board.lift(point, color);
        for FiveChange { point, color, added } in self.changes.drain(mark..).rev() {
            let fives = &mut self.fives[color as usize];
            if added {
                fives.retain(|&five| five != point);
            } else {
                fives.push(point);
            }
        }
    }

    /// Whether a stone of `color` on the empty `point` wins.
    pub(crate) fn wins(&self, point: Point, color: Color) -> bool {
        let law = self.law(color);
        Axis::ALL.into_iter().any(|axis| law.wins(self.board.window(point, axis).seen_by(color)))
    }

    /// The foul of a stone of `color` on the empty `point`; a five is none.
    pub(crate) fn foul(&self, point: Point, color: Color) -> Option<renju::Foul> {
        match self.law(color).forks {
            Forks::Foul => renju::foul(&self.board, point),
            Forks::Free => None,
        }
    }

    fn is_foul(&self, point: Point, color: Color) -> bool {
        self.foul(point, color).is_some()
    }

    /// Where `color` makes a five.
    pub(crate) fn fives(&self, color: Color) -> &[Point] {
        &self.fives[color as usize]
    }

    fn remove_five(&mut self, point: Point, color: Color) {
        let fives = &mut self.fives[color as usize];
        if let Some(index) = fives.iter().position(|&five| five == point) {
            fives.swap_remove(index);
            self.changes.push(FiveChange { point, color, added: false });
        }
    }

    /// Adds the points that make a five of which the stone of `color` on `point` is a part.
    fn add_fives(&mut self, point: Point, color: Color) {
        let law = self.law(color);
        for axis in Axis::ALL {
            let window = self.board.window(point, axis).seen_by(color);
            // A five takes four stones before it.
            if window.own().count_ones() < 4 || Shapes::for_law(law).get(window).fours() == 0 {
                continue;
            }
            for offset in completions(window, law) {
                let five = point.along(axis, offset);
                let fives = &mut self.fives[color as usize];
                if !fives.contains(&five) {
                    fives.push(five);
                    self.changes.push(FiveChange { point: five, color, added: true });
                }
            }
        }
    }

    /// What the attacker has made by its last move.
    pub(crate) fn four(&self) -> Four {
        match self.fives(self.attacker) {
            _ if !self.fives(!self.attacker).is_empty() => Four::Late,
            [] => Four::No,
            [block] if !self.is_foul(*block, !self.attacker) => Four::Stopped(*block),
            _ => Four::Wins,
        }
    }

    /// Whether `line` wins from here.
    pub(super) fn holds(&mut self, line: &[Point]) -> bool {
        self.play(line, None, &mut |_, _| {})
    }

    /// Plays `line`, after the defender's stone on `reply` if there is one, and takes it all back.
    /// Says whether the line wins. The callback `watch` gets each move before it is made, and each
    /// four after it.
    pub(super) fn play(
        &mut self,
        line: &[Point],
        reply: Option<Point>,
        watch: &mut impl FnMut(&mut Board, ThreatEvent),
    ) -> bool {
        let before = self.stones.len();
        if let Some(reply) = reply {
            self.put(reply, !self.attacker);
        }
        let won = self.play_on(line, watch);
        while self.stones.len() > before {
            self.lift();
        }
        won
    }

    /// Plays `line` until it wins or fails.
    fn play_on(&mut self, line: &[Point], watch: &mut impl FnMut(&mut Board, ThreatEvent)) -> bool {
        let attacker = self.attacker;
        for &point in line {
            if self.board.cell(point) != Cell::Empty {
                return false;
            }
            if self.wins(point, attacker) {
                watch(&mut self.board, ThreatEvent::Move(point));
                return true;
            }
            if self.is_foul(point, attacker) {
                return false;
            }
            watch(&mut self.board, ThreatEvent::Move(point));
            self.put(point, attacker);
            match self.four() {
                Four::Late | Four::No => return false,
                Four::Wins => {
                    let fives = &self.fives[attacker as usize];
                    watch(&mut self.board, ThreatEvent::Wins(fives));
                    return true;
                }
                Four::Stopped(block) => {
                    watch(&mut self.board, ThreatEvent::Block(block));
                    self.put(block, !attacker);
                }
            }
        }
        false
    }

    /// The defender's legal replies after which `line` does not hold; none if it does not hold now.
    pub(crate) fn parries(&mut self, line: &[Point]) -> Option<Vec<Point>> {
        let zone = ParryZone::new(self, line)?;
        let defender = !self.attacker;
        let mut parries = zone.points();
        parries.retain(|&reply| {
            if self.board.cell(reply) != Cell::Empty {
                return false;
            }
            self.wins(reply, defender)
                || !self.is_foul(reply, defender) && !self.play(line, Some(reply), &mut |_, _| {})
        });
        Some(parries)
    }
}

/// What happens while a line is played.
pub(super) enum ThreatEvent<'a> {
    /// The attacker is about to play here.
    Move(Point),
    /// The attacker's five is about to be blocked here.
    Block(Point),
    /// The attacker will make a five on one of these.
    Wins(&'a [Point]),
}

#[cfg(test)]
mod tests {
    use tengen_core::Area;
    use tengen_testkit::TestRng;

    use super::*;

    fn sorted(fives: &[Point]) -> Vec<Point> {
        let mut fives = fives.to_vec();
        fives.sort_unstable();
        fives
    }

    /// Plays and takes back by chance, and compares with a board that is made from the stones.
    #[test]
    fn fives_that_are_updated_by_each_stone_are_those_of_the_stones() {
        let mut chance = TestRng::new(61);
        let (mut compared, mut with_fives) = (0, 0);
        let areas = [Area::square(6), Area::square(9), Area::Bounded { width: 24, height: 3 }];
        while compared < 20_000 {
            let rule = chance.pick(&Rule::FIVES);
            let area = chance.pick(&areas);
            let Some(mut position) = chance.any_position(rule, area) else { continue };
            let Some(mut threats) = ThreatBoard::new(&position, Color::Black) else { continue };
            for _ in 0..40 {
                let points = position.legal_points();
                if chance.below(3) == 0 || points.is_empty() {
                    if position.undo().is_some() {
                        threats.lift();
                    }
                } else {
                    let (point, color) = (chance.pick(&points), position.turn());
                    position.play(point).unwrap();
                    if position.outcome().is_some() {
                        position.undo();
                        continue;
                    }
                    threats.put(point, color);
                }
                let fresh = ThreatBoard::new(&position, Color::Black).unwrap();
                for color in Color::ALL {
                    let expected = sorted(fresh.fives(color));
                    assert_eq!(sorted(threats.fives(color)), expected, "{:?}", position.board());
                    with_fives += usize::from(!expected.is_empty());
                }
                assert_eq!(threats.four(), fresh.four());
                compared += 1;
            }
        }
        assert!(with_fives > 1000, "{with_fives}");
    }
}
