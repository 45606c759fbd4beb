//! How the search weighs what it sees.

/// The weights of the search.
///
/// They were chosen by matches on 9x9 with the `duel` example, 600 to 8,000 playouts a move; what
/// each is worth, and what was tried and left out, is in `docs/player.md`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much a move that was tried seldom is favored over the others.
    pub exploration: f32,
    /// How many tries of a move the playouts in which it came later are worth at most; 0 if they do
    /// not count.
    pub rough: f32,
    /// How many tries of a move the first impression is worth; 0 if there is none.
    pub prior: f32,
    /// How sure a first impression is of each point more that the side may play on.
    pub slope: f32,
    /// What a leaf is judged by.
    pub playout: Playout,
    /// How often a position is visited before its moves are listed.
    pub patience: u32,
    /// After how many visits to a position the solver is asked about it.
    pub solve_after: u32,
    /// With how many points left to play on, for either side, it is asked; 0 if never.
    pub solve_at: usize,
    /// How many positions the solver may look at for one answer.
    pub solve_nodes: u64,
}

/// How a playout goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Playout {
    /// Every legal move is as likely as any other, to the end.
    Uniform,
    /// Only on points that both sides may play on, each as likely as any other. When there are none
    /// left, each side has its own points left to play on, and they are counted.
    Shared {
        /// How sure the count is of each point that a side is ahead.
        slope: f32,
    },
}

impl Settings {
    /// The best that was found.
    pub const STRONG: Settings = Settings {
        exploration: 0.0,
        rough: 300.0,
        prior: 10.0,
        slope: 0.15,
        playout: Playout::Shared { slope: 0.3 },
        patience: 4,
        solve_after: 100,
        solve_at: 24,
        solve_nodes: 300,
    };

    /// UCT with uniform playouts and no knowledge at all, to measure against.
    pub const PLAIN: Settings = Settings {
        exploration: 0.4,
        rough: 0.0,
        prior: 0.0,
        slope: 0.0,
        playout: Playout::Uniform,
        patience: 1,
        solve_after: 0,
        solve_at: 0,
        solve_nodes: 0,
    };
}
