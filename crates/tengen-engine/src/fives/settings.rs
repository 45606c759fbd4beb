//! The weights of the search. Each was chosen by matches.

/// How the search goes: what it prunes, reduces and asks, and by how much.
///
/// Margins are in the scale of [`Value::Seems`](super::Value::Seems).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many positions a search for fours may look at where the search ends.
    pub leaf_fours: i32,
    /// The same where at least one more ply is searched; none if zero.
    pub inner_fours: i32,
    /// Up to which depth a position that is far above the window is not searched.
    pub beyond_depth: i32,
    /// How far above, for each ply.
    pub beyond_margin: i32,
    /// Up to which depth a quiet move from far below the window is not tried.
    pub futile_depth: i32,
    /// How far below, for each ply.
    pub futile_margin: i32,
    /// Up to which depth only so many moves are tried.
    pub few_depth: i32,
    /// How many at depth zero.
    pub few_base: i32,
    /// How many more for each ply, times the depth.
    pub few_slope: i32,
    /// From which depth on it is asked whether passing would do; never if large.
    pub pass_depth: i32,
    /// How much less deeply that is searched.
    pub pass_less: i32,
    /// From which depth on late moves are searched less deeply.
    pub late_depth: i32,
    /// How much less, in hundredths of the product of the logarithms of depth and move number.
    pub late_slope: i32,
    /// What is always added to that, in hundredths of a ply.
    pub late_base: i32,
    /// How much less, in hundredths of a ply, where a cut is expected.
    pub late_cut: i32,
    /// The first window around the score of the depth before.
    pub window: i32,
    /// Whether a reply to a threat of a straight four is searched as deeply as the threat.
    pub extend_parries: i32,
    /// Whether a threat of a straight four is answered before a position is valued.
    pub settle_threes: i32,
    /// How much of all positions are for the search of wins by threats, in hundredths.
    pub threat_share: i32,
    /// How much the moves that cut before weigh against the urge, in hundredths.
    pub history_weight: i32,
    /// How much the move that cut after the same last move gets.
    pub counter_bonus: i32,
    /// How much a move that cut at the same ply gets.
    pub killer_bonus: i32,
}

impl Settings {
    /// All there is.
    pub const STRONG: Settings = Settings {
        leaf_fours: 64,
        inner_fours: 0,
        beyond_depth: 6,
        beyond_margin: 60,
        futile_depth: 4,
        futile_margin: 80,
        few_depth: 8,
        few_base: 6,
        few_slope: 3,
        pass_depth: 3,
        pass_less: 3,
        late_depth: 3,
        late_slope: 45,
        late_base: 40,
        late_cut: 60,
        window: 30,
        extend_parries: 0,
        settle_threes: 0,
        threat_share: 12,
        history_weight: 100,
        counter_bonus: 150,
        killer_bonus: 200,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::STRONG
    }
}

impl Settings {
    /// The names of all fields.
    pub const NAMES: &[&str] = &[
        "leaf_fours",
        "inner_fours",
        "beyond_depth",
        "beyond_margin",
        "futile_depth",
        "futile_margin",
        "few_depth",
        "few_base",
        "few_slope",
        "pass_depth",
        "pass_less",
        "late_depth",
        "late_slope",
        "late_base",
        "late_cut",
        "window",
        "extend_parries",
        "settle_threes",
        "threat_share",
        "history_weight",
        "counter_bonus",
        "killer_bonus",
    ];

    /// Sets the field of that name; an error with the name if there is none.
    ///
    /// # Errors
    ///
    /// If there is no such field.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), String> {
        let field = match name {
            "leaf_fours" => &mut self.leaf_fours,
            "inner_fours" => &mut self.inner_fours,
            "beyond_depth" => &mut self.beyond_depth,
            "beyond_margin" => &mut self.beyond_margin,
            "futile_depth" => &mut self.futile_depth,
            "futile_margin" => &mut self.futile_margin,
            "few_depth" => &mut self.few_depth,
            "few_base" => &mut self.few_base,
            "few_slope" => &mut self.few_slope,
            "pass_depth" => &mut self.pass_depth,
            "pass_less" => &mut self.pass_less,
            "late_depth" => &mut self.late_depth,
            "late_slope" => &mut self.late_slope,
            "late_base" => &mut self.late_base,
            "late_cut" => &mut self.late_cut,
            "window" => &mut self.window,
            "extend_parries" => &mut self.extend_parries,
            "settle_threes" => &mut self.settle_threes,
            "threat_share" => &mut self.threat_share,
            "history_weight" => &mut self.history_weight,
            "counter_bonus" => &mut self.counter_bonus,
            "killer_bonus" => &mut self.killer_bonus,
            _ => return Err(name.to_owned()),
        };
        *field = value;
        Ok(())
    }
}
