//! How the search weighs what it sees.

/// The weights of the search. Each was measured in matches; see [`Settings::STRONG`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much a move that was tried seldom is favored.
    pub exploration: f32,
    /// How many visits the playouts in which a move came later are worth; 0 if they do not count.
    pub rough: f32,
    /// How many visits the first impression of a move is worth; 0 if there is none.
    pub prior: f32,
    /// How sure a first impression is of one more point to play on.
    pub slope: f32,
    /// Spread of first impressions as a policy.
    pub policy: f32,
    /// How a playout chooses.
    pub playout: Playout,
    /// How much of the value of a leaf is its count of points instead of a playout.
    pub count: f32,
    /// How soft.
    pub soft: f32,
    /// Cut early.
    pub cut: f32,
    /// How often a position is visited before its moves are listed.
    pub patience: u32,
}

/// How a playout chooses its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playout {
    /// Every legal move is as likely as any other, to the end.
    Uniform,
    /// Points that both sides may play on first; then the points that are left to each are counted.
    Shared,
    /// No playout at all.
    None,
}

impl Settings {
    /// The best that was found.
    pub const STRONG: Settings = Settings {
        exploration: 0.0,
        rough: 300.0,
        prior: 10.0,
        slope: 0.15,
        policy: 0.0,
        playout: Playout::Shared,
        count: 0.0,
        soft: 0.4,
        cut: 0.0,
        patience: 4,
    };

    /// Plain UCT with uniform playouts and no knowledge at all, to measure against.
    pub const PLAIN: Settings = Settings {
        exploration: 0.4,
        rough: 0.0,
        prior: 0.0,
        slope: 0.0,
        policy: 0.0,
        playout: Playout::Uniform,
        count: 0.0,
        soft: 0.0,
        cut: 0.0,
        patience: 1,
    };
}
