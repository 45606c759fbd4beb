//! What may be kept of a tree of moves: its size, its texts, and that every move of it is legal.

use std::collections::HashSet;

use crate::{
    error::{ApiError, ErrorCode, ErrorPlace},
    wire::{GameTreeNode, MOST_COMMENT},
};

/// The most nodes of a game.
pub const MOST_NODES: u32 = 50_000;

/// Plays every node of a tree once, variation by variation.
///
/// # Errors
///
/// If the tree is too large, a node is in the wrong place, or a move is not possible.
pub fn check_tree(
    mut position: tengen_core::Position,
    nodes: &[GameTreeNode],
) -> Result<(), ApiError> {
    let bad =
        |message: String| ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("nodes"));
    if nodes.len() > MOST_NODES as usize {
        let message = format!("{} moves: a tree may have up to {MOST_NODES}", nodes.len());
        return Err(ApiError::at(ErrorCode::TooManyStones, message, ErrorPlace::at_field("nodes")));
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
        check_text(&node.comment, MOST_COMMENT, "comment")?;
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
            let place = ErrorPlace::at_move(position.moves().len() + 1, point.into());
            let message = format!("node {number}: {illegal}");
            return Err(ApiError::at(ErrorCode::IllegalMove, message, place).with_reason(illegal));
        }
        rest.push(None);
        rest.extend(children[number].iter().rev().map(|&child| Some(child)));
    }
    Ok(())
}

/// What is wrong with a chance.
///
/// # Errors
///
/// If it is not from 0 to 1.
pub fn check_chance(chance: Option<f64>) -> Result<(), ApiError> {
    match chance {
        Some(chance) if !(0.0..=1.0).contains(&chance) => {
            let message = format!("a chance of {chance}: it may be from 0 to 1");
            Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field("chance")))
        }
        _ => Ok(()),
    }
}

/// What is wrong with a text of a field, which may have `most` bytes.
///
/// # Errors
///
/// If it is longer.
pub fn check_text(text: &str, most: usize, field: &str) -> Result<(), ApiError> {
    if text.len() <= most {
        return Ok(());
    }
    let message = format!("{} bytes: it may have up to {most}", text.len());
    Err(ApiError::at(ErrorCode::BadValue, message, ErrorPlace::at_field(field)))
}
