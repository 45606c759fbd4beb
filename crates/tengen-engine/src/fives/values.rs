//! The learned weights of one rule: evaluation network and move policy.

use std::sync::{Arc, OnceLock};

use tengen_core::{Color, Rule};
use tengen_solver::fives::LinePattern;
use thiserror::Error;

use super::{
    net::Net,
    point_pattern::PointPattern,
    word_planes::{from_planes, to_planes},
};
use crate::checksum::checksum;

/// Scale of values, in logits: the winning chances are `1 / (1 + exp(-value / VALUE_SCALE))`.
pub const VALUE_SCALE: i32 = 256;

/// The values that players use, by the number of their rule.
static SHIPPED: [OnceLock<Arc<Values>>; 3] = [const { OnceLock::new() }; 3];

/// Learned weights of one rule: the evaluation network, and the policy that orders moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    rule: Rule,
    /// Policy of Black and White. They differ only at renju.
    sides: [PolicyWeights; 2],
    net: Arc<Net>,
}

/// Move policy of one side: logits by [`PointPattern::index`], added up for the two patterns of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyWeights {
    /// Logit of a move where the side makes this pattern.
    pub attack: Vec<i16>,
    /// Logit of a move where the other side would make this pattern.
    pub defence: Vec<i16>,
}

