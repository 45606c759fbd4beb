//! Nodes of a strategy graph as bytes.

use std::io::BufRead;

use crate::{
    MAX_POINTS,
    error::{ProofError, ProofFlaw},
    wire::{ByteSource, write_number},
};

/// What a move of the winner makes, in the lowest two bits of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum NodeKind {
    /// Nothing: every legal reply is answered.
    #[default]
    All,
    /// A threat: every reply that parries it is answered.
    Threat,
    /// A five.
    Wins,
    /// A four: the block is answered, if there is one.
    Four,
}

const KINDS: [NodeKind; 4] = [NodeKind::All, NodeKind::Threat, NodeKind::Wins, NodeKind::Four];
/// The bits of the first byte of a node, above the kind.
const DEFAULT: u8 = 4;
const MOVELESS: u8 = 8;
/// Above these bits is the number of groups of named replies; the largest says that more follow.
const GROUPS: u32 = 4;
const MANY: u64 = 15;

/// Edge of a strategy graph: the number of a node, and that of the symmetry that leads to its frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PackedEdge {
    pub(crate) node: u32,
    pub(crate) turn: u8,
}

/// Node of a strategy graph, its points as numbers in reading order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PackedNode {
    pub(crate) kind: NodeKind,
    /// The move, or none where the loser moves first.
    pub(crate) point: Option<u16>,
    /// The moves of the threat.
    pub(crate) line: Vec<u16>,
    /// The answers to the replies that have one of their own, in reading order.
    pub(crate) named: Vec<(u16, PackedEdge)>,
    /// The answer to all other replies.
    pub(crate) default: Option<PackedEdge>,
}

impl PackedNode {
    /// What the first byte of a node says: its kind, and whether it has edges.
    pub(crate) fn peek(first: u8) -> (NodeKind, bool) {
        (KINDS[usize::from(first & 3)], first & DEFAULT != 0 || first >> GROUPS != 0)
    }

    /// The answer to a reply.
    pub(crate) fn edge(&self, reply: u16) -> Option<PackedEdge> {
        match self.named.binary_search_by_key(&reply, |named| named.0) {
            Ok(index) => Some(self.named[index].1),
            Err(_) => self.default,
        }
    }

    /// The edges, that of the replies without a name first.
    pub(crate) fn edges(&self) -> impl Iterator<Item = PackedEdge> {
        self.default.into_iter().chain(self.named.iter().map(|named| named.1))
    }

    /// Adds the bytes of the node, which has the number `id`.
    pub(crate) fn encode(&self, id: u32, out: &mut Vec<u8>) {
        let number = |out: &mut Vec<u8>, number: u64| {
            write_number(out, number).expect("memory takes all bytes");
        };
        let edge = |out: &mut Vec<u8>, PackedEdge { node, turn }: PackedEdge| {
            number(out, u64::from(id - node - 1) << 1 | u64::from(turn != 0));
            if turn != 0 {
                out.push(turn);
            }
        };
        let mut by_edge = self.named.clone();
        by_edge.sort_by_key(|named| named.1);
        let mut groups: Vec<_> = by_edge.chunk_by(|a, b| a.1 == b.1).collect();
        groups.sort_by_key(|group| group[0].0);
        let count = groups.len() as u64;
        let mut form = self.kind as u8 | (count.min(MANY) as u8) << GROUPS;
        form |= if self.default.is_some() { DEFAULT } else { 0 };
        form |= if self.point.is_none() { MOVELESS } else { 0 };
        out.push(form);
        number(out, self.point.unwrap_or(0).into());
        if self.kind == NodeKind::Threat {
            number(out, self.line.len() as u64);
            for &point in &self.line {
                number(out, point.into());
            }
        }
        if let Some(default) = self.default {
            edge(out, default);
        }
        if count >= MANY {
            number(out, count - MANY);
        }
        for group in groups {
            edge(out, group[0].1);
            number(out, group.len() as u64 - 1);
            number(out, group[0].0.into());
            for pair in group.windows(2) {
                number(out, u64::from(pair[1].0 - pair[0].0) - 1);
            }
        }
    }

