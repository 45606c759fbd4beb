//! The player: limits that hold, and what is kept from move to move.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

use tengen_core::Position;

use super::{
    Field, Limits, Resources, Settings, Thought, Unsuited, Values,
    proofs::{self, Hunter, Kept, Known},
    run::{Run, candidate, ordered, rest, thought, told_win},
    search::{Hand, Mind, Quest, Shared, Watch},
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
    pub(super) const MAX_DEPTH: i32 = 120;
    /// As deep as it looks at an only move.
    pub(super) const ONLY_DEPTH: i32 = 6;

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
            hunter: Hunter::new(position.turn(), self.resources.memory / 4),
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
