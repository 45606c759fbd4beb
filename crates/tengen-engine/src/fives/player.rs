//! The player: limits that hold, and what is kept from move to move.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use tengen_core::{Point, Position};

use super::{
    Candidate, Field, Limits, Resources, Settings, Thought, Unsuited, Value, Values,
    proofs::{self, Doubt, Hunter, Kept, Known},
    score::{is_loss, is_win, value},
    search::{Hand, Mind, Quest, RootMove, Shared, Watch},
    table::Table,
};

/// A player of five-in-a-row.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_engine::fives::{Limits, Player, Resources};
///
/// let mut player = Player::new(Resources::default());
/// let position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// let thought = player.think(&position, &Limits::default(), &|| false, &mut |_| {}).unwrap();
/// assert_eq!(thought.best().unwrap().point, Point::new(7, 7));
/// ```
#[derive(Debug)]
pub struct Player {
    resources: Resources,
    settings: Settings,
    values: Option<Arc<Values>>,
    table: Table,
    /// One for each thread.
    minds: Vec<Mind>,
    /// The last win by threats that was found.
    kept: Option<Kept>,
}

impl Player {
    /// As deep as it ever looks.
    const MAX_DEPTH: i32 = 120;
    /// As deep as it looks at an only move.
    const ONLY_DEPTH: i32 = 6;

    /// The time less what is needed to put things away.
    fn for_thinking(time: Duration) -> Duration {
        time.saturating_sub((time / 64).min(Duration::from_millis(100)))
    }

    /// A player that knows nothing yet.
    pub fn new(resources: Resources) -> Player {
        Player::with_settings(resources, Settings::STRONG)
    }

    /// The same with other weights of the search.
    pub fn with_settings(resources: Resources, settings: Settings) -> Player {
        let resources = Resources { threads: resources.threads.max(1), ..resources };
        Player {
            resources,
            settings,
            values: None,
            table: Table::new(resources.memory / 8 * 5),
            minds: minds(&resources),
            kept: None,
        }
    }

    /// The same with values of one's own, for games of their rule.
    #[must_use]
    pub fn with_values(mut self, values: Arc<Values>) -> Player {
        self.values = Some(values);
        self
    }

    /// What it may use.
    pub fn resources(&self) -> &Resources {
        &self.resources
    }

    /// Forgets what was thought.
    pub fn clear(&mut self) {
        self.table.clear();
        self.minds = minds(&self.resources);
        self.kept = None;
    }

    /// Thinks about a position until a limit is reached or `stop` says so. `news` hears now and
    /// then what is thought so far.
    ///
    /// # Errors
    ///
    /// If the position is of another game or on a board that is too small or too large.
    pub fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &(dyn Fn() -> bool + Sync),
        news: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Unsuited> {
        if let Some(handicap) = limits.level.handicap() {
            return self.think_lower(handicap, position, limits, stop);
        }
        let started = Instant::now();
        let field = self.field(position)?;
        let kept = self.kept.as_ref().and_then(|kept| kept.line(position));
        self.table.grow_older();
        let shared = Shared {
            table: &self.table,
            settings: &self.settings,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            threat_nodes: AtomicU64::new(0),
        };
        let watch = Watch {
            started,
            deadline: limits.time.and_then(|time| started.checked_add(Player::for_thinking(time))),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop,
            news,
            interval: limits.news,
            told: started,
            last: None,
        };
        let (first, others) = self.minds.split_first_mut().expect("there is a thread");
        first.past.fade();
        let mut hand = Hand::new(field.clone(), &shared, first, Some(watch));
        if position.outcome().is_some() {
            return Ok(thought(&hand, &[], 0));
        }
        let mut won = kept.map(|(line, plies)| told_win(&line, plies));
        let mut quest = Quest::new(Vec::new());
        match proofs::first_look(&mut hand) {
            Known::Win(win) => {
                won = Some(candidate(&hand, &win));
                quest.moves = rest(&hand, win.spot);
            }
            Known::Moves(spots) => quest.moves = ordered(&hand, &spots),
        }
        if let Some(won) = &won {
            let spot = field.spot(won.point);
            quest.moves.retain(|entry| entry.spot != spot);
        }
        let mut run = Run {
            position,
            limits,
            quest,
            won,
            hunter: Hunter::new(position.turn(), self.resources.memory / 8),
            doubt: Doubt::new(!position.turn(), self.resources.memory / 8),
            found: None,
            depth: 0,
            calm: 0,
        };
        if run.is_settled() {
            return Ok(run.thought(&hand));
        }
        thread::scope(|scope| {
            for (number, mind) in others.iter_mut().enumerate() {
                let (field, quest, shared) = (field.clone(), run.quest.clone(), &shared);
                mind.past.fade();
                scope.spawn(move || help(Hand::new(field, shared, mind, None), quest, number));
            }
            run.deepen(&mut hand);
            shared.done.store(true, Relaxed);
        });
        let thought = run.thought(&hand);
        if run.found.is_some() {
            self.kept = run.found;
        }
        Ok(thought)
    }

