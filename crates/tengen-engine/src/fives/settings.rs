//! The weights of the search. Each was chosen by matches.

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// How the search goes: what it prunes, reduces and asks, and by how much.
        ///
        /// Margins are in the scale of [`Value::Seems`](super::Value::Seems).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Settings {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Settings {
            /// All there is.
            pub const STRONG: Settings = Settings { $($name: $value,)* };

            /// The names of all weights.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The weight of that name, if there is one.
            pub fn weight(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

settings! {
    /// How many positions a search for fours may look at where the search ends.
    leaf_fours = 64;
    /// Up to which depth a position that is far above the window is not searched.
    beyond_depth = 8;
    /// How far above, for each ply.
    beyond_margin = 15;
    /// Up to which depth a quiet move from far below the window is not tried.
    futile_depth = 4;
    /// How far below, for each ply.
    futile_margin = 40;
    /// Up to which depth only so many moves are tried.
    few_depth = 8;
    /// How many at depth zero.
    few_base = 4;
    /// How many more for each ply, times the depth.
    few_slope = 2;
    /// From which depth on it is asked whether passing would do; never if large.
    pass_depth = 3;
    /// How much less deeply that is searched.
    pass_less = 3;
    /// From which depth on late moves are searched less deeply.
    late_depth = 3;
    /// How much less, in hundredths of the product of the logarithms of depth and move number.
    late_slope = 70;
    /// What is always added to that, in hundredths of a ply.
    late_base = 100;
    /// How much less, in hundredths of a ply, where a cut is expected.
    late_cut = 60;
    /// The first window around the score of the depth before.
    window = 30;
    /// How much of all positions are for the search of wins by threats, in hundredths.
    threat_share = 12;
    /// How much the moves that cut before weigh against the urge, in hundredths.
    history_weight = 100;
    /// How much the move that cut after the same last move gets.
    counter_bonus = 150;
    /// How much a move that cut at the same ply gets.
    killer_bonus = 200;
    /// From which depth on a position without a known move is searched less deeply.
    unknown_depth = 5;
    /// From which depth on it is asked whether the known move is the only good one.
    only_depth = 5;
    /// By how much the others must be worse, for each ply.
    only_margin = 8;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::STRONG
    }
}
