//! One question to the player, from the first depth to the last.

use std::{sync::atomic::Ordering::Relaxed, time::Instant};

use tengen_core::{Point, Position};

use super::{
    Candidate, Limits, Player, Thought, Value,
    proofs::{Hunter, Kept},
    score::{is_loss, is_win, value},
    search::{Hand, Quest, RootMove},
};

/// The moves to look at, the best first at first sight.
pub(super) fn ordered(hand: &Hand<'_>, spots: &[u16]) -> Vec<RootMove> {
    let mut spots = spots.to_vec();
    spots.sort_by_key(|&spot| -hand.field.urge(spot));
    spots.into_iter().map(RootMove::new).collect()
}

/// All other moves than a winning one.
pub(super) fn rest(hand: &Hand<'_>, winner: u16) -> Vec<RootMove> {
    let is_other = |spot: &u16| *spot != winner && hand.field.is_legal(*spot);
    let spots: Vec<u16> = hand.field.near().filter(is_other).collect();
    ordered(hand, &spots)
}

pub(super) fn told_win(line: &[Point], plies: u32) -> Candidate {
    Candidate { point: line[0], value: Value::Wins(plies), depth: 0, line: line.to_vec() }
}

pub(super) fn candidate(hand: &Hand<'_>, entry: &RootMove) -> Candidate {
    Candidate {
        point: hand.field.point(entry.spot),
        value: match entry.known_score() {
            Quest::UNKNOWN => Value::Seems(hand.field.value()),
            score => value(score),
        },
        depth: entry.depth as u32,
        line: entry.line.iter().map(|&spot| hand.field.point(spot)).collect(),
    }
}

pub(super) fn thought(hand: &Hand<'_>, candidates: &[Candidate], depth: i32) -> Thought {
    let watch = hand.watch.as_ref().expect("the first thread has one");
    Thought {
        candidates: candidates.to_vec(),
        depth: depth as u32,
        nodes: hand.all_nodes() + hand.shared.nodes.load(Relaxed),
        threat_nodes: hand.threat_nodes + hand.shared.threat_nodes.load(Relaxed),
        elapsed: watch.started.elapsed(),
    }
}

/// One question, from the first depth to the last.
pub(super) struct Run<'a> {
    pub(super) position: &'a Position,
    pub(super) limits: &'a Limits,
    pub(super) quest: Quest,
    /// A move that is proven to win.
    pub(super) won: Option<Candidate>,
    pub(super) hunter: Hunter,
    pub(super) found: Option<Kept>,
    pub(super) depth: i32,
    /// For how many depths the best move has been the same.
    pub(super) calm: u32,
}

impl Run<'_> {
    /// Whether there is nothing left to think about.
    pub(super) fn is_settled(&self) -> bool {
        self.quest.moves.is_empty() || self.won.is_some() && self.limits.lines <= 1
    }

    fn max_depth(&self) -> i32 {
        let wanted = self.limits.depth.map_or(Player::MAX_DEPTH, |depth| depth.max(1) as i32);
        let only = if self.quest.moves.len() == 1 { Player::ONLY_DEPTH } else { i32::MAX };
        wanted.min(only).min(Player::MAX_DEPTH)
    }

    /// Looks deeper and deeper.
    pub(super) fn deepen(&mut self, hand: &mut Hand<'_>) {
        let max_depth = self.max_depth();
        let lines = self.limits.lines.max(1) - usize::from(self.won.is_some());
        for depth in 1..=max_depth {
            let before = self.quest.moves[0].spot;
            let searched = self.quest.deepen(hand, depth, lines);
            let is_same = self.quest.moves[0].spot == before;
            self.calm = if is_same { self.calm + 1 } else { 0 };
            if searched.is_err() {
                break;
            }
            self.depth = depth;
            self.hunt(hand);
            self.tell(hand);
            let best = self.quest.moves[0].score;
            let is_clear = self.limits.lines <= 1 && (is_win(best) || is_loss(best));
            if self.is_settled() || is_clear || self.has_thought_enough(hand) {
                break;
            }
        }
    }

    /// Looks for a win by threats for a while, the longer the better it looks.
    fn hunt(&mut self, hand: &mut Hand<'_>) {
        if self.won.is_some() || self.quest.moves.len() == 1 {
            return;
        }
        let best = self.quest.moves[0].known_score();
        let share = hand.shared.settings.threat_share as u64;
        let share = match best {
            _ if is_win(best) || is_loss(best) => 0,
            250.. => 4 * share,
            100.. => 2 * share,
            _ => share,
        };
        let due = hand.all_nodes() * share.min(50) / 100;
        let due = due.saturating_sub(self.hunter.spent);
        if due < 1000 {
            return;
        }
        if let Some(kept) = self.hunter.go_on(hand, self.position, due) {
            self.won = kept.line(self.position).map(|(line, plies)| told_win(&line, plies));
            self.found = Some(kept);
        }
    }

    /// Whether the time that was planned is over.
    fn has_thought_enough(&self, hand: &Hand<'_>) -> bool {
        let Some(aim) = self.limits.aim else { return false };
        let elapsed = hand.watch.as_ref().map_or(aim, |watch| watch.started.elapsed());
        let percent = match self.calm {
            0 => 160,
            1 => 110,
            2 | 3 => 80,
            _ => 55,
        };
        elapsed >= aim * percent / 100
    }

    fn tell(&self, hand: &mut Hand<'_>) {
        let thought = self.thought(hand);
        if let Some(watch) = &mut hand.watch {
            watch.told = Instant::now();
            (watch.news)(&thought);
            watch.last = Some(thought);
        }
    }

    pub(super) fn thought(&self, hand: &Hand<'_>) -> Thought {
        let mut candidates: Vec<Candidate> = self.won.iter().cloned().collect();
        let won = self.won.as_ref().map(|won| won.point);
        let others = self.quest.moves.iter().map(|entry| candidate(hand, entry));
        let others = others.filter(|other| Some(other.point) != won);
        candidates.extend(others.take(self.limits.lines.max(1) - candidates.len()));
        thought(hand, &candidates, self.depth)
    }
}
