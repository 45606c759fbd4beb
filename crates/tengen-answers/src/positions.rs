//! Positions as records: boards, lists of stones, puzzles and links.

use tengen_core::{Color, Point};
use tengen_notation::{Content, ReadOptions, RecordTree, RowOrder, WholeRecord, byte_order_mark};

use crate::error::ApiError;

/// The word for a content in an answer.
pub(crate) const fn name(content: Content) -> &'static str {
    match content {
        Content::Records(format) => format.name(),
        Content::Boards(_) => "boards",
        Content::BoardText => "board",
        Content::StoneList => "pieces",
        Content::Puzzles => "puzzles",
        Content::Link => "link",
    }
}

/// Gives every position of `text` to `each`, or what is wrong with it.
///
/// # Errors
///
/// If there is no going on after something that is wrong; or the error of `each`.
pub(crate) fn each_position(
    content: Content,
    text: &[u8],
    each: &mut dyn FnMut(Result<WholeRecord, ApiError>) -> Result<(), ApiError>,
) -> Result<(), ApiError> {
    let text = &text[byte_order_mark(text)?..];
    for position in content.positions(text, &ReadOptions::new(RowOrder::FromBottom)) {
        let position = position.map(|mut whole| {
            let root = whole.record.tree.node_mut(RecordTree::ROOT);
            root.turn = root.turn.or_else(|| Some(usual_turn(content, &root.setup)));
            whole
        });
        match position {
            // Only puzzles go on after something that is wrong.
            Err(fault) if content != Content::Puzzles => return Err(fault.into()),
            position => each(position.map_err(ApiError::from))?,
        }
    }
    Ok(())
}

/// Who is to move where nothing says so: the side with fewer stones; in a list of stones Black, as for `tengen solve`.
fn usual_turn(content: Content, setup: &[(Point, Option<Color>)]) -> Color {
    let black = setup.iter().filter(|stone| stone.1 == Some(Color::Black)).count();
    let more_black = content != Content::StoneList && 2 * black > setup.len();
    if more_black { Color::White } else { Color::Black }
}