    /// Reads the node of the number `id`, on a board with this number of points and symmetries, in place of this one.
    pub(crate) fn decode<R: BufRead>(
        &mut self,
        source: &mut ByteSource<R>,
        id: u32,
        points: u16,
        turns: u8,
    ) -> Result<(), ProofError> {
        let offset = source.offset();
        let form = source.byte("a node")?;
        self.kind = KINDS[usize::from(form & 3)];
        let number = read_point(source, points)?;
        self.point = (form & MOVELESS == 0).then_some(number);
        if self.point.is_none() && number != 0 {
            let text = format!("a node without a move has the point {number}; it should be 0");
            return ProofFlaw::Node(text).at(offset);
        }
        self.line.clear();
        if self.kind == NodeKind::Threat {
            let offset = source.offset();
            let length = source.number("the length of a threat")?;
            if length == 0 || length > MAX_POINTS as u64 {
                return ProofFlaw::Length(length).at(offset);
            }
            for _ in 0..length {
                self.line.push(read_point(source, points)?);
            }
        }
        self.default = match form & DEFAULT {
            0 => None,
            _ => Some(read_edge(source, id, turns)?),
        };
        let mut groups = u64::from(form >> GROUPS);
        if groups == MANY {
            groups = groups.saturating_add(source.number("a number of groups")?);
        }
        self.named.clear();
        for _ in 0..groups {
            self.read_group(source, id, points, turns)?;
        }
        self.named.sort_unstable_by_key(|named| named.0);
        if let Some(pair) = self.named.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let text = format!("the reply on point {} is answered twice", pair[0].0);
            return ProofFlaw::Node(text).at(offset);
        }
        Ok(())
    }

    /// Reads an edge and the replies that it answers.
    fn read_group<R: BufRead>(
        &mut self,
        source: &mut ByteSource<R>,
        id: u32,
        points: u16,
        turns: u8,
    ) -> Result<(), ProofError> {
        let edge = read_edge(source, id, turns)?;
        let offset = source.offset();
        let more = source.number("a number of replies")?;
        // So no node can have more named replies than there are points.
        if more.saturating_add(self.named.len() as u64) >= u64::from(points) {
            let text = format!("there are more named replies than the {points} points");
            return ProofFlaw::Node(text).at(offset);
        }
        let mut reply = read_point(source, points)?;
        self.named.push((reply, edge));
        for _ in 0..more {
            let offset = source.offset();
            let step = source.number("the distance to the next reply")?;
            let next = u64::from(reply).saturating_add(step).saturating_add(1);
            if next >= points.into() {
                return outside(next, points, offset);
            }
            reply = next as u16;
            self.named.push((reply, edge));
        }
        Ok(())
    }
}

fn read_point<R: BufRead>(source: &mut ByteSource<R>, points: u16) -> Result<u16, ProofError> {
    let offset = source.offset();
    match source.number("a point")? {
        number if number < points.into() => Ok(number as u16),
        number => outside(number, points, offset),
    }
}

fn outside<T>(number: u64, points: u16, offset: u64) -> Result<T, ProofError> {
    ProofFlaw::Node(format!("there is no point {number}, there are {points}")).at(offset)
}

fn read_edge<R: BufRead>(
    source: &mut ByteSource<R>,
    id: u32,
    turns: u8,
) -> Result<PackedEdge, ProofError> {
    let offset = source.offset();
    let number = source.number("an edge")?;
    let Some(node) = u64::from(id).checked_sub((number >> 1) + 1) else {
        let text = format!("an edge goes {} back, but {id} nodes are before", (number >> 1) + 1);
        return ProofFlaw::Node(text).at(offset);
    };
    let mut turn = 0;
    if number & 1 != 0 {
        turn = source.byte("a symmetry")?;
        if turn == 0 || turn >= turns {
            let text = format!("symmetry {turn} was found; there can be 1 to {}", turns - 1);
            return ProofFlaw::Node(text).at(offset);
        }
    }
    Ok(PackedEdge { node: node as u32, turn })
}
