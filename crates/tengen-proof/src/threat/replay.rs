//! Hot: a line of fours played through on a board of its own.

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

/// A position in which the attacker plays fours.
///
/// Why not a [`Position`]: the attacker moves where it is the defender's turn, and of what the
/// defender may do here only two things matter, a five and a block.
pub(super) struct Replay {
    pub(super) board: Board,
    rule: Rule,
    pub(super) attacker: Color,
    /// Where each side makes a five, at the start.
    fives: [Vec<Point>; 2],
    pub(super) stones: Vec<(Point, Color)>,
}

impl Replay {
    pub(super) fn of(position: &Position, attacker: Color) -> Option<Replay> {
        let rule = position.rule();
        if position.outcome().is_some() || rule == Rule::NoGo {
            return None;
        }
        let board = position.board().clone();
        let stones = board.stones();
        let mut replay = Replay { board, rule, attacker, fives: Default::default(), stones };
        for index in 0..replay.stones.len() {
            let (point, color) = replay.stones[index];
            let mut fives = std::mem::take(&mut replay.fives[color as usize]);
            replay.add_fives(point, color, &mut fives);
            replay.fives[color as usize] = fives;
        }
        Some(replay)
    }

    pub(super) fn law(&self, color: Color) -> Law {
        self.rule.law(color).expect("it is a game of fives")
    }

    /// Whether a stone of `color` on the empty `point` wins.
    fn wins(&self, point: Point, color: Color) -> bool {
        let law = self.law(color);
        Axis::ALL.into_iter().any(|axis| law.wins(self.board.window(point, axis).seen_by(color)))
    }

    /// Whether a stone of `color` on the empty `point`, where it does not win, is a foul.
    pub(super) fn is_foul(&self, point: Point, color: Color) -> bool {
        self.law(color).forks == Forks::Foul && renju::foul(&self.board, point).is_some()
    }

    /// Adds the points that make a five of which the stone of `color` on `point` is a part.
    fn add_fives(&self, point: Point, color: Color, fives: &mut Vec<Point>) {
        let law = self.law(color);
        for axis in Axis::ALL {
            let window = self.board.window(point, axis).seen_by(color);
            // A five takes four stones before it.
            if window.own().count_ones() < 4 {
                continue;
            }
            if Shapes::for_law(law).get(window).fours() == 0 {
                continue;
            }
            for offset in completions(window, law) {
                let five = point.along(axis, offset);
                if !fives.contains(&five) {
                    fives.push(five);
                }
            }
        }
    }

    /// What the attacker has made by its last move.
    pub(super) fn four(&self) -> Four {
        let [attack, defence] =
            [self.attacker, !self.attacker].map(|color| &self.fives[color as usize]);
        self.judge(attack, defence)
    }

    /// What the attacker has made, given where each side makes a five.
    fn judge(&self, attack: &[Point], defence: &[Point]) -> Four {
        match attack {
            _ if !defence.is_empty() => Four::Late,
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
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut attack = self.fives[attacker as usize].clone();
        let mut defence = self.fives[defender as usize].clone();
        let mut put: Vec<(Point, Color)> = Vec::with_capacity(2 * line.len() + 1);
        if let Some(reply) = reply {
            self.board.put(reply, defender);
            put.push((reply, defender));
            attack.retain(|&five| five != reply);
            defence.retain(|&five| five != reply && self.wins(five, defender));
            self.add_fives(reply, defender, &mut defence);
        }
        let mut won = false;
        for &point in line {
            if self.board.cell(point) != Cell::Empty {
                break;
            }
            if self.wins(point, attacker) {
                won = true;
                watch(&mut self.board, ThreatEvent::Move(point));
                break;
            }
            if self.is_foul(point, attacker) {
                break;
            }
            watch(&mut self.board, ThreatEvent::Move(point));
            self.board.put(point, attacker);
            put.push((point, attacker));
            defence.retain(|&five| five != point);
            // A further stone may make a row too long for the five that it would have been.
            attack.retain(|&five| five != point && self.wins(five, attacker));
            self.add_fives(point, attacker, &mut attack);
            match self.judge(&attack, &defence) {
                Four::Late | Four::No => break,
                Four::Wins => {
                    won = true;
                    watch(&mut self.board, ThreatEvent::Wins(&attack));
                    break;
                }
                Four::Stopped(block) => {
                    watch(&mut self.board, ThreatEvent::Block(block));
                    self.board.put(block, defender);
                    put.push((block, defender));
                    attack.clear();
                    defence.clear();
                    self.add_fives(block, defender, &mut defence);
                }
            }
        }
        for (point, color) in put.into_iter().rev() {
            self.board.lift(point, color);
        }
        won
    }

    /// The defender's legal replies after which `line` does not hold; none if it does not hold now.
    pub(super) fn parries(&mut self, line: &[Point]) -> Option<Vec<Point>> {
        let zone = ParryZone::of(self, line)?;
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
