//! The parameters of the Monte Carlo tree search.

use super::tree_node::SelectionRule;

/// MCTS parameters.
///
/// They were chosen by matches on 9x9, 600 to 80,000 playouts a move, against itself with the `duel` example and
/// against other programs; what each is worth, and what was tried and left out, is in `docs/player.md`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsSettings {
    /// Exploration constant of UCT; 0 turns exploration off. The term belongs to the mean of the visits, and is
    /// blended with the AMAF mean as that is.
    pub exploration: f32,
    /// Constant of PUCT: how far the policy of the network leads. 0 turns the network off.
    pub puct: f32,
    /// Share of the network in the value of a leaf; the rest is that of a playout.
    pub net_share: f32,
    /// Slope of the chances of the network: they are to mean what those of playouts do, which are nearer to one half.
    pub net_slope: f32,
    /// RAVE equivalence: visits at which AMAF and direct statistics weigh the same, if there is much of both;
    /// infinity lets each weigh as much as it has playouts, and 0 turns RAVE off.
    pub rave: f32,
    /// Weight of the prior in virtual visits; 0 turns priors off.
    pub prior: f32,
    /// Slope of the prior: logits per point of mobility ahead.
    pub prior_slope: f32,
    /// Policy of simulations.
    pub playout: PlayoutPolicy,
    /// Visits before a leaf is expanded.
    pub expand_after: u32,
    /// Visits after which the solver is asked about a node.
    pub solve_after: u32,
    /// Maximum number of points open to either side for a solver question; 0 turns it off.
    pub solve_at: usize,
    /// Node limit of a solver question.
    pub solve_nodes: u64,
}

/// Playout policy: which moves a simulation plays, and how its end is scored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PlayoutPolicy {
    /// Uniformly random legal moves, to the end.
    Uniform,
    /// Uniformly random moves on points that both sides may play on. When there are none left, the
    /// remaining points of each side are counted.
    Shared {
        /// Logits per point that a side is ahead.
        slope: f32,
    },
    /// Uniformly random moves on points that both sides may play on, and then on all others to the end of the game.
    /// What counts is how many more moves the winner could make.
    SharedFirst {
        /// Logits per move that is left.
        slope: f32,
    },
}

impl MctsSettings {
    /// The parameters of play at full strength.
    pub const STRONG: MctsSettings = MctsSettings {
        exploration: 0.0,
        puct: 4.0,
        net_share: 0.5,
        net_slope: 0.28,
        rave: f32::INFINITY,
        prior: 3.0,
        prior_slope: 0.0,
        playout: PlayoutPolicy::SharedFirst { slope: 1.0 },
        expand_after: 12,
        solve_after: 100,
        solve_at: 24,
        solve_nodes: 300,
    };

    /// The parameters of play at full strength without the network.
    pub const NETLESS: MctsSettings = MctsSettings {
        exploration: 0.15,
        puct: 0.0,
        net_share: 0.0,
        prior: 10.0,
        prior_slope: 0.15,
        expand_after: 4,
        ..MctsSettings::STRONG
    };

    /// Plain UCT with uniform playouts, the baseline of matches.
    pub const PLAIN: MctsSettings = MctsSettings {
        exploration: 0.4,
        puct: 0.0,
        net_share: 0.0,
        net_slope: 0.0,
        rave: 0.0,
        prior: 0.0,
        prior_slope: 0.0,
        playout: PlayoutPolicy::Uniform,
        expand_after: 1,
        solve_after: 0,
        solve_at: 0,
        solve_nodes: 0,
    };

    /// The parameters of selection.
    pub(super) fn selection(&self) -> SelectionRule {
        let rave_fading = if self.rave > 0.0 { 1.0 / self.rave } else { 0.0 };
        SelectionRule { exploration: self.exploration, puct: self.puct, rave_fading }
    }

    /// Visits that a prior counts like. Never none, since a mean is taken of them.
    pub(super) fn prior_visits(&self) -> f32 {
        self.prior.max(1e-3)
    }
}
