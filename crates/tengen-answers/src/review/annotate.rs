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

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Rule};
    use tengen_engine::review::ReviewLimits;
    use tengen_notation::{
        BlockOffset, Format, ReadOptions, RecordReader, RecordWriter, RowOrder, WriteOptions,
    };

    use super::*;
    use crate::{Cancel, review::ReviewSearch};

    #[test]
    fn an_annotated_game_is_read_back_from_sgf() {
        let area = Area::square(15);
        let moves = area.parse_points("h8 g8 i8 h9 j8 i10 k8 o15 l8").unwrap();
        let mut record = Record { area: Some(area), ..Record::default() };
        let steps = RecordStep::in_turn(Color::Black, moves.iter().map(|&point| Some(point)));
        record.tree.extend(RecordTree::ROOT, steps);
        record.tree.node_mut(RecordTree::ROOT).comment = "mine".to_owned();
        let mut limits = ReviewLimits::default();
        (limits.nodes, limits.solver_nodes) = (Some(500), 2_000);
        let search = ReviewSearch::from_record(&record).unwrap().with_limits(limits);
        let review = search.run(&Cancel::NEVER, &|_| {}).unwrap();
        annotate(&mut record, &review);

        let writing = WriteOptions { rows: RowOrder::FromBottom };
        let mut text = Vec::new();
        let lost = RecordWriter::new(Format::Sgf, writing).write(&record, &mut text).unwrap();
        assert_eq!(lost, []);
        let options = ReadOptions::new(RowOrder::FromBottom);
        let reader = RecordReader::of(&text, "a.sgf", None, &options).unwrap();
        let read = reader.records(&text, BlockOffset::default()).next().unwrap().unwrap().record;
        assert_eq!((read.rule, read.area), (Some(Rule::Freestyle), Some(area)));
        let nodes: Vec<NodeId> = read.tree.main_line().collect();
        assert_eq!(nodes.len(), moves.len() + 1);
        assert!(read.tree.node(nodes[0]).comment.starts_with("mine\n"));
        let property = |id: NodeId, name: &str| {
            let mut other = read.tree.node(id).other.iter();
            other.find(|(other, _)| other == name).map(|(_, values)| values.join(" "))
        };
        // White does not stop the four on l8, and Black makes five there.
        let ignored = nodes[8];
        assert_eq!(property(ignored, "BM").as_deref(), Some("2"));
        assert_eq!(property(ignored, "V").as_deref(), Some("1.00"));
        assert!(read.tree.node(ignored).comment.starts_with("?? does not parry the four: l8"));
        let beside: Vec<NodeId> = read.tree.children(nodes[7]).collect();
        assert_eq!(beside.len(), 2);
        let better = read.tree.node(beside[1]).step.unwrap();
        assert_eq!((better.color, better.point), (Color::White, area.point("l8").ok()));
        assert_eq!(property(nodes[9], "BM"), None);
    }
}
