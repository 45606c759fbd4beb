//! A stored game: a tree of moves that only grows, with comments and game information.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{WireColor, WirePoint, WireRule, WireSetup, WireSize};

/// The longest comment, in bytes.
pub const MOST_COMMENT: usize = 20_000;

/// The longest title, and the longest name of a player, in bytes.
pub const MOST_TITLE: usize = 400;

/// A game that is to be kept.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    pub area: Option<WireSize>,
    /// The stones before the first move. Default: none.
    #[serde(default)]
    pub setup: Option<WireSetup>,
    /// The title. Default: none.
    #[serde(default)]
    pub title: String,
    /// What the page keeps with it: who plays, how strong, what was chosen. The server does not read it.
    #[serde(default)]
    pub settings: String,
    /// A name that the asker made up, of 16 to 64 letters, digits and hyphens, and that nobody can guess.
    /// Who asks twice with the same one gets the same game.
    #[serde(default)]
    pub key: Option<String>,
    /// The first moves, if it goes on from somewhere: they become a line of nodes.
    #[serde(default)]
    pub moves: Vec<WirePoint>,
    /// Who played, where and when, if the game comes from a record.
    #[serde(default)]
    pub info: GameInfo,
    /// What is said of the start.
    #[serde(default)]
    pub comment: String,
    /// The whole tree, if there is more than one line; not together with `moves`.
    #[serde(default)]
    pub nodes: Vec<GameTreeNode>,
}

/// Game information, as the head of a record has it. What is not known is empty.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GameInfo {
    /// Who had the black stones.
    pub black: String,
    /// Who had the white stones.
    pub white: String,
    /// The number of the game or round in its event.
    pub round: String,
    /// When it was played, as written.
    pub date: String,
    /// Where it was played.
    pub place: String,
    /// The written result: `black won`, `white won by time`, `a draw`, `no result` and so on.
    pub result: String,
}

impl GameInfo {
    /// All values with the names of their fields.
    pub fn fields(&self) -> [(&'static str, &str); 6] {
        [
            ("black", &self.black),
            ("white", &self.white),
            ("round", &self.round),
            ("date", &self.date),
            ("place", &self.place),
            ("result", &self.result),
        ]
    }
}

/// A move of a tree that comes whole. Its number is its place in the list, from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TreeNode))]
#[serde(deny_unknown_fields)]
pub struct GameTreeNode {
    /// The number of the node before it, which is lower than its own; 0 is the start.
    pub parent: u32,
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Who chose it. Default: a person at the board.
    #[serde(default)]
    pub author: MoveAuthor,
    /// What is said of it.
    #[serde(default)]
    pub comment: String,
    /// Black's chance to win after it, from 0 to 1, if somebody thought about it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1))]
    pub chance: Option<f64>,
}

impl StoredGame {
    /// The nodes as they are arranged: without those that were deleted, those beside one another in their order, a
    /// parent before its children.
    pub fn arranged_nodes(&self) -> Vec<&StoredNode> {
        let TreeArrangement { deleted, order, .. } = &self.arrangement;
        let deleted: HashSet<u32> = deleted.iter().copied().collect();
        let ranks: HashMap<u32, usize> = order.iter().copied().zip(0..).collect();
        let mut children: Vec<Vec<&StoredNode>> = vec![Vec::new(); self.nodes.len() + 1];
        for node in self.nodes.iter().filter(|node| !deleted.contains(&node.number)) {
            children[node.parent as usize].push(node);
        }
        let rank = |node: &StoredNode| {
            (ranks.get(&node.number).copied().unwrap_or(usize::MAX), node.number)
        };
        let mut arranged = Vec::new();
        let mut rest = vec![0];
        while let Some(number) = rest.pop() {
            let mut below = std::mem::take(&mut children[number as usize]);
            below.sort_unstable_by_key(|&node| rank(node));
            rest.extend(below.iter().rev().map(|node| node.number));
            arranged.extend(below);
        }
        arranged
    }
}

impl GameTreeNode {
    /// Where it is played.
    pub fn point(&self) -> tengen_core::Point {
        tengen_core::Point::new(self.x, self.y)
    }
}

/// A game that is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Game))]
pub struct StoredGame {
    /// Its name, which nobody can guess.
    pub id: String,
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The stones before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<WireSetup>,
    /// What it is called.
    pub title: String,
    /// Who played, where and when.
    pub info: GameInfo,
    /// What the page keeps with it.
    pub settings: String,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the last move was played.
    pub moved_ms: i64,
    /// What is said of the start.
    pub comment: String,
    /// Black's chance to win at the start, from 0 to 1, if somebody thought about it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub chance: Option<f64>,
    /// What the page keeps of its review; empty if there is none.
    #[serde(default)]
    pub review: String,
    /// How its variations are arranged.
    #[serde(default)]
    pub arrangement: TreeArrangement,
    /// All nodes by number, from 1; a parent comes before its children.
    pub nodes: Vec<StoredNode>,
}

/// A move of a game, or of one of its variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Node))]
pub struct StoredNode {
    /// Its number in the game, from 1.
    pub number: u32,
    /// The node before it; 0 is the start.
    pub parent: u32,
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// What players call the point.
    pub name: String,
    /// Who moves.
    pub color: WireColor,
    /// Who chose it.
    pub author: MoveAuthor,
    /// What is said of it.
    pub comment: String,
    /// Black's chance to win after it, from 0 to 1, if somebody thought about it.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub chance: Option<f64>,
    /// When it was played, in milliseconds since 1970.
    pub created_ms: i64,
}

/// Who chose a move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Author))]
#[serde(rename_all = "lowercase")]
pub enum MoveAuthor {
    /// Somebody at the board.
    #[default]
    Person,
    /// The engine.
    Engine,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Summary))]
