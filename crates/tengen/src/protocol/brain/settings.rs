//! What the manager and the command line have told: rule, clocks, limits, resources.

use std::{
    process,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tengen_core::Rule;
use tengen_engine::{Level, Limits, Resources, fives::Clock};
use tengen_notation::GomocupSetting;

use crate::cli::{BrainArgs, MOST_THREADS};

/// All settings.
///
/// `INFO` has no answer. So what cannot be done is kept as it was told, and said when a move is
/// asked for, until another `INFO` takes it back.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The rule until one is told.
    first_rule: Rule,
    rule: Option<u32>,
    /// Whether the manager has shown that it speaks Yixin's dialect.
    pub(super) is_yixin: bool,
    /// The time for a move if no other limit is told.
    fixed: Option<Duration>,
    turn: Option<Duration>,
    whole: Option<Duration>,
    left: Option<Duration>,
    increment: Duration,
    /// How late moves were of late: a busy machine wants a wider margin.
    lag: Duration,
    depth: Option<u32>,
    nodes: Option<u64>,
    threads: u32,
    /// How many bytes are wanted for what is remembered.
    table: u64,
    max_memory: Option<u64>,
    strength: u32,
    seed: u64,
    pub(super) pondering: bool,
    pub(super) detail: u8,
    /// Whether to tell people what is thought at each depth.
    pub(super) verbose: bool,
}

impl Settings {
    /// The most threads.
    pub(super) const MAX_THREADS: u32 = MOST_THREADS as u32;

    /// What the program takes beside what it remembers, in bytes: itself, and what each thread has.
    const BESIDE: u64 = 16 << 20;
    const BESIDE_EACH_THREAD: u64 = 4 << 20;

    /// The least that is worth remembering in.
    const LEAST: u64 = 1 << 20;

    /// What can be had at once, in bytes, and what can be put to use in a second.
    pub(super) const SMALL: u64 = 8 << 20;
    const A_SECOND: f64 = (128 << 20) as f64;

    /// About how many moves a side makes in a game.
    const MOVES: u32 = 40;

    /// The time for a move if nothing is told at all.
    const FIXED: Duration = Duration::from_secs(1);

    pub(super) fn new(args: &BrainArgs) -> Settings {
        Settings {
            first_rule: args.rule,
            rule: None,
            is_yixin: false,
            fixed: args.time,
            turn: None,
            whole: None,
            left: None,
            increment: Duration::ZERO,
            lag: Duration::ZERO,
            depth: None,
            nodes: args.nodes,
            threads: args.threads.get() as u32,
            table: u64::from(args.memory) << 20,
            max_memory: None,
            strength: u32::from(args.level),
            seed: args.seed.unwrap_or_else(any_seed),
            pondering: args.ponder,
            detail: 0,
            verbose: args.verbose,
        }
    }

