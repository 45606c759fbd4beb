//! The tree of a record as games are kept here: moves in turn, every one of them legal.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use tengen_core::{self as core, Area, Illegal};
use tengen_notation::{MainLine, NodeId, OFF_BOARD, Record, RecordTree};

use crate::{
    error::{ApiError, ErrorPlace},
    error_reason::{ErrorReason, ReasonCode},
    wire::{
        GameInfo, GameTreeNode, MOST_COMMENT, MOST_TITLE, MoveAuthor, WirePosition, WireRule,
        WireSetup, WireSize, WireStone,
    },
};

/// The board of a record that names none.
pub(super) const USUAL: Area = Area::square(15);

/// The most moves of a game that is opened, with its variations: as many as a page can show.
const MOST_NODES: usize = 5_000;

/// The most variations inside one another.
const MOST_NESTING: u16 = 60;

/// The most bytes of all comments of a game together.
const MOST_TEXT: usize = 1 << 20;

/// A game of a record, whole.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportedGame {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The stones before the first move; null if there are none and Black begins.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub setup: Option<WireSetup>,
    /// What it is part of, or what it is called.
    pub title: String,
    /// Who played, where and when, and the written result.
    pub info: GameInfo,
    /// What is said of the start.
    pub comment: String,
    /// All moves, a parent before its children, the main line before its variations.
    pub nodes: Vec<GameTreeNode>,
    /// What of the record is not in it.
    pub losses: Vec<ImportLoss>,
}

/// Something of a record that is left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ImportLoss {
    /// What it is.
    pub kind: LossKind,
    /// How many of them, with all moves that follow.
    pub count: usize,
    /// The first of them: the number of the move and its point, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<ErrorPlace>,
    /// Why the first of them is left out, where that is more than its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// A word for it, for programs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonCode>,
}

/// A kind of thing that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LossKind {
    /// Moves that are not legal, and what follows them.
    Illegal,
    /// Passes, and what follows them.
    Pass,
    /// Moves out of turn, and what follows them.
    OutOfTurn,
    /// Stones that are put or taken away between moves, and what follows them.
    Setup,
    /// Moves beyond the limit of a game.
    TooMany,
    /// Comments that are too long; their beginning is kept.
    Comments,
    /// Labels and signs on points.
    Signs,
    /// Times of moves.
    Times,
    /// Other entries of the format.
    Other,
}

impl ImportedGame {
    /// The game of `record`, by `rule` if it does not say by which.
    ///
    /// # Errors
    ///
    /// If no game can start from its board and stones.
    pub(super) fn new(record: &Record, rule: core::Rule) -> Result<ImportedGame, ApiError> {
        let mut main = MainLine::default();
        main.set(record, 1, 0);
        let rule: WireRule = record.rule.unwrap_or(rule).into();
        let area = WireSize::from_area(record.area.unwrap_or(USUAL));
        let setup = (!main.setup.is_empty() || main.first == core::Color::White)
            .then(|| WireSetup { stones: WireStone::list(&main.setup), turn: main.first.into() });
        let start = WirePosition { rule, area, setup: setup.clone(), moves: Vec::new() }.start()?;
        let mut building = TreeBuilder::new(&record.tree, start, ImportLosses::new(record));
        building.build();
        let info = GameInfo {
            black: shortened(&record.black),
            white: shortened(&record.white),
            round: shortened(&record.round),
            date: shortened(&record.date),
            place: shortened(&record.place),
            result: record.claim.map(|claim| claim.to_string()).unwrap_or_default(),
        };
        let (title, comment) = (shortened(&record.event), building.comment);
        let (nodes, losses) = (building.nodes, building.losses.list());
        Ok(ImportedGame { rule, area, setup, title, info, comment, nodes, losses })
    }
}

/// What a node of a record has become.
#[derive(Clone, Copy)]
struct ReachedNode {
    /// The number of the node; 0 is the start.
    number: u32,
    /// How many moves lead to it.
    depth: usize,
    /// How many variations it is inside of.
    nesting: u16,
}

/// A tree in the making.
struct TreeBuilder<'a> {
    tree: &'a RecordTree,
    /// The position at the node that was added last.
    position: core::Position,
    nodes: Vec<GameTreeNode>,
    comment: String,
    /// How many bytes of comments there are.
    text: usize,
    /// The number of the move at a point after a node: two of the same kind become one.
    known: HashMap<(u32, core::Point), u32>,
    losses: ImportLosses,
}

