//! What may be kept: limits of texts and trees, and that every move is legal.

use std::collections::HashSet;

use super::{GameTreeNode, NewGame};
use crate::{
    errors::{ApiError, ErrorCode, ErrorPlace},
    wire::{MOST_COMMENT, MOST_TITLE, WirePosition},
};

/// The most nodes of a game.
pub(crate) const MOST_NODES: u32 = 50_000;

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
            return Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("nodes")));
        }
        let start = WirePosition { rule: game.rule, area, setup, moves: Vec::new() }.start()?;
        check_tree(start, &game.nodes)?;
    }
    Ok(())
}

/// Plays every node of a tree once, variation by variation.
fn check_tree(mut position: tengen_core::Position, nodes: &[GameTreeNode]) -> Result<(), ApiError> {
    let bad =
        |message: String| ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("nodes"));
    if nodes.len() > MOST_NODES as usize {
        let message = format!("{} moves: a tree may have up to {MOST_NODES}", nodes.len());
        return Err(ApiError::at(ErrorCode::TooManyStones, message, ErrorPlace::of_field("nodes")));
    }
    let mut seen = HashSet::new();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len() + 1];
    for (index, node) in nodes.iter().enumerate() {
        let parent = node.parent as usize;
        if parent > index {
            return Err(bad(format!("node {} follows {parent}, which comes later", index + 1)));
        }
        if !seen.insert((parent, node.x, node.y)) {
            return Err(bad(format!("node {} is the same move as one beside it", index + 1)));
        }
        children[parent].push(index + 1);
        check(&node.comment, MOST_COMMENT, "comment")?;
        check_chance(node.chance)?;
    }
    // A node is opened, then all below it are, then it is closed.
    let mut rest: Vec<Option<usize>> = children[0].iter().rev().map(|&child| Some(child)).collect();
    while let Some(next) = rest.pop() {
        let Some(number) = next else {
            position.undo();
            continue;
        };
        let point = nodes[number - 1].point();
        if let Err(illegal) = position.play(point) {
            let place = ErrorPlace::of_move(position.moves().len() + 1, point.into());
            let message = format!("node {number}: {illegal}");
            return Err(ApiError::at(ErrorCode::IllegalMove, message, place).because(illegal));
        }
        rest.push(None);
        rest.extend(children[number].iter().rev().map(|&child| Some(child)));
    }
    Ok(())
}

pub(super) fn check_chance(chance: Option<f64>) -> Result<(), ApiError> {
    match chance {
        Some(chance) if !(0.0..=1.0).contains(&chance) => {
            let message = format!("a chance of {chance}: it may be from 0 to 1");
            Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("chance")))
        }
        _ => Ok(()),
    }
}

pub(super) fn check(text: &str, most: usize, field: &str) -> Result<(), ApiError> {
    if text.len() <= most {
        return Ok(());
    }
    let message = format!("{} bytes: it may have up to {most}", text.len());
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field(field)))
}

fn check_key(key: &str) -> Result<(), ApiError> {
    let plain = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if plain && (16..=64).contains(&key.len()) {
        return Ok(());
    }
    let message = "a key has 16 to 64 letters, digits and hyphens";
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::of_field("key")))
}