pub struct GameSummary {
    /// Its name.
    pub id: String,
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// What it is called.
    pub title: String,
    /// Who played, where and when.
    pub info: GameInfo,
    /// What the page keeps with it.
    pub settings: String,
    /// When it began, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the last move was played.
    pub moved_ms: i64,
    /// How many nodes it has.
    pub nodes: u32,
}

/// What is to be another way with a game; what is null or left out stays.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameChange {
    /// What it is called.
    #[serde(default)]
    pub title: Option<String>,
    /// What the page keeps with it.
    #[serde(default)]
    pub settings: Option<String>,
    /// What the page keeps of its review, up to 200,000 bytes. The server does not read it.
    #[serde(default)]
    pub review: Option<String>,
    /// How its variations are arranged, in place of what was said before.
    #[serde(default)]
    pub arrangement: Option<TreeArrangement>,
}

/// How the variations of a game are arranged. Nodes are never changed: what was deleted can come back.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Arrangement))]
#[serde(default, deny_unknown_fields)]
pub struct TreeArrangement {
    /// Nodes that were deleted, each with all that follows it.
    pub deleted: Vec<u32>,
    /// Nodes in the order in which they stand beside one another; those that are not listed come after them, by number.
    /// The first child of every node is the main line.
    pub order: Vec<u32>,
    /// Nodes whose variation is shown folded.
    pub folded: Vec<u32>,
}

impl TreeArrangement {
    /// All lists with the names of their fields.
    pub fn fields(&self) -> [(&'static str, &[u32]); 3] {
        [("deleted", &self.deleted), ("order", &self.order), ("folded", &self.folded)]
    }
}

/// What is to be another way with a node; what is null or left out stays.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NodeChange {
    /// What is said of it; empty if nothing is to be said any more.
    #[serde(default)]
    pub comment: Option<String>,
    /// Black's chance to win after it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1))]
    pub chance: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_deleted_is_gone_with_what_follows_and_the_first_in_order_leads() {
        let node = |number, parent, x| StoredNode {
            number,
            parent,
            x,
            y: 0,
            name: String::new(),
            color: WireColor::Black,
            author: MoveAuthor::Person,
            comment: String::new(),
            chance: None,
            created_ms: 0,
        };
        let mut game: StoredGame = serde_json::from_value(serde_json::json!({
            "id": "1", "rule": "exact", "area": null, "title": "", "info": {}, "settings": "", "created_ms": 0,
            "moved_ms": 0, "comment": "", "chance": null, "nodes": []
        }))
        .unwrap();
        // 1 is followed by 2 and 4, 2 by 3, 4 by 5; 6 stands beside 1.
        game.nodes = vec![
            node(1, 0, 1),
            node(2, 1, 2),
            node(3, 2, 3),
            node(4, 1, 4),
            node(5, 4, 5),
            node(6, 0, 6),
        ];
        let numbers = |game: &StoredGame| -> Vec<u32> {
            game.arranged_nodes().iter().map(|node| node.number).collect()
        };
        assert_eq!(numbers(&game), [1, 6, 2, 4, 3, 5]);
        game.arrangement.order = vec![4, 2];
        assert_eq!(numbers(&game), [1, 6, 4, 2, 5, 3]);
        game.arrangement.deleted = vec![4, 99];
        assert_eq!(numbers(&game), [1, 6, 2, 3]);
        game.arrangement = TreeArrangement { deleted: vec![1], order: vec![6, 1], folded: vec![] };
        assert_eq!(numbers(&game), [6]);
    }
}
