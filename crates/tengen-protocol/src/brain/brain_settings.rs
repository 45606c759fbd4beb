//! The settings of a brain by its options and by `INFO`: rule, clocks, limits, resources.

use std::{
    process,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tengen_core::Rule;
use tengen_engine::{Level, Limits, Resources, fives::Clock};
use tengen_notation::gomocup;

use super::BrainOptions;

/// All settings.
///
/// `INFO` has no answer. So an invalid value is kept, and reported when a move is asked for, until another
/// `INFO` replaces it.
#[derive(Clone, Debug)]
pub(super) struct BrainSettings {
    /// The rule until `INFO rule`.
    first_rule: Rule,
    rule: Option<u32>,
    /// Whether the manager has shown that it speaks Yixin's dialect.
    pub(super) is_yixin: bool,
    /// Time for a move where no other limit is set.
    fixed: Option<Duration>,
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    /// Lag of recent moves: a busy machine needs a wider margin.
    lag: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: u32,
    /// Size of the transposition table, in bytes.
    table: u64,
    max_memory: Option<u64>,
    strength: u32,
    seed: u64,
    pub(super) pondering: bool,
    pub(super) detail: u8,
    /// Whether to write a line for people at each depth.
    pub(super) verbose: bool,
}

impl BrainSettings {
    /// Maximum number of threads.
    pub(super) const MAX_THREADS: u32 = BrainOptions::MAX_THREADS as u32;

    /// Memory beside the table, in bytes: of the program, and of each thread.
    const BESIDE: u64 = 16 << 20;
    const BESIDE_EACH_THREAD: u64 = 4 << 20;

    /// Minimum size of the table.
    const LEAST: u64 = 1 << 20;

    /// Size of a table that is allocated in no time, and size that a search fills in a second, in bytes.
    pub(super) const SMALL: u64 = 8 << 20;
    const A_SECOND: f64 = (128 << 20) as f64;

    /// Typical number of moves of a side in a game.
    const MOVES: u32 = 40;

    /// Time for a move where no limit is set at all.
    const FIXED: Duration = Duration::from_secs(1);

    pub(super) fn new(options: &BrainOptions) -> BrainSettings {
        BrainSettings {
            first_rule: options.rule,
            rule: None,
            is_yixin: false,
            fixed: options.time,
            turn: None,
            whole: None,
            left: None,
            increment: Duration::ZERO,
            lag: Duration::ZERO,
            depth: None,
            nodes: options.nodes,
            threads: options.threads.get() as u32,
            table: options.memory,
            max_memory: None,
            strength: u32::from(options.level),
            seed: options.seed.unwrap_or_else(any_seed),
            pondering: options.ponder,
            detail: 0,
            verbose: options.verbose,
        }
    }

    /// Applies an `INFO`.
    pub(super) fn set(&mut self, setting: &gomocup::InfoSetting) {
        use gomocup::InfoSetting as Setting;
        self.is_yixin |= setting.is_of_yixin();
        match *setting {
            Setting::TimeoutTurn(time) => self.turn = Some(Duration::from_millis(time)),
            Setting::TimeoutMatch(time) => {
                self.whole = (time > 0).then_some(Duration::from_millis(time));
                self.left = self.whole;
            }
            Setting::TimeLeft(left) => {
                let time = |left: i64| Duration::from_millis(u64::try_from(left).unwrap_or(0));
                self.left = left.map(time);
            }
            Setting::TimeIncrement(time) => self.increment = Duration::from_millis(time),
            Setting::MaxMemory(most) => self.max_memory = most,
            Setting::Rule(rule) => self.rule = Some(rule),
            Setting::MaxDepth(most) => self.depth = most,
            Setting::MaxNode(most) => self.nodes = most,
            Setting::ThreadNum(threads) => self.threads = threads,
            Setting::HashSize(size) => self.table = size.saturating_mul(1024),
            Setting::Strength(strength) => self.strength = strength,
            Setting::Pondering(on) => self.pondering = on,
            Setting::ShowDetail(detail) => self.detail = detail,
            // The protocol says to ignore what one does not know, and what one does not need.
            Setting::Other(..) => {}
        }
    }

    /// Resets the clock for a new game.
    pub(super) fn restart_clock(&mut self) {
        self.left = self.whole;
    }

    /// Subtracts the time of a move from the clock, until the manager sends the time left.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time) + self.increment);
    }

    /// Notes how much later than planned a move was.
    pub(super) fn note_lag(&mut self, late: Duration) {
        self.lag = late.max(self.lag * 63 / 64);
    }

    /// The rule that is played.
    pub(super) fn rule(&self) -> Result<Rule, String> {
        let refused = match self.rule {
            None => return Ok(self.first_rule),
            Some(0) => return Ok(Rule::Freestyle),
            Some(1) => return Ok(Rule::Exact),
            Some(4) => return Ok(Rule::Renju),
            Some(2) if self.is_yixin => return Ok(Rule::Renju),
            Some(2) => "is a game that goes on after a win, and renju only to Yixin's boards",
            Some(8) => "is caro",
            Some(_) => "is none, or several at once",
        };
        let rule = self.rule.unwrap_or_default();
        Err(format!(
            "INFO rule {rule} {refused}: send 0 for freestyle, 1 for exact five or 4 for renju"
        ))
    }

    /// The limits of a move that was asked for `since` ago, with this number of stones on the board.
    pub(super) fn limits(&self, since: Duration, stones: usize) -> Result<Limits, String> {
        let bound = self.depth.is_some() || self.nodes.is_some();
        let fixed = (self.left.is_none() && !bound).then_some(BrainSettings::FIXED);
        let turn = self.turn.or(self.fixed).or(fixed);
        let clock = Clock {
            turn: turn.map(|turn| turn.saturating_sub(since)),
            left: self.left.map(|left| left.saturating_sub(since)),
            // An engine that was late once may be later.
            margin: Clock::MARGIN + 2 * self.lag,
        };
        let level = self.level()?;
        Ok(Limits { depth: self.depth, nodes: self.nodes, level, ..clock.limits(stones) })
    }

    /// The level: 1 to 10 as they are, and up to 100 as hundredths of all there is, which is how
    /// Rapfi's boards count.
    pub(super) fn level(&self) -> Result<Level, String> {
        let number = if self.strength > 10 { self.strength.div_ceil(10) } else { self.strength };
        u8::try_from(number.max(1)).ok().and_then(Level::new).ok_or_else(|| {
            format!("INFO strength {}: write a level from 1 to 10, or up to 100 %", self.strength)
        })
    }

    /// Table size that is of use, in bytes: a larger one is not filled in the time of a move, and to
    /// allocate it takes time too.
    fn worth_having(&self) -> u64 {
        let share = self.whole.map(|whole| whole / BrainSettings::MOVES);
        match self.turn.into_iter().chain(share).min() {
            Some(time) => {
                BrainSettings::SMALL.max((time.as_secs_f64() * BrainSettings::A_SECOND) as u64)
            }
            None => u64::MAX,
        }
    }

    /// Seed of the random numbers.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// The resources of the player.
    pub(super) fn resources(&self) -> Result<Resources, String> {
        let threads = self.threads;
        if !(1..=BrainSettings::MAX_THREADS).contains(&threads) {
            let most = BrainSettings::MAX_THREADS;
            return Err(format!("INFO thread_num {threads}: write a number from 1 to {most}"));
        }
        let beside = BrainSettings::BESIDE + BrainSettings::BESIDE_EACH_THREAD * u64::from(threads);
        let room = match self.max_memory {
            None => u64::MAX,
            Some(most) => {
                let least = beside + BrainSettings::LEAST;
                most.checked_sub(beside).filter(|&room| room >= BrainSettings::LEAST).ok_or_else(
                    || format!("INFO max_memory {most} is too little: {least} bytes are needed"),
                )?
            }
        };
        let table = self.table.max(BrainSettings::LEAST).min(room).min(self.worth_having());
        let too_much = || format!("INFO hash_size: there is no room for {table} bytes");
        let memory = usize::try_from(table).map_err(|_| too_much())?;
        // Try it first, since an allocation that fails aborts the program.
        Vec::<u8>::new().try_reserve_exact(memory).map_err(|_| too_much())?;
        Ok(Resources { threads: threads as usize, memory, seed: self.seed })
    }
}

