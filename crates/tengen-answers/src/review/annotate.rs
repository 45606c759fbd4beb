//! A review written into its record: marks, values, sentences, and variations with the better moves.

use tengen_core::Color;
use tengen_engine::review::{GameReview, Judgement, MoveReview};
use tengen_notation::{NodeId, Record, RecordNode, RecordStep, RecordTree};

/// The properties of SGF that a review writes: bad move, doubtful, interesting, tesuji, and value.
const OWN: [&str; 5] = ["BM", "DO", "IT", "TE", "V"];

/// Writes a review into the record of its game.
///
/// Marks and values are properties of SGF FF\[4\]: a blunder is `BM[2]`, a mistake `BM[1]`, an inaccuracy `DO[]`, and
/// `V` is from -1, White wins, to 1, Black wins. A marked move has its sentence as a comment, and the better line as a
/// variation. What stood there before under these names is replaced; comments are kept.
pub fn annotate(record: &mut Record, review: &GameReview) {
    (record.rule, record.area) = (Some(review.rule), Some(review.area));
    let nodes: Vec<NodeId> = record.tree.main_line().collect();
    let steps = nodes.into_iter().filter(|&id| record.tree.node(id).step.is_some());
    let steps: Vec<NodeId> = steps.collect();
    for (&id, one) in steps.iter().zip(&review.moves) {
        annotate_move(&mut record.tree, id, one, review);
    }
    add_comment(record.tree.node_mut(RecordTree::ROOT), &review.summary());
}

fn annotate_move(tree: &mut RecordTree, id: NodeId, one: &MoveReview, review: &GameReview) {
    let node = tree.node_mut(id);
    node.other.retain(|(name, _)| !OWN.contains(&name.as_str()));
    let mark = match one.judgement {
        Judgement::Good => None,
        Judgement::Inaccuracy => Some(("DO", "")),
        Judgement::Mistake => Some(("BM", "1")),
        Judgement::Blunder => Some(("BM", "2")),
    };
    let balance = 2.0 * one.after.chances() - 1.0;
    let value = if one.color == Color::Black { balance } else { -balance };
    let value = ("V", format!("{value:.2}"));
    let properties = mark.map(|(name, value)| (name, value.to_owned())).into_iter().chain([value]);
    node.other.extend(properties.map(|(name, value)| (name.to_owned(), vec![value])));
    if one.judgement == Judgement::Good {
        return;
    }
    add_comment(node, &format!("{} {}", one.judgement.mark(), one.sentence(review.area)));
    let better = RecordStep { color: one.color, point: Some(one.best) };
    let parent = tree.parent(id).expect("a step is below the root");
    let is_there = tree.children(parent).any(|child| tree.node(child).step == Some(better));
    if !is_there {
        let steps = RecordStep::in_turn(one.color, one.line.iter().map(|&point| Some(point)));
        tree.extend(parent, steps);
    }
}

fn add_comment(node: &mut RecordNode, text: &str) {
    if !node.comment.is_empty() {
        node.comment.push('\n');
    }
    node.comment.push_str(text);
}
