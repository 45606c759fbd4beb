//! Exact values of small regions: combinatorial games in canonical form.
//!
//! A game is what Left and what Right can make of it; the side that cannot move loses. Two games are
//! equal if no sum distinguishes them. Each class of equal games has one smallest form
//! (no option is worse than another, none can be undone by the answer to it), and here it has one
//! number: its [`GameValue`].

use rustc_hash::FxHashMap;

use super::key::{RegionKey, absorb};

/// A game in canonical form: its place in [`GameValues`].
pub(crate) type GameValue = u32;

/// A dyadic number in units of 2^-20.
pub(crate) type Number = i64;

/// One.
pub(crate) const ONE: Number = 1 << 20;

/// The zero game: neither side can move.
pub(crate) const ZERO: GameValue = 0;

/// The game in which each side has one move, to zero.
pub(crate) const STAR: GameValue = 1;

#[derive(Clone, Debug)]
struct CanonicalForm {
    options: [Box<[GameValue]>; 2],
    number: Option<Number>,
    /// Left stop and Right stop.
    stops: [Number; 2],
    key: RegionKey,
}

/// Interned values of all games met so far.
#[derive(Debug)]
pub(crate) struct GameValues {
    games: Vec<CanonicalForm>,
    index: FxHashMap<[Box<[GameValue]>; 2], GameValue>,
    numbers: FxHashMap<Number, GameValue>,
    at_most: FxHashMap<(GameValue, GameValue), bool>,
    sums: FxHashMap<(GameValue, GameValue), Option<GameValue>>,
    negatives: FxHashMap<GameValue, GameValue>,
}

impl GameValues {
    /// The most options of a value, and the most values. Regions beyond are searched.
    const MAX_OPTIONS: usize = 12;
    const MAX_GAMES: usize = 3_000_000;

    pub(crate) fn new() -> GameValues {
        let mut values = GameValues {
            games: Vec::new(),
            index: FxHashMap::default(),
            numbers: FxHashMap::default(),
            at_most: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
        };
        let zero = values.intern([Box::new([]), Box::new([])]);
        let star = values.intern([Box::new([ZERO]), Box::new([ZERO])]);
        debug_assert_eq!((zero, star), (Some(ZERO), Some(STAR)));
        values
    }

    /// The number that `value` is, if it is one.
    #[inline]
    pub(crate) fn number(&self, value: GameValue) -> Option<Number> {
        self.games[value as usize].number
    }

    /// Left stop and Right stop.
    #[inline]
    pub(crate) fn stops(&self, value: GameValue) -> [Number; 2] {
        self.games[value as usize].stops
    }

    /// The options of `side`.
    #[inline]
    pub(crate) fn options(&self, value: GameValue, side: usize) -> &[GameValue] {
        &self.games[value as usize].options[side]
    }

    /// A key that depends on the game alone, not on when it was met.
    #[inline]
    pub(crate) fn key(&self, value: GameValue) -> RegionKey {
        self.games[value as usize].key
    }

    /// What `side` calls Left's value, if it calls itself Left.
    #[inline]
    pub(crate) fn seen_by(&mut self, value: GameValue, side: usize) -> Option<GameValue> {
        if side == 0 { Some(value) } else { self.negative(value) }
    }

    /// A whole number.
    pub(crate) fn integer(&mut self, number: i32) -> Option<GameValue> {
        self.of_number(Number::from(number) * ONE)
    }

    /// A number.
    pub(crate) fn of_number(&mut self, number: Number) -> Option<GameValue> {
        if let Some(&value) = self.numbers.get(&number) {
            return Some(value);
        }
        let options: [Box<[GameValue]>; 2] = if number % ONE == 0 {
            let less = self.of_number(number - number.signum() * ONE)?;
            if number > 0 {
                [Box::new([less]), Box::new([])]
            } else {
                [Box::new([]), Box::new([less])]
            }
        } else {
            let step = number & number.wrapping_neg();
            let (below, above) = (self.of_number(number - step)?, self.of_number(number + step)?);
            [Box::new([below]), Box::new([above])]
        };
        self.intern(options)
    }

    /// The game with these options in canonical form; `None` if it is too large to keep.
    pub(crate) fn make(
        &mut self,
        left: Vec<GameValue>,
        right: Vec<GameValue>,
    ) -> Option<GameValue> {
        let mut options = [left, right];
        loop {
            for (side, options) in options.iter_mut().enumerate() {
                self.drop_dominated(options, side);
            }
            if options[0].len().max(options[1].len()) > 4 * GameValues::MAX_OPTIONS {
                return None;
            }
            if !self.bypass_reversible(&mut options) {
                break;
            }
        }
        if options[0].len().max(options[1].len()) > GameValues::MAX_OPTIONS {
            return None;
        }
        self.intern(options.map(Vec::into_boxed_slice))
    }