/// A seed from the time and the process id.
fn any_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    time.as_nanos() as u64 ^ u64::from(process::id()) << 32
}

#[cfg(test)]
mod tests {
    use super::{gomocup::InfoSetting as Setting, *};

    fn sent(options: &BrainOptions, infos: &[Setting]) -> BrainSettings {
        let mut settings = BrainSettings::new(options);
        for setting in infos {
            settings.set(setting);
        }
        settings
    }

    fn default() -> BrainOptions {
        BrainOptions::default()
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn yixin_is_known_by_its_words_before_the_rule_or_behind_it() {
        assert!(sent(&default(), &[Setting::Rule(2)]).rule().is_err());
        for infos in
            [[Setting::Rule(2), Setting::MaxDepth(None)], [Setting::ThreadNum(1), Setting::Rule(2)]]
        {
            assert_eq!(sent(&default(), &infos).rule(), Ok(Rule::Renju));
        }
        for refused in [3, 5, 6, 7, 8, 9, 12] {
            let infos = [Setting::MaxDepth(None), Setting::Rule(refused)];
            assert!(sent(&default(), &infos).rule().is_err(), "{refused}");
        }
        let exact = BrainOptions { rule: Rule::Exact, ..default() };
        assert_eq!(sent(&exact, &[]).rule(), Ok(Rule::Exact));
        assert_eq!(sent(&exact, &[Setting::Rule(0)]).rule(), Ok(Rule::Freestyle));
    }

    #[test]
    fn a_move_has_the_time_that_was_sent() {
        let time = |options: &BrainOptions, infos: &[Setting]| {
            sent(options, infos).limits(ms(10), 4).unwrap().time
        };
        let nodes = BrainOptions { nodes: Some(5), ..default() };
        let three = BrainOptions { time: Some(ms(3000)), ..default() };
        assert_eq!(time(&default(), &[]), Some(ms(990).saturating_sub(Clock::MARGIN)), "a second");
        assert_eq!(time(&nodes, &[]), None, "as long as it takes");
        assert_eq!(time(&default(), &[Setting::MaxDepth(Some(4))]), None, "as long as it takes");
        assert_eq!(time(&three, &[]), Some(ms(2990).saturating_sub(Clock::MARGIN)));
        let turn = Setting::TimeoutTurn(500);
        assert_eq!(time(&three, &[turn]), Some(ms(490).saturating_sub(Clock::MARGIN)));
        assert!(time(&default(), &[Setting::TimeoutTurn(0)]).unwrap() <= ms(1), "at once");
        // A game's time is shared, and what is left of it counts.
        let game = time(&default(), &[Setting::TimeoutMatch(60_000)]).unwrap();
        assert!(game > ms(500) && game < ms(15_000), "{game:?}");
        let late = [Setting::TimeoutMatch(60_000), Setting::TimeLeft(Some(400))];
        assert!(time(&default(), &late).unwrap() < ms(100));
        let over = [Setting::TimeoutMatch(60_000), Setting::TimeLeft(Some(-400))];
        assert!(time(&default(), &over).unwrap() <= ms(1));
    }

    #[test]
    fn a_late_move_widens_the_margin_for_some_time() {
        let mut settings = sent(&default(), &[Setting::TimeoutTurn(100)]);
        let time = |settings: &BrainSettings| settings.limits(ms(0), 4).unwrap().time.unwrap();
        let before = time(&settings);
        settings.note_lag(ms(20));
        assert_eq!(time(&settings) + ms(40), before);
        for _ in 0..500 {
            settings.note_lag(ms(0));
        }
        assert!(time(&settings) + ms(1) > before);
    }

    #[test]
    fn between_two_infos_on_the_time_left_it_is_counted() {
        let mut settings =
            sent(&default(), &[Setting::TimeoutMatch(1000), Setting::TimeIncrement(50)]);
        settings.spend(ms(300));
        assert_eq!(settings.left, Some(ms(750)));
        settings.restart_clock();
        assert_eq!(settings.left, Some(ms(1000)));
    }

    #[test]
    fn memory_is_what_is_wanted_allowed_and_of_use() {
        let memory = |infos: &[Setting]| sent(&default(), infos).resources().map(|all| all.memory);
        assert_eq!(memory(&[]), Ok(256 << 20));
        assert_eq!(memory(&[Setting::HashSize(32 << 10)]), Ok(32 << 20));
        assert_eq!(memory(&[Setting::HashSize(0)]), Ok(1 << 20));
        assert_eq!(memory(&[Setting::MaxMemory(Some(100 << 20))]), Ok(80 << 20));
        assert_eq!(memory(&[Setting::TimeoutTurn(1000)]), Ok(128 << 20));
        assert_eq!(memory(&[Setting::TimeoutTurn(10)]), Ok(8 << 20));
        assert_eq!(
            memory(&[Setting::TimeoutTurn(5000), Setting::TimeoutMatch(40_000)]),
            Ok(128 << 20)
        );
        assert!(memory(&[Setting::MaxMemory(Some(20 << 20))]).is_err());
        assert!(memory(&[Setting::HashSize(u64::MAX)]).is_err());
        assert!(memory(&[Setting::ThreadNum(BrainSettings::MAX_THREADS + 1)]).is_err());
    }

    #[test]
    fn strength_is_a_level_or_in_hundredths() {
        let level =
            |strength| sent(&default(), &[Setting::Strength(strength)]).level().map(Level::number);
        assert_eq!([0, 1, 7, 10].map(level), [Ok(1), Ok(1), Ok(7), Ok(10)]);
        assert_eq!([11, 20, 95, 100].map(level), [Ok(2), Ok(2), Ok(10), Ok(10)]);
        assert!(level(101).is_err());
        assert_eq!(
            sent(&BrainOptions { level: 3, ..default() }, &[]).level().map(Level::number),
            Ok(3)
        );
    }
}
