//! The options of a vector environment.

/// When a game that is over starts again, in the words of Gymnasium.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum AutoresetMode {
    /// With the step that ends it: observation, mask and turn are those of the new game, while reward, termination
    /// and winner are those of the old one, whose last observation is in the final observations.
    #[default]
    SameStep,
    /// With the step after the one that ends it: that step takes no notice of the action and has no reward.
    NextStep,
    /// When the caller resets it. Until then its row takes no notice of actions and stays as it is, without rewards.
    Disabled,
}

/// What an illegal action does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum IllegalActionPolicy {
    /// It is an error, which names the row, and no game of the batch is stepped.
    #[default]
    Error,
    /// Its side loses the game.
    Loss,
}

/// Options of a [`VectorEnvironment`](super::VectorEnvironment).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct EnvironmentOptions {
    /// When a game that is over starts again.
    pub autoreset: AutoresetMode,
    /// What an illegal action does.
    pub illegal_action: IllegalActionPolicy,
    /// Random legal plies before the first observation of a game. If the game would be over within them, it starts
    /// anew with an opening that is shorter by as many plies as it takes.
    pub opening_plies: u32,
    /// A game is truncated at this number of plies, those of the opening included.
    pub max_plies: Option<u32>,
}
