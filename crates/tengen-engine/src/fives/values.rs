//! What combos are worth, and how much a move that makes one is wanted.

use std::sync::{Arc, LazyLock};

use tengen_core::{Color, Rule};

use tengen_solver::fives::Group;

use super::combo::Combo;

/// A value of so much is one in the exponent: chances of `1 / (1 + exp(-value / VALUE_SCALE))`.
pub const VALUE_SCALE: i32 = 256;

/// The numbers that an evaluation adds up, for one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values {
    rule: Rule,
    /// What Black and White have.
    sides: [Side; 2],
}

/// The numbers of one side, by [`Combo::index`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// What each point is worth to the side if it is its turn.
    pub mover: Vec<i16>,
    /// What each point is worth to the side if it is not.
    pub waiter: Vec<i16>,
    /// How much the side wants to play where it makes this.
    pub attack: Vec<i16>,
    /// How much it wants to play where the other side would make this.
    pub defence: Vec<i16>,
}

impl Values {
    /// The values that players use.
    pub fn shipped(rule: Rule) -> Arc<Values> {
        static ALL: LazyLock<[Arc<Values>; 3]> =
            LazyLock::new(|| Rule::FIVES.map(|rule| Arc::new(Values::first(rule))));
        ALL[Rule::FIVES.iter().position(|&known| known == rule).expect("a game of fives")].clone()
    }

    /// The values to start from, by a formula: a stone more on a line is worth four times as much,
    /// a line that is open twice as much, and two good lines at a point more than both alone.
    pub fn first(rule: Rule) -> Values {
        let worth: Vec<f64> = Combo::all().map(|(_, groups)| first_worth(groups)).collect();
        let urge = |share: f64| {
            move |worth: &f64| (share * f64::from(VALUE_SCALE) * (1.0 + worth).ln()) as i16
        };
        let side = Side {
            mover: worth.iter().map(|worth| (1.1 * worth) as i16).collect(),
            waiter: worth.iter().map(|&worth| worth as i16).collect(),
            attack: worth.iter().map(urge(1.0)).collect(),
            defence: worth.iter().map(urge(0.8)).collect(),
        };
        Values { rule, sides: [side.clone(), side] }
    }

    /// The game.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The numbers of one side.
    pub fn side(&self, color: Color) -> &Side {
        &self.sides[color as usize]
    }
}

fn first_worth(groups: [Group; 4]) -> f64 {
    let line = |group: Group| match group.stones() {
        0 | 1 => 0.0,
        stones => {
            let open = if group.is_open() { 2.0 } else { 1.0 };
            4_f64.powi(stones as i32 - 1) * open / 2.0
        }
    };
    let [best, second, ..] = groups.map(line);
    groups.map(line).iter().sum::<f64>() + best * second / 8.0
}
