//! Studies: trees of moves with comments, as they are shared by a link.

use serde::{Deserialize, Serialize};
use tengen_core as core;

use crate::{
    error::{ApiError, ErrorCode},
    tree_check::{check_text, check_tree},
    wire::{
        GameInfo, GameTreeNode, MOST_COMMENT, MOST_TITLE, WirePoint, WirePosition, WireRule,
        WireSetup, WireSize,
    },
};

/// A tree of moves with its comments, as it is shared. It is a value: who changes it has another one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    pub area: Option<WireSize>,
    /// The stones before the first move. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<WireSetup>,
    /// The title. Default: none.
    #[serde(default)]
    pub title: String,
    /// Who played, where and when.
    #[serde(default)]
    pub info: GameInfo,
    /// What is said of the start.
    #[serde(default)]
    pub comment: String,
    /// The tree; the first child of every node is the main line.
    #[serde(default)]
    pub nodes: Vec<GameTreeNode>,
    /// The node that is shown first; 0 is the start.
    #[serde(default)]
    pub at: u32,
}

/// What a study holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StudySummary {
    /// How many moves, with variations.
    pub moves: usize,
    /// How many comments.
    pub comments: usize,
}

impl Study {
    /// Answers `/api/studies/check`: plays every move of it.
    ///
    /// # Errors
    ///
    /// If the board, the stones, a move or the node that is shown cannot be, or a text is too long.
    pub fn check(&self) -> Result<StudySummary, ApiError> {
        check_text(&self.title, MOST_TITLE, "title")?;
        check_text(&self.comment, MOST_COMMENT, "comment")?;
        for (field, text) in self.info.fields() {
            check_text(text, MOST_TITLE, field)?;
        }
        check_tree(self.position_after(Vec::new()).start()?, &self.nodes)?;
        if self.at as usize > self.nodes.len() {
            let message = format!("node {}: the study has {}", self.at, self.nodes.len());
            return Err(ApiError::in_field(ErrorCode::BadValue, "at", message));
        }
        let said = |text: &str| usize::from(!text.is_empty());
        let comments = self.nodes.iter().map(|node| said(&node.comment)).sum::<usize>();
        Ok(StudySummary { moves: self.nodes.len(), comments: comments + said(&self.comment) })
    }

    /// The position that is shown first. The study was checked.
    pub fn position(&self) -> WirePosition {
        let mut moves = Vec::new();
        let mut at = self.at as usize;
        while let Some(node) = at.checked_sub(1).and_then(|index| self.nodes.get(index)) {
            moves.push(WirePoint::from(node.point()));
            at = node.parent as usize;
        }
        moves.reverse();
        self.position_after(moves)
    }

    /// What it is called: its title, or else its players.
    pub fn name(&self) -> Option<String> {
        let GameInfo { black, white, .. } = &self.info;
        let known = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
        match (self.title.is_empty(), black.is_empty() && white.is_empty()) {
            (false, _) => Some(self.title.clone()),
            (true, false) => Some(format!("{} – {}", known(black), known(white))),
            (true, true) => None,
        }
    }

    fn position_after(&self, moves: Vec<WirePoint>) -> WirePosition {
        WirePosition { rule: self.rule, area: self.area, setup: self.setup.clone(), moves }
    }
}

/// What a link to a position or a study says of itself where only its head is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinkPreview {
    /// The title.
    pub title: String,
    /// A sentence or two.
    pub description: String,
    /// The position in the picture.
    pub position: WirePosition,
}

impl LinkPreview {
    /// That of a position.
    ///
    /// # Errors
    ///
    /// If there is no such position.
    pub fn from_position(position: WirePosition) -> Result<LinkPreview, ApiError> {
        let opened = position.open()?;
        let title = title(&opened);
        Ok(LinkPreview { title, description: state(&opened), position })
    }

    /// That of a study.
    ///
    /// # Errors
    ///
    /// If it is wrong.
    pub fn from_study(study: &Study) -> Result<LinkPreview, ApiError> {
        let StudySummary { moves, comments } = study.check()?;
        let position = study.position();
        let opened = position.open()?;
        let held =
            format!("{} with variations, {}.", count(moves, "move"), count(comments, "comment"));
        Ok(LinkPreview {
            title: study.name().unwrap_or_else(|| title(&opened)),
            description: format!("{}: {held} {}", game(&opened), state(&opened)),
            position,
        })
    }
}

fn game(position: &core::Position) -> String {
    let name = match position.rule() {
        core::Rule::Freestyle => "Five in a row",
        core::Rule::Exact => "Exact five in a row",
        core::Rule::Renju => "Renju",
        core::Rule::NoGo => "NoGo",
    };
    match WireSize::from_area(position.board().area()) {
        Some(WireSize { width, height }) => format!("{name} {width}×{height}"),
        None => format!("{name}, infinite board"),
    }
}

fn title(position: &core::Position) -> String {
    format!("{}, {}", game(position), count(position.moves().len(), "move"))
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn state(position: &core::Position) -> String {
    match position.outcome() {
        Some(core::Outcome::Won(winner)) => format!("{} won.", winner.capitalized()),
        Some(core::Outcome::Drawn) => "A draw.".to_owned(),
        None => format!("{} to move.", position.turn().capitalized()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(change: &serde_json::Value) -> Study {
        let mut value = serde_json::json!({
            "rule": "renju", "area": {"width": 15, "height": 15},
            "nodes": [
                {"parent": 0, "x": 7, "y": 7, "comment": "the middle"},
                {"parent": 1, "x": 8, "y": 6},
                {"parent": 1, "x": 7, "y": 6, "chance": 0.25}
            ],
            "at": 3
        });
        for (field, changed) in change.as_object().unwrap() {
            value[field] = changed.clone();
        }
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_study_shows_the_position_of_its_node() {
        let study = study(&serde_json::json!({}));
        assert_eq!(study.check().unwrap(), StudySummary { moves: 3, comments: 1 });
        assert_eq!(study.position().moves, [WirePoint { x: 7, y: 7 }, WirePoint { x: 7, y: 6 }]);
        let preview = LinkPreview::from_study(&study).unwrap();
        assert_eq!(preview.title, "Renju 15×15, 2 moves");
        assert_eq!(
            preview.description,
            "Renju 15×15: 3 moves with variations, 1 comment. Black to move."
        );
    }

    #[test]
    fn a_study_is_called_as_it_says_or_after_its_players() {
        let players = study(&serde_json::json!({"info": {"black": "Ada"}}));
        assert_eq!(LinkPreview::from_study(&players).unwrap().title, "Ada – ?");
        let named = study(&serde_json::json!({"info": {"black": "Ada"}, "title": "Lesson"}));
        assert_eq!(LinkPreview::from_study(&named).unwrap().title, "Lesson");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_field() {
        let field = |change: serde_json::Value| {
            study(&change).check().unwrap_err().place.unwrap().field.unwrap()
        };
        assert_eq!(field(serde_json::json!({"at": 4})), "at");
        assert_eq!(field(serde_json::json!({"title": "x".repeat(401)})), "title");
        assert_eq!(field(serde_json::json!({"nodes": [{"parent": 1, "x": 0, "y": 0}]})), "nodes");
        let twice = serde_json::json!({"nodes": [{"parent": 0, "x": 7, "y": 7}, {"parent": 1, "x": 7, "y": 7}], "at": 0});
        assert_eq!(study(&twice).check().unwrap_err().code, ErrorCode::IllegalMove);
    }
}