    /// Takes in what was told.
    pub(super) fn tell(&mut self, setting: &GomocupSetting) {
        use GomocupSetting as Setting;
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

    /// Winds the clock up for a new game.
    pub(super) fn restart_clock(&mut self) {
        self.left = self.whole;
    }

    /// Takes a move's time from the clock, until the manager tells better.
    pub(super) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time) + self.increment);
    }

    /// Takes in how much later than planned a move was.
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

    /// The limits of a move that was asked for so long ago, with so many stones on the board.
    pub(super) fn limits(&self, since: Duration, stones: usize) -> Result<Limits, String> {
        let bound = self.depth.is_some() || self.nodes.is_some();
        let fixed = (self.left.is_none() && !bound).then_some(Settings::FIXED);
        let turn = self.turn.or(self.fixed).or(fixed);
        let clock = Clock {
            turn: turn.map(|turn| turn.saturating_sub(since)),
            left: self.left.map(|left| left.saturating_sub(since)),
            // Who was late once may be later.
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

    /// How many bytes can be put to use: more are not filled in the time of a move, and to get them
    /// takes time too.
    fn worth_having(&self) -> u64 {
        let share = self.whole.map(|whole| whole / Settings::MOVES);
        match self.turn.into_iter().chain(share).min() {
            Some(time) => Settings::SMALL.max((time.as_secs_f64() * Settings::A_SECOND) as u64),
            None => u64::MAX,
        }
    }

    /// Seed of the random numbers.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// What a player may use.
    pub(super) fn resources(&self) -> Result<Resources, String> {
        let threads = self.threads;
        if !(1..=Settings::MAX_THREADS).contains(&threads) {
            let most = Settings::MAX_THREADS;
            return Err(format!("INFO thread_num {threads}: write a number from 1 to {most}"));
        }
        let beside = Settings::BESIDE + Settings::BESIDE_EACH_THREAD * u64::from(threads);
        let room = match self.max_memory {
            None => u64::MAX,
            Some(most) => {
                let least = beside + Settings::LEAST;
                most.checked_sub(beside).filter(|&room| room >= Settings::LEAST).ok_or_else(
                    || format!("INFO max_memory {most} is too little: {least} bytes are needed"),
                )?
            }
        };
        let table = self.table.max(Settings::LEAST).min(room).min(self.worth_having());
        let too_much = || format!("INFO hash_size: there is no room for {table} bytes");
        let memory = usize::try_from(table).map_err(|_| too_much())?;
        // Ask before, since a program that asks for more than there is ends at once.
        Vec::<u8>::new().try_reserve_exact(memory).map_err(|_| too_much())?;
        Ok(Resources { threads: threads as usize, memory, seed: self.seed })
    }
}

/// A seed that is another one each time.
fn any_seed() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    time.as_nanos() as u64 ^ u64::from(process::id()) << 32
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{GomocupSetting as Setting, *};
    use crate::cli::{Cli, Verb};

    fn settings(args: &[&str]) -> Settings {
        match Cli::parse_from([&["tengen", "brain"], args].concat()).verb {
            Verb::Brain(args) => Settings::new(&args),
            _ => unreachable!("the verb is brain"),
        }
    }

    fn told(args: &[&str], telling: &[Setting]) -> Settings {
        let mut settings = settings(args);
        for setting in telling {
            settings.tell(setting);
        }
        settings
    }

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn yixin_is_known_by_its_words_before_the_rule_or_behind_it() {
        assert!(told(&[], &[Setting::Rule(2)]).rule().is_err());
        for telling in
            [[Setting::Rule(2), Setting::MaxDepth(None)], [Setting::ThreadNum(1), Setting::Rule(2)]]
        {
            assert_eq!(told(&[], &telling).rule(), Ok(Rule::Renju));
        }
        for refused in [3, 5, 6, 7, 8, 9, 12] {
            let telling = [Setting::MaxDepth(None), Setting::Rule(refused)];
            assert!(told(&[], &telling).rule().is_err(), "{refused}");
        }
        assert_eq!(told(&["--rule", "exact"], &[]).rule(), Ok(Rule::Exact));
        assert_eq!(told(&["--rule", "exact"], &[Setting::Rule(0)]).rule(), Ok(Rule::Freestyle));
    }

    #[test]
    fn a_move_has_the_time_that_was_told() {
        let time = |args: &[&str], telling: &[Setting]| {
            told(args, telling).limits(ms(10), 4).unwrap().time
        };
        assert_eq!(time(&[], &[]), Some(ms(990).saturating_sub(Clock::MARGIN)), "a second");
        assert_eq!(time(&["--nodes", "5"], &[]), None, "as long as it takes");
        assert_eq!(time(&[], &[Setting::MaxDepth(Some(4))]), None, "as long as it takes");
        assert_eq!(time(&["--time", "3"], &[]), Some(ms(2990).saturating_sub(Clock::MARGIN)));
        let turn = Setting::TimeoutTurn(500);
        assert_eq!(time(&["--time", "3"], &[turn]), Some(ms(490).saturating_sub(Clock::MARGIN)));
        assert!(time(&[], &[Setting::TimeoutTurn(0)]).unwrap() <= ms(1), "at once");
        // A game's time is shared, and what is left of it counts.
        let game = time(&[], &[Setting::TimeoutMatch(60_000)]).unwrap();
        assert!(game > ms(500) && game < ms(15_000), "{game:?}");
        let late = [Setting::TimeoutMatch(60_000), Setting::TimeLeft(Some(400))];
        assert!(time(&[], &late).unwrap() < ms(100));
        let over = [Setting::TimeoutMatch(60_000), Setting::TimeLeft(Some(-400))];
        assert!(time(&[], &over).unwrap() <= ms(1));
    }

    #[test]
    fn a_late_move_widens_the_margin_for_some_time() {
        let mut settings = told(&[], &[Setting::TimeoutTurn(100)]);
        let time = |settings: &Settings| settings.limits(ms(0), 4).unwrap().time.unwrap();
        let before = time(&settings);
        settings.note_lag(ms(20));
        assert_eq!(time(&settings) + ms(40), before);
        for _ in 0..500 {
            settings.note_lag(ms(0));
        }
        assert!(time(&settings) + ms(1) > before);
    }

    #[test]
    fn between_two_words_on_the_time_left_it_is_counted() {
        let mut settings = told(&[], &[Setting::TimeoutMatch(1000), Setting::TimeIncrement(50)]);
        settings.spend(ms(300));
        assert_eq!(settings.left, Some(ms(750)));
        settings.restart_clock();
        assert_eq!(settings.left, Some(ms(1000)));
    }

    #[test]
    fn memory_is_what_is_wanted_allowed_and_of_use() {
        let memory = |telling: &[Setting]| told(&[], telling).resources().map(|all| all.memory);
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
        assert!(memory(&[Setting::ThreadNum(MOST_THREADS as u32 + 1)]).is_err());
    }

    #[test]
    fn strength_is_a_level_or_in_hundredths() {
        let level = |strength| told(&[], &[Setting::Strength(strength)]).level().map(Level::number);
        assert_eq!([0, 1, 7, 10].map(level), [Ok(1), Ok(1), Ok(7), Ok(10)]);
        assert_eq!([11, 20, 95, 100].map(level), [Ok(2), Ok(2), Ok(10), Ok(10)]);
        assert!(level(101).is_err());
        assert_eq!(settings(&["--level", "3"]).level().map(Level::number), Ok(3));
    }
}