    /// Removes dominated options of `side`.
    fn drop_dominated(&mut self, options: &mut Vec<GameValue>, side: usize) {
        options.sort_unstable();
        options.dedup();
        let mut kept: Vec<GameValue> = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let better = |values: &mut GameValues, a, b| {
                if side == 0 { values.le(b, a) } else { values.le(a, b) }
            };
            if kept.iter().any(|&other| better(self, other, option)) {
                continue;
            }
            kept.retain(|&other| !better(self, option, other));
            kept.push(option);
        }
        kept.sort_unstable();
        *options = kept;
    }

    /// Bypasses one reversible option: one whose answer is at least as good for the other side as the game
    /// was is replaced by what can be made of that answer. Says whether there was one.
    fn bypass_reversible(&mut self, options: &mut [Vec<GameValue>; 2]) -> bool {
        for side in 0..2 {
            for place in 0..options[side].len() {
                let option = options[side][place];
                for answer in self.options(option, 1 - side).to_vec() {
                    let reverses = match side {
                        0 => self.at_least(options, answer),
                        _ => self.no_more(options, answer),
                    };
                    if reverses {
                        let through = self.options(answer, side).to_vec();
                        options[side].swap_remove(place);
                        options[side].extend(through);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether the game with these options is at least `value`.
    fn at_least(&mut self, options: &[Vec<GameValue>; 2], value: GameValue) -> bool {
        if options[1].iter().any(|&option| self.le(option, value)) {
            return false;
        }
        let lefts = self.options(value, 0).to_vec();
        !lefts.into_iter().any(|left| self.no_more(options, left))
    }

    /// Whether the game with these options is at most `value`.
    fn no_more(&mut self, options: &[Vec<GameValue>; 2], value: GameValue) -> bool {
        if options[0].iter().any(|&option| self.le(value, option)) {
            return false;
        }
        let rights = self.options(value, 1).to_vec();
        !rights.into_iter().any(|right| self.at_least(options, right))
    }

    /// Whether `a` is at most `b`: Right, moving second, does not lose `a` less `b`.
    pub(crate) fn le(&mut self, a: GameValue, b: GameValue) -> bool {
        if a == b {
            return true;
        }
        if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
            return a <= b;
        }
        // What ends above cannot be at most what ends below, and the other way round.
        let ([al, ar], [bl, br]) = (self.stops(a), self.stops(b));
        if al > bl || ar > br {
            return false;
        }
        if al < br {
            return true;
        }
        if let Some(&known) = self.at_most.get(&(a, b)) {
            return known;
        }
        let lefts = self.options(a, 0).to_vec();
        let rights = self.options(b, 1).to_vec();
        let answer = !lefts.into_iter().any(|left| self.le(b, left))
            && !rights.into_iter().any(|right| self.le(right, a));
        self.at_most.insert((a, b), answer);
        answer
    }

    /// The sum of `a` and `b`; `None` if it is too large to keep.
    pub(crate) fn add(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        if a == ZERO {
            return Some(b);
        }
        if b == ZERO {
            return Some(a);
        }
        if let (Some(a), Some(b)) = (self.number(a), self.number(b)) {
            return self.of_number(a + b);
        }
        let pair = (a.min(b), a.max(b));
        if let Some(&known) = self.sums.get(&pair) {
            return known;
        }
        let sum = self.add_options(a, b);
        self.sums.insert(pair, sum);
        sum
    }

    fn add_options(&mut self, a: GameValue, b: GameValue) -> Option<GameValue> {
        let mut options = [Vec::new(), Vec::new()];
        for (side, made) in options.iter_mut().enumerate() {
            // Number avoidance: no side need move in a number while there is something else.
            if self.number(a).is_none() {
                for option in self.options(a, side).to_vec() {
                    made.push(self.add(option, b)?);
                }
            }
            if self.number(b).is_none() {
                for option in self.options(b, side).to_vec() {
                    made.push(self.add(a, option)?);
                }
            }
        }
        let [left, right] = options;
        self.make(left, right)
    }

    /// The negative of a game: the sides exchanged.
    pub(crate) fn negative(&mut self, value: GameValue) -> Option<GameValue> {
        if let Some(&known) = self.negatives.get(&value) {
            return Some(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (side, made) in options.iter_mut().enumerate() {
            for option in self.options(value, 1 - side).to_vec() {
                made.push(self.negative(option)?);
            }
            made.sort_unstable();
        }
        let negative = self.intern(options.map(Vec::into_boxed_slice))?;
        self.negatives.insert(value, negative);
        self.negatives.insert(negative, value);
        Some(negative)
    }

    /// The number of a game that is in canonical form.
    fn intern(&mut self, options: [Box<[GameValue]>; 2]) -> Option<GameValue> {
        if let Some(&known) = self.index.get(&options) {
            return Some(known);
        }
        if self.games.len() >= GameValues::MAX_GAMES {
            return None;
        }
        let number = match self.simplest(&options) {
            Simplest::Number(number) => Some(number),
            Simplest::None => None,
            Simplest::TooFine => return None,
        };
        let stops = if let Some(number) = number {
            [number; 2]
        } else {
            let best = |side: usize| options[side].iter().map(move |&option| (option, 1 - side));
            let left = best(0).map(|(option, stop)| self.stops(option)[stop]).max();
            let right = best(1).map(|(option, stop)| self.stops(option)[stop]).min();
            [left.expect("no number has no options"), right.expect("as for left")]
        };
        let mut key = 0x1D_u128;
        for side in &options {
            // Added up, because the order of options is that of their discovery.
            let sum = side
                .iter()
                .fold(0, |sum: RegionKey, &option| sum.wrapping_add(absorb(self.key(option), 7)));
            key = absorb(absorb(key, sum as u64), (sum >> 64) as u64);
        }
        let value = self.games.len() as GameValue;
        self.games.push(CanonicalForm { options: options.clone(), number, stops, key });
        self.index.insert(options, value);
        if let Some(number) = number {
            self.numbers.insert(number, value);
        }
        Some(value)
    }

    /// The number that a canonical form stands for: only numbers have these options.
    fn simplest(&self, options: &[Box<[GameValue]>; 2]) -> Simplest {
        let one = |side: usize| match &options[side][..] {
            [] => Some(None),
            [option] => self.number(*option).map(Some),
            _ => None,
        };
        match (one(0), one(1)) {
            (Some(None), Some(None)) => Simplest::Number(0),
            (Some(Some(left)), Some(None)) => Simplest::Number(left + ONE),
            (Some(None), Some(Some(right))) => Simplest::Number(right - ONE),
            (Some(Some(left)), Some(Some(right))) if left < right => {
                if (left + right) % 2 == 0 {
                    Simplest::Number(i64::midpoint(left, right))
                } else {
                    Simplest::TooFine
                }
            }
            _ => Simplest::None,
        }
    }
}

enum Simplest {
    Number(Number),
    None,
    /// A number that needs more than twenty binary places.
    TooFine,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn make(values: &mut GameValues, left: &[GameValue], right: &[GameValue]) -> GameValue {
        values.make(left.to_vec(), right.to_vec()).unwrap()
    }

    #[test]
    fn numbers_are_the_simplest_that_fit() {
        let mut values = GameValues::new();
        let one = values.integer(1).unwrap();
        let three = values.integer(3).unwrap();
        let half = make(&mut values, &[ZERO], &[one]);
        assert_eq!(values.number(half), Some(ONE / 2));
        let quarter = make(&mut values, &[ZERO], &[half]);
        assert_eq!(values.number(quarter), Some(ONE / 4));
        // Between 1/4 and 3 the simplest number is 1, and dominated options do not matter.
        assert_eq!(make(&mut values, &[quarter, ZERO], &[three]), one);
        assert_eq!(values.add(half, half), Some(one));
        let minus = values.negative(three).unwrap();
        assert_eq!(values.add(three, minus), Some(ZERO));
    }

    #[test]
    fn games_that_are_no_numbers() {
        let mut values = GameValues::new();
        let star = make(&mut values, &[ZERO], &[ZERO]);
        assert_eq!((values.number(star), values.stops(star)), (None, [0, 0]));
        assert_eq!(values.add(star, star), Some(ZERO));
        let up = make(&mut values, &[ZERO], &[star]);
        assert!(values.le(ZERO, up) && !values.le(up, ZERO));
        assert!(!values.le(star, up) && !values.le(up, star));
        let two_ups = values.add(up, up).unwrap();
        assert!(values.le(star, two_ups));
        let sum = values.add(up, star).unwrap();
        assert_eq!(values.options(sum, 0), [ZERO, star].as_slice());
        let one = values.integer(1).unwrap();
        let minus_one = values.integer(-1).unwrap();
        let switch = make(&mut values, &[one], &[minus_one]);
        assert_eq!(values.stops(switch), [ONE, -ONE]);
        assert_eq!(values.negative(switch), Some(switch));
        assert_eq!(values.add(switch, switch), Some(ZERO));
    }
}
