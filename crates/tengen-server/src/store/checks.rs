//! What may be kept: limits of texts and trees, and that every move is legal.

use tengen_answers::tree_check::check_tree;
pub(crate) use tengen_answers::tree_check::{MOST_NODES, check_chance, check_text as check};

use super::{NewGame, TreeArrangement};
use crate::{
    errors::{ApiError, ErrorCode, ErrorPlace},
    wire::{MOST_COMMENT, MOST_TITLE, WirePosition},
};

/// The longest settings, in bytes.
pub(crate) const MOST_SETTINGS: usize = 4_000;

/// The longest review, in bytes.
pub(crate) const MOST_REVIEW: usize = 200_000;

/// What is wrong with a game that is to be kept.
pub(super) fn check_new(game: &NewGame) -> Result<(), ApiError> {
    let (area, setup, moves) = (game.area, game.setup.clone(), game.moves.clone());
    WirePosition { rule: game.rule, area, setup: setup.clone(), moves }.open()?;
    check(&game.title, MOST_TITLE, "title")?;
    check(&game.settings, MOST_SETTINGS, "settings")?;
    check(&game.comment, MOST_COMMENT, "comment")?;
    for (field, text) in game.info.fields() {
        check(text, MOST_TITLE, field)?;
    }
    if let Some(key) = &game.key {
        check_key(key)?;
    }
    if !game.nodes.is_empty() {
        if !game.moves.is_empty() {
            let message = "a game has moves or a tree of nodes, not both";
            return Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("nodes")));
        }
        let start = WirePosition { rule: game.rule, area, setup, moves: Vec::new() }.start()?;
        check_tree(start, &game.nodes)?;
    }
    Ok(())
}

/// What is wrong with an arrangement. Nodes that a game does not have are passed over when it is read.
pub(super) fn check_arrangement(arrangement: &TreeArrangement) -> Result<(), ApiError> {
    for (field, nodes) in arrangement.fields() {
        if nodes.len() > MOST_NODES as usize {
            let message = format!("{} nodes: a game has up to {MOST_NODES}", nodes.len());
            return Err(ApiError::in_field(ErrorCode::BadValue, field, message));
        }
        if let Some(bad) = nodes.iter().find(|&&number| !(1..=MOST_NODES).contains(&number)) {
            let message = format!("node {bad}: nodes are numbered from 1 to {MOST_NODES}");
            return Err(ApiError::in_field(ErrorCode::BadValue, field, message));
        }
    }
    Ok(())
}

fn check_key(key: &str) -> Result<(), ApiError> {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain && (16..=64).contains(&key.len()) {
        return Ok(());
    }
    let message = "a key has 16 to 64 letters, digits and hyphens";
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("key")))
}