/// Error of [`Values::from_bytes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// They begin with something else.
    #[error("this is no file of values: it does not begin with {magic:?}", magic = Values::MAGIC)]
    Magic,
    /// They are of another version.
    #[error("the values are of version {0}; this program reads version {ours}", ours = Values::VERSION)]
    Version(u16),
    /// They are of no rule.
    #[error("the values are of rule number {0}; there are 0 (freestyle), 1 (exact) and 2 (renju)")]
    Rule(u8),
    /// They are cut off or something follows.
    #[error("the values take {expected} bytes; there are {found}")]
    Length {
        /// The length that header and rule call for.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// Something was changed.
    #[error("the values are damaged: the checksum is {found:016x} and should be {expected:016x}")]
    Checksum {
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
}

impl Values {
    const MAGIC: &'static str = "tengen-values";
    const VERSION: u16 = 4;
    const HEADER: usize = Values::MAGIC.len() + 3;
    const SIDE: usize = 2 * 2 * PointPattern::COUNT;

    /// The values that players use, as `tengen tune` wrote them. In a browser they come apart from the program, rule by
    /// rule, and must have been [installed](Values::install).
    ///
    /// # Panics
    ///
    /// In a browser, if they have not.
    pub fn shipped(rule: Rule) -> Arc<Values> {
        let slot = &SHIPPED[number_of(rule)];
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        let values = slot.get_or_init(|| {
            let files: [&[u8]; 3] = [
                include_bytes!("weights/freestyle.values"),
                include_bytes!("weights/exact.values"),
                include_bytes!("weights/renju.values"),
            ];
            let values = Values::from_bytes(files[number_of(rule)]);
            Arc::new(values.expect("a test reads them"))
        });
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        let values = slot.get().expect("the values of the rule are installed");
        values.clone()
    }

    /// Whether [`Values::shipped`] has the values of a rule without reading a file.
    pub fn is_installed(rule: Rule) -> bool {
        SHIPPED[number_of(rule)].get().is_some()
            || cfg!(not(all(target_arch = "wasm32", target_os = "unknown")))
    }

    /// Makes these the values that players of their rule use; gives false where there are some already.
    pub fn install(self) -> bool {
        SHIPPED[number_of(self.rule)].set(Arc::new(self)).is_ok()
    }

    /// Initial values, by a formula: a stone more on a line is worth four times as much,
    /// a line that is open twice as much, and two good lines at a point more than both alone.
    pub fn first(rule: Rule) -> Values {
        let worth: Vec<f64> = PointPattern::all().map(|(_, lines)| first_worth(lines)).collect();
        let policy = |share: f64| {
            move |worth: &f64| (share * f64::from(VALUE_SCALE) * (1.0 + worth).ln()) as i16
        };
        let side = PolicyWeights {
            attack: worth.iter().map(policy(1.0)).collect(),
            defence: worth.iter().map(policy(0.8)).collect(),
        };
        Values::new(rule, [side.clone(), side], Arc::new(Net::first(first_worth)))
    }

    /// The values of two sides, Black first, and a network. Where the rule is the same for both,
    /// those of Black are taken for both.
    ///
    /// # Panics
    ///
    /// If a list is too short or too long.
    pub fn new(rule: Rule, mut sides: [PolicyWeights; 2], net: Arc<Net>) -> Values {
        for side in &sides {
            let lists = [&side.attack, &side.defence];
            assert!(
                lists.iter().all(|list| list.len() == PointPattern::COUNT),
                "a number for each pattern"
            );
        }
        if !Values::has_two_sides(rule) {
            sides[1] = sides[0].clone();
        }
        Values { rule, sides, net }
    }

    /// The evaluation network.
    #[inline]
    pub fn net(&self) -> &Arc<Net> {
        &self.net
    }

    /// Whether the sides play by different laws.
    pub fn has_two_sides(rule: Rule) -> bool {
        rule.law(Color::Black) != rule.law(Color::White)
    }

    /// The game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The policy of one side.
    pub fn side(&self, color: Color) -> &PolicyWeights {
        &self.sides[color as usize]
    }

    /// Serialization, little-endian: name, version, rule, the policies of one side or two as `i16` and the
    /// network [in planes](super::word_planes), a checksum of eight bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Values::MAGIC.as_bytes().to_vec();
        bytes.extend(Values::VERSION.to_le_bytes());
        bytes.push(number_of(self.rule) as u8);
        let count = if Values::has_two_sides(self.rule) { 2 } else { 1 };
        let mut numbers = Vec::new();
        for PolicyWeights { attack, defence } in &self.sides[..count] {
            for list in [attack, defence] {
                numbers.extend(list.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        self.net.write(self.rule, &mut numbers);
        bytes.extend(to_planes(&numbers));
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The values that [`Values::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// If the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Values, ValuesError> {
        let rest = bytes.strip_prefix(Values::MAGIC.as_bytes()).ok_or(ValuesError::Magic)?;
        let &[low, high, rule, ref rest @ ..] = rest else {
            let expected = Values::HEADER + Values::SIDE + Net::bytes(Rule::Freestyle) + 8;
            return Err(ValuesError::Length { expected, found: bytes.len() });
        };
        let version = u16::from_le_bytes([low, high]);
        if version != Values::VERSION {
            return Err(ValuesError::Version(version));
        }
        let rule = *Rule::FIVES.get(usize::from(rule)).ok_or(ValuesError::Rule(rule))?;
        let count = if Values::has_two_sides(rule) { 2 } else { 1 };
        let expected = Values::HEADER + count * Values::SIDE + Net::bytes(rule) + 8;
        if bytes.len() != expected {
            return Err(ValuesError::Length { expected, found: bytes.len() });
        }
        let (body, sum) = bytes.split_last_chunk().expect("it is long enough");
        let (expected, found) = (u64::from_le_bytes(*sum), checksum(body));
        if expected != found {
            return Err(ValuesError::Checksum { expected, found });
        }
        let numbers = from_planes(&rest[..rest.len() - 8]);
        let (policies, net) = numbers.split_at(count * Values::SIDE);
        let net = Net::read(net);
        let mut numbers =
            policies.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut list = |count: usize| numbers.by_ref().take(count).collect::<Vec<i16>>();
        let mut side = || PolicyWeights {
            attack: list(PointPattern::COUNT),
            defence: list(PointPattern::COUNT),
        };
        let black = side();
        let white = if count == 2 { side() } else { black.clone() };
        Ok(Values::new(rule, [black, white], Arc::new(net)))
    }
}

fn number_of(rule: Rule) -> usize {
    Rule::FIVES.iter().position(|&known| known == rule).expect("a game of fives")
}

fn first_worth(lines: [LinePattern; 4]) -> f64 {
    let line = |line: LinePattern| match line.stones() {
        0 | 1 => 0.0,
        stones => {
            let open = if line.is_open() { 2.0 } else { 1.0 };
            4_f64.powi(stones as i32 - 1) * open / 2.0
        }
    };
    let [best, second, ..] = lines.map(line);
    lines.map(line).iter().sum::<f64>() + best * second / 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lead_back_to_the_values() {
        for rule in Rule::FIVES {
            let values = Values::first(rule);
            assert_eq!(Values::from_bytes(&values.to_bytes()), Ok(values));
            assert_eq!(Values::shipped(rule).rule(), rule);
            assert!(Values::is_installed(rule));
            assert!(!Values::first(rule).install(), "there are some");
            assert_ne!(*Values::shipped(rule), Values::first(rule));
        }
    }

    #[test]
    fn broken_bytes_are_refused() {
        let good = Values::first(Rule::Exact).to_bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            Values::from_bytes(&bytes)
        };
        assert_eq!(with(0, b'T'), Err(ValuesError::Magic));
        assert_eq!(Values::from_bytes(b"tengen"), Err(ValuesError::Magic));
        assert_eq!(with(13, 7), Err(ValuesError::Version(7)));
        assert_eq!(with(15, 9), Err(ValuesError::Rule(9)));
        assert!(matches!(with(15, 2), Err(ValuesError::Length { .. })), "renju has two sides");
        for at in (16..good.len()).step_by(97) {
            assert!(matches!(with(at, good[at] ^ 1), Err(ValuesError::Checksum { .. })), "{at}");
        }
        for length in [14, 15, 16, 17, good.len() - 1] {
            let found = Values::from_bytes(&good[..length]);
            assert!(matches!(found, Err(ValuesError::Length { .. })), "{length} {found:?}");
        }
        let mut long = good.clone();
        long.push(0);
        assert!(matches!(Values::from_bytes(&long), Err(ValuesError::Length { .. })));
    }
}
