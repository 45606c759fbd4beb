//! What an analysis found, as JSON and in words.

use std::fmt;

use serde::Serialize;
use tengen_core::{Color, Position, Rule};
use tengen_engine::{Candidate, EngineCrop, Thought, Value};

/// Report of an analysis: the value of a position and its best moves. Values are those of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisReport {
    /// The position as a whole.
    pub root_info: RootInfo,
    /// The best moves, the best first.
    pub move_infos: Vec<MoveInfo>,
}

/// Value of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// The side to move: `B` or `W`.
    pub current_player: &'static str,
    /// Its winning chances, from 0 to 1; none if it has no move.
    pub winrate: Option<f32>,
    /// Its evaluation in logits of 256, if it is not proven: at 256 the odds are `e` to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// What is proven, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenResult>,
    /// Depth of the search in plies; none at NoGo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes, those of the solver included; playouts at NoGo.
    pub nodes: u64,
    /// Nodes of the solver.
    pub solver_nodes: u64,
    /// Time spent.
    pub elapsed_ms: u64,
}

/// A proven result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProvenResult {
    /// Who wins: `B` or `W`.
    pub winner: &'static str,
    /// The most plies until then; none at NoGo, where they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// Value of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// The point.
    #[serde(rename = "move")]
    pub name: String,
    /// Its place among the moves, from 0.
    pub order: usize,
    /// Winning chances of the side to move after it.
    pub winrate: f32,
    /// Evaluation, as that of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// What is proven, if anything is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<ProvenResult>,
    /// Depth in plies, at five-in-a-row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Visits, at NoGo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
    /// Prior, at NoGo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f32>,
    /// Principal variation, this move first.
    pub pv: Vec<String>,
}

/// The letter of a color.
fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

impl AnalysisReport {
    /// The report of a search of `position`, which is `crop` of the board that was asked about; at most `lines` moves.
    pub fn new(
        position: &Position,
        crop: &EngineCrop,
        thought: &Thought,
        lines: usize,
    ) -> AnalysisReport {
        let (rule, turn) = (position.rule(), position.turn());
        let best = thought.best();
        let root_info = RootInfo {
            current_player: letter(turn),
            winrate: best.map(|best| best.chances),
            score: best.and_then(|best| score(best.value)),
            proven: best.and_then(|best| proven(rule, turn, best.value)),
            depth: thought.depth,
            nodes: thought.nodes,
            solver_nodes: thought.threat_nodes,
            elapsed_ms: thought.elapsed.as_millis() as u64,
        };
        let is_nogo = rule == Rule::NoGo;
        let info = |(order, candidate): (usize, &Candidate)| MoveInfo {
            name: crop.area().name(crop.point(candidate.point)),
            order,
            winrate: candidate.chances,
            score: score(candidate.value),
            proven: proven(rule, turn, candidate.value),
            depth: (!is_nogo).then_some(candidate.depth),
            visits: is_nogo.then_some(candidate.visits),
            prior: is_nogo.then_some(candidate.prior),
            pv: candidate.line.iter().map(|&point| crop.area().name(crop.point(point))).collect(),
        };
        let move_infos = thought.candidates.iter().take(lines).enumerate().map(info).collect();
        AnalysisReport { root_info, move_infos }
    }

    /// The first words about it, in a line: the value, the depth and the best line.
    pub fn headline(&self) -> String {
        let depth =
            self.root_info.depth.map_or_else(String::new, |depth| format!("depth {depth}, "));
        let best = self.move_infos.first().map_or_else(String::new, ToString::to_string);
        format!("{depth}{} nodes: {best}", self.root_info.nodes)
    }
}

fn score(value: Value) -> Option<i32> {
    match value {
        Value::Seems(score) => Some(score),
        Value::Wins(_) | Value::Loses(_) => None,
    }
}

fn proven(rule: Rule, turn: Color, value: Value) -> Option<ProvenResult> {
    let (winner, plies) = match value {
        Value::Seems(_) => return None,
        Value::Wins(plies) => (turn, plies),
        Value::Loses(plies) => (!turn, plies),
    };
    Some(ProvenResult { winner: letter(winner), plies: (rule != Rule::NoGo).then_some(plies) })
}

impl fmt::Display for MoveInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = match (self.proven, self.score) {
            (Some(_), _) if self.winrate > 0.5 => "wins".to_owned(),
            (Some(_), _) => "loses".to_owned(),
            (None, Some(score)) => format!("{:+.2}", f64::from(score) / f64::from(Value::SCALE)),
            (None, None) => String::new(),
        };
        write!(f, "{:5.1} % {value:>6}  {}", 100.0 * self.winrate, self.pv.join(" "))
    }
}

impl fmt::Display for AnalysisReport {
    /// The value, what is proven and the cost in a line, and a line for each of the best moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RootInfo { current_player, winrate, proven, depth, nodes, .. } = &self.root_info;
        let name = |letter: &str| if letter == "B" { "black" } else { "white" };
        write!(f, "{} to move", name(current_player))?;
        match (proven, winrate) {
            (Some(ProvenResult { winner, plies }), _) => {
                write!(f, ", {} wins, proven", name(winner))?;
                if let Some(plies) = plies {
                    write!(f, ", in at most {plies} plies")?;
                }
            }
            (None, Some(winrate)) => write!(f, ", {:.1} %", 100.0 * winrate)?,
            (None, None) => f.write_str(", no legal move")?,
        }
        if let Some(depth) = depth {
            write!(f, "; depth {depth}")?;
        }
        writeln!(f, "; {nodes} nodes")?;
        self.move_infos.iter().try_for_each(|info| writeln!(f, "{info}"))
    }
}
