//! The parameters of the search. Each was chosen by matches.

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        /// Search parameters: depths, margins and weights of pruning, reductions and move ordering.
        ///
        /// Margins are in the scale of [`Value::Seems`](crate::Value::Seems).
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct SearchSettings {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchSettings {
            /// The parameters of play at full strength.
            pub const STRONG: SearchSettings = SearchSettings { $($name: $value,)* };

            /// The names of all parameters.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// The parameter of that name, if there is one.
            pub fn parameter(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

settings! {
    /// Node limit of the VCF search in quiescence; 0 turns it off.
    quiescence_vcf_nodes = 64;
    /// Maximum depth for reverse futility pruning.
    reverse_futility_depth = 8;
    /// Reverse futility margin above beta, per ply of depth.
    reverse_futility_margin = 15;
    /// Maximum depth for futility pruning of quiet moves.
    futility_depth = 4;
    /// Futility margin below alpha, per ply of depth.
    futility_margin = 40;
    /// Maximum depth for razoring.
    razoring_depth = 2;
    /// Razoring margin below alpha at depth zero.
    razoring_base = 20;
    /// Razoring margin per ply of depth.
    razoring_slope = 20;
    /// Maximum depth for late-move pruning (LMP).
    lmp_depth = 20;
    /// Late-move pruning: moves tried at depth zero.
    lmp_base = 3;
    /// Late-move pruning: factor of the square of the depth, in hundredths.
    lmp_slope = 10;
    /// Late-move pruning: share of the moves tried where the evaluation is not improving, in percent.
    lmp_not_improving = 50;
    /// Minimum depth for null-move pruning; a large one turns it off.
    null_move_depth = 3;
    /// Null-move reduction in plies, besides a quarter of the depth.
    null_move_reduction = 3;
    /// Minimum depth for late-move reductions (LMR).
    lmr_depth = 2;
    /// Late-move reduction: factor of ln(depth) · ln(move number), in hundredths of a ply.
    lmr_slope = 80;
    /// Late-move reduction: constant term, in hundredths of a ply.
    lmr_base = 0;
    /// Late-move reduction: additional reduction at cut nodes, in hundredths of a ply.
    lmr_cut_node = 100;
    /// Late-move reduction: additional reduction where the evaluation is not improving, in hundredths
    /// of a ply.
    lmr_not_improving = 60;
    /// Late-move reduction: how much less than the best policy score costs nothing.
    lmr_policy_free = 300;
    /// Late-move reduction: how much less, beyond that, reduces by a ply.
    lmr_policy_step = 400;
    /// Late-move reduction: maximum reduction by policy, in hundredths of a ply.
    lmr_policy_max = 300;
    /// Fail-high reduction: margin of the evaluation above beta at depth zero.
    fail_high_base = 30;
    /// Fail-high reduction: margin per ply of depth.
    fail_high_slope = 15;
    /// Initial half width of the aspiration window.
    aspiration_window = 30;
    /// Share of all nodes for the VCT search at the root, in percent.
    vct_share = 12;
    /// Weight of the history heuristic in move ordering, in 1024ths.
    history_weight = 100;
    /// Weight of the distance to the last moves in the policy, in percent.
    locality_weight = 100;
    /// Move-ordering bonus of the counter move.
    counter_move_bonus = 150;
    /// Move-ordering bonus of killer moves.
    killer_bonus = 200;
    /// Minimum depth for internal iterative reduction (IIR).
    iir_depth = 5;
    /// Minimum depth for singular extensions.
    singular_depth = 5;
    /// Singular margin below the score of the transposition table, per ply of depth.
    singular_margin = 3;
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings::STRONG
    }
}