impl<'a> TreeBuilder<'a> {
    fn new(
        tree: &'a RecordTree,
        position: core::Position,
        losses: ImportLosses,
    ) -> TreeBuilder<'a> {
        TreeBuilder {
            tree,
            position,
            nodes: Vec::new(),
            comment: String::new(),
            text: 0,
            known: HashMap::new(),
            losses,
        }
    }

    /// Adds every node that can be, each after the one above it.
    fn build(&mut self) {
        let tree = self.tree;
        let main: HashSet<NodeId> = tree.main_line().collect();
        // The main line has room in any case.
        let moves = |id: NodeId| usize::from(tree.node(id).step.is_some());
        let mut room = MOST_NODES.saturating_sub(main.iter().map(|&id| moves(id)).sum());
        let start = ReachedNode { number: 0, depth: 0, nesting: 0 };
        let mut reached: HashMap<NodeId, ReachedNode> = HashMap::new();
        for id in tree.walk() {
            let parent = tree.parent(id);
            let above = parent.map_or(Some(start), |parent| reached.get(&parent).copied());
            let Some(above) = above else {
                // What is above it was left out.
                self.losses.follow(moves(id));
                continue;
            };
            let first = parent.and_then(|parent| tree.children(parent).next());
            let aside = u16::from(first.is_some_and(|first| first != id));
            let nesting = above.nesting.saturating_add(aside);
            let is_main = main.contains(&id);
            let fits = (is_main || room > 0) && self.nodes.len() < MOST_NODES;
            if moves(id) > 0 && !(fits && nesting <= MOST_NESTING) {
                self.losses.add(LossKind::TooMany, 1, None, None);
                continue;
            }
            let before = self.nodes.len();
            if let Some(here) = self.add(id, ReachedNode { nesting, ..above }, is_main) {
                reached.insert(id, here);
            }
            if !is_main {
                room = room.saturating_sub(self.nodes.len() - before);
            }
        }
    }

    /// Adds what stands at `id`, which follows `above`; nothing if it cannot be a move of this game.
    fn add(&mut self, id: NodeId, above: ReachedNode, is_main: bool) -> Option<ReachedNode> {
        let node = self.tree.node(id);
        let mut lose = |kind, place, illegal| {
            self.losses.add(kind, usize::from(node.step.is_some()).max(1), place, illegal);
        };
        // Stones before the first move of the main line are those of the start.
        if !node.setup.is_empty() && (above.depth > 0 || !is_main) {
            lose(LossKind::Setup, None, None);
            return None;
        }
        let Some(step) = node.step else {
            self.say(above.number, &node.comment);
            return Some(above);
        };
        let Some(point) = step.point else {
            lose(LossKind::Pass, None, None);
            return None;
        };
        while self.position.moves().len() > above.depth {
            self.position.undo();
        }
        let number = above.depth + 1;
        let place = match point {
            OFF_BOARD => ErrorPlace { number: Some(number), ..ErrorPlace::default() },
            point => ErrorPlace::at_move(number, point.into()),
        };
        if step.color != self.position.turn() {
            lose(LossKind::OutOfTurn, Some(place), None);
            return None;
        }
        let known = self.known.get(&(above.number, point)).copied();
        if let Err(illegal) = self.position.play(point) {
            lose(LossKind::Illegal, Some(place), Some(illegal));
            return None;
        }
        let number = known.unwrap_or_else(|| {
            self.nodes.push(GameTreeNode {
                parent: above.number,
                x: point.x,
                y: point.y,
                author: MoveAuthor::Person,
                comment: String::new(),
                chance: None,
            });
            let number = self.nodes.len() as u32;
            self.known.insert((above.number, point), number);
            number
        });
        self.say(number, &node.comment);
        Some(ReachedNode { number, depth: above.depth + 1, nesting: above.nesting })
    }

    /// Adds a comment to a node, as far as there is room.
    fn say(&mut self, number: u32, text: &str) {
        if text.is_empty() {
            return;
        }
        let comment = match number.checked_sub(1) {
            None => &mut self.comment,
            Some(index) => &mut self.nodes[index as usize].comment,
        };
        let between = if comment.is_empty() { "" } else { "\n" };
        let room = MOST_COMMENT.min(MOST_TEXT - self.text + comment.len());
        let kept = up_to(text, room.saturating_sub(comment.len() + between.len()));
        if !kept.is_empty() {
            comment.push_str(between);
            comment.push_str(kept);
            self.text += between.len() + kept.len();
        }
        if kept.len() < text.len() {
            self.losses.add(LossKind::Comments, 1, None, None);
        }
    }
}

/// What is left out, by kind.
#[derive(Default)]
struct ImportLosses {
    list: Vec<ImportLoss>,
    /// The kind that was added last: what follows it is left out for the same reason.
    last: usize,
}

impl ImportLosses {
    /// What no game that is kept here has.
    fn new(record: &Record) -> ImportLosses {
        /// What every writer says of itself, and games that are kept say again.
        const OWN: [&str; 5] = ["AP", "CA", "FF", "GM", "ST"];
        let nodes = || record.tree.walk().map(|id| record.tree.node(id));
        let mut losses = ImportLosses::default();
        let own = |name: &str| OWN.contains(&name);
        let other = record.other.iter().filter(|(name, _)| !own(name)).count()
            + nodes().flat_map(|node| &node.other).filter(|(name, _)| !own(name)).count();
        let signs = nodes().map(|node| node.signs.len()).sum();
        let times = nodes().filter(|node| node.time.is_some()).count();
        for (kind, count) in
            [(LossKind::Signs, signs), (LossKind::Times, times), (LossKind::Other, other)]
        {
            if count > 0 {
                losses.add(kind, count, None, None);
            }
        }
        losses
    }

    fn add(
        &mut self,
        kind: LossKind,
        count: usize,
        place: Option<ErrorPlace>,
        illegal: Option<Illegal>,
    ) {
        let known = self.list.iter().position(|loss| loss.kind == kind);
        self.last = known.unwrap_or_else(|| {
            let why = illegal.map(|illegal| illegal.to_string());
            let reason = illegal.map(|illegal| ErrorReason::from(illegal).code);
            self.list.push(ImportLoss { kind, count: 0, place, why, reason });
            self.list.len() - 1
        });
        self.list[self.last].count += count;
    }

    /// Moves that follow what was left out last.
    fn follow(&mut self, moves: usize) {
        if let Some(loss) = self.list.get_mut(self.last) {
            loss.count += moves;
        }
    }

    fn list(mut self) -> Vec<ImportLoss> {
        self.list.sort_by_key(|loss| loss.kind);
        self.list
    }
}

/// A name, as long as one may be.
pub(crate) fn shortened(text: &str) -> String {
    up_to(text, MOST_TITLE).to_owned()
}

/// The beginning of a text: at most `most` bytes, whole characters only.
fn up_to(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