    /// The board of the search for `position`.
    pub(super) fn field(&self, position: &Position) -> Result<Field, Unsuited> {
        match &self.values {
            Some(values) if values.rule() == position.rule() => {
                Field::with(position, Arc::clone(values))
            }
            _ => Field::of(position),
        }
    }
}

fn minds(resources: &Resources) -> Vec<Mind> {
    let bytes = resources.memory / 8 / resources.threads;
    (0..resources.threads).map(|_| Mind::new(bytes)).collect()
}

/// What the other threads do: the same, each a little different.
fn help(mut hand: Hand<'_>, mut quest: Quest, number: usize) {
    for depth in 1 + number as i32 % 2.. {
        if depth > Player::MAX_DEPTH || quest.deepen(&mut hand, depth, 1).is_err() {
            break;
        }
    }
}

/// The moves to look at, the best first at first sight.
fn ordered(hand: &Hand<'_>, spots: &[u16]) -> Vec<RootMove> {
    let mut spots = spots.to_vec();
    spots.sort_by_key(|&spot| -hand.field.urge(spot));
    spots.into_iter().map(RootMove::new).collect()
}

/// All other moves than a winning one.
fn rest(hand: &Hand<'_>, winner: u16) -> Vec<RootMove> {
    let is_other = |spot: &u16| *spot != winner && hand.field.is_legal(*spot);
    let spots: Vec<u16> = hand.field.near().filter(is_other).collect();
    ordered(hand, &spots)
}

fn told_win(line: &[Point], plies: u32) -> Candidate {
    Candidate { point: line[0], value: Value::Wins(plies), depth: 0, line: line.to_vec() }
}

fn candidate(hand: &Hand<'_>, entry: &RootMove) -> Candidate {
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

fn thought(hand: &Hand<'_>, candidates: &[Candidate], depth: i32) -> Thought {
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
struct Run<'a> {
    position: &'a Position,
    limits: &'a Limits,
    quest: Quest,
    /// A move that is proven to win.
    won: Option<Candidate>,
    hunter: Hunter,
    doubt: Doubt,
    found: Option<Kept>,
    depth: i32,
    /// For how many depths the best move has been the same.
    calm: u32,
}

impl Run<'_> {
    /// Whether there is nothing left to think about.
    fn is_settled(&self) -> bool {
        self.quest.moves.is_empty() || self.won.is_some() && self.limits.lines <= 1
    }

    fn max_depth(&self) -> i32 {
        let wanted = self.limits.depth.map_or(Player::MAX_DEPTH, |depth| depth.max(1) as i32);
        let only = if self.quest.moves.len() == 1 { Player::ONLY_DEPTH } else { i32::MAX };
        wanted.min(only).min(Player::MAX_DEPTH)
    }

    /// Looks deeper and deeper.
    fn deepen(&mut self, hand: &mut Hand<'_>) {
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
            self.doubt(hand);
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

    /// Looks for a while whether the other side wins by threats after the move that seems best.
    fn doubt(&mut self, hand: &mut Hand<'_>) {
        let share = hand.shared.settings.doubt_share as u64;
        let due = (hand.all_nodes() * share / 100).saturating_sub(self.doubt.spent);
        let best = &self.quest.moves[0];
        let is_proven = is_win(best.score) || is_loss(best.score);
        if due < 1000 || self.is_settled() || is_proven {
            return;
        }
        if self.limits.lines > 1 || self.quest.moves.len() == 1 {
            return;
        }
        if let Some(plies) = self.doubt.go_on(hand, best.spot, due) {
            self.quest.refute(plies);
            self.calm = 0;
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

    fn thought(&self, hand: &Hand<'_>) -> Thought {
        let mut candidates: Vec<Candidate> = self.won.iter().cloned().collect();
        let won = self.won.as_ref().map(|won| won.point);
        let others =
            self.quest.moves.iter().chain(&self.quest.lost).map(|entry| candidate(hand, entry));
        let others = others.filter(|other| Some(other.point) != won);
        candidates.extend(others.take(self.limits.lines.max(1) - candidates.len()));
        thought(hand, &candidates, self.depth)
    }
}
