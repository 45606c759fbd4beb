//! A review written into its record: marks, values, sentences, and variations with the better moves.

use serde::Deserialize;
use tengen_core::{Color, Point};
use tengen_engine::review::{GameReview, Judgement, MoveReview};
use tengen_notation::{NodeId, Record, RecordNode, RecordStep, RecordTree};

use super::WireJudgement;
use crate::wire::WirePoint;

/// The properties of SGF that a review writes: bad move, doubtful, interesting, tesuji, and value.
const OWN: [&str; 5] = ["BM", "DO", "IT", "TE", "V"];

/// What a review says of the moves of a game, to be written into its record.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordAnnotations {
    /// A comment on the whole game.
    #[serde(default)]
    pub summary: String,
    /// The annotated moves, from the first move of the game on.
    pub moves: Vec<MoveAnnotation>,
}

/// What a review says of a move.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveAnnotation {
    /// The move.
    pub point: WirePoint,
    /// What it is.
    pub judgement: WireJudgement,
    /// Black's chance to win after it, from 0 to 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 1))]
    pub chance: f32,
    /// A comment on it. Default: none.
    #[serde(default)]
    pub comment: String,
    /// A better line of play in its place. Default: none.
    #[serde(default)]
    pub line: Vec<WirePoint>,
}

impl RecordAnnotations {
    /// The annotations of a review: a marked move has its sentence as a comment, and the better line.
    pub fn new(review: &GameReview) -> RecordAnnotations {
        let annotation = |one: &MoveReview| {
            let after = one.after.chances();
            let (comment, line) = match one.judgement {
                Judgement::Good => (String::new(), Vec::new()),
                judgement => (
                    format!("{} {}", judgement.mark(), one.sentence(review.area)),
                    one.line.iter().map(|&point| point.into()).collect(),
                ),
            };
            MoveAnnotation {
                point: one.point.into(),
                judgement: one.judgement.into(),
                chance: if one.color == Color::Black { after } else { 1.0 - after },
                comment,
                line,
            }
        };
        let moves = review.moves.iter().map(annotation).collect();
        RecordAnnotations { summary: review.summary(), moves }
    }

    /// Writes the annotations into a record, along the line of play that has the annotated moves, as far as there is
    /// one.
    ///
    /// Marks and values are properties of SGF FF\[4\]: a blunder is `BM[2]`, a mistake `BM[1]`, an inaccuracy `DO[]`, and
    /// `V` is from -1, White wins, to 1, Black wins. A better line becomes a variation. What stood there before under
    /// these names is replaced; comments are kept.
    pub fn write_into(&self, record: &mut Record) {
        let mut at = RecordTree::ROOT;
        for one in &self.moves {
            let point = Some(Point::from(one.point));
            // A record may have nodes without a move between those with one.
            let next = loop {
                let mut children = record.tree.children(at);
                let is_it = |&id: &NodeId| {
                    let step = record.tree.node(id).step;
                    step.is_some_and(|step| step.point == point)
                };
                if let Some(next) = record.tree.children(at).find(is_it) {
                    break Some(next);
                }
                match children.find(|&id| record.tree.node(id).step.is_none()) {
                    Some(between) => at = between,
                    None => break None,
                }
            };
            let Some(id) = next else { break };
            one.write_at(&mut record.tree, id);
            at = id;
        }
        add_comment(record.tree.node_mut(RecordTree::ROOT), &self.summary);
    }
}

impl MoveAnnotation {
    fn write_at(&self, tree: &mut RecordTree, id: NodeId) {
        let parent = tree.parent(id).expect("a step is below the root");
        let node = tree.node_mut(id);
        let color = node.step.map_or(Color::Black, |step| step.color);
        node.other.retain(|(name, _)| !OWN.contains(&name.as_str()));
        let mark = match self.judgement {
            WireJudgement::Good => None,
            WireJudgement::Inaccuracy => Some(("DO", "")),
            WireJudgement::Mistake => Some(("BM", "1")),
            WireJudgement::Blunder => Some(("BM", "2")),
        };
        let value = ("V", format!("{:.2}", 2.0 * self.chance.clamp(0.0, 1.0) - 1.0));
        let properties =
            mark.map(|(name, value)| (name, value.to_owned())).into_iter().chain([value]);
        node.other.extend(properties.map(|(name, value)| (name.to_owned(), vec![value])));
        add_comment(node, &self.comment);
        let Some(&better) = self.line.first() else { return };
        let better = RecordStep { color, point: Some(better.into()) };
        let is_there = tree.children(parent).any(|child| tree.node(child).step == Some(better));
        if !is_there {
            let line = self.line.iter().map(|&point| Some(point.into()));
            tree.extend(parent, RecordStep::in_turn(color, line));
        }
    }
}

/// Writes a review into the record of its game.
pub fn annotate(record: &mut Record, review: &GameReview) {
    (record.rule, record.area) = (Some(review.rule), Some(review.area));
    RecordAnnotations::new(review).write_into(record);
}

fn add_comment(node: &mut RecordNode, text: &str) {
    if text.is_empty() {
        return;
    }
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

        let writing = WriteOptions::new(RowOrder::FromBottom);
        let mut text = Vec::new();
        let lost = RecordWriter::new(Format::Sgf, writing).write(&record, &mut text).unwrap();
        assert_eq!(lost, []);
        let options = ReadOptions::new(RowOrder::FromBottom);
        let reader = RecordReader::open(&text, "a.sgf", None, &options).unwrap();
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
