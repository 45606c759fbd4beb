//! Proofs that are strategy graphs: version 2 of the file.

use std::io::{self, BufRead, Write};

use tengen_core::{Color, Outcome, Position, Setup};
use thiserror::Error;

use crate::{
    MAX_POINTS,
    check::Proved,
    claim::{GraphHead, ProofClaim, ProofHead},
    error::{ProofError, ProofFlaw},
    graph_walk::{GraphWalk, WalkCost},
    shown_pairs::ShownPairs,
    strategy_graph::{GraphNodeId, MAX_BYTES, StrategyGraph},
    wire::ByteSource,
};

/// A strategy graph that was written as a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WrittenGraph {
    /// The number of nodes.
    pub nodes: u64,
    /// The number of pairs of a node and a position that a checker walks.
    pub steps: u64,
    /// How many of them it never forgets.
    pub landmarks: u64,
    /// The length of the file in bytes.
    pub bytes: u64,
}

/// Why a strategy graph was not written as a proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The bytes cannot be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The graph does not win.
    #[error("{0}")]
    Flaw(ProofFlaw),
}

/// Writes a proof that `winner` wins `position`, playing by the graph from the node `root` on.
///
/// It is walked by the checker's own code, and only what can be reached from the root is written.
///
/// # Errors
///
/// If the graph does not win, with the node where it breaks; nothing is written then. If the bytes cannot be written.
///
/// # Panics
///
/// If there is no node `root`.
pub fn write_graph(
    position: &Position,
    winner: Color,
    graph: &StrategyGraph,
    root: GraphNodeId,
    mut out: impl Write,
) -> Result<WrittenGraph, GraphError> {
    let setup = Setup::from_board(position.board(), position.turn());
    let claim = ProofClaim { rule: position.rule(), setup, outcome: Outcome::Won(winner) };
    let (compact, old_ids) = graph.reachable(root);
    if compact.bytes() as u64 > MAX_BYTES {
        let text = format!("the nodes of a graph take at most {MAX_BYTES} bytes");
        return Err(GraphError::Flaw(ProofFlaw::Limit(text)));
    }
    let landmarks = ShownPairs::max_landmarks(graph.area().size().unwrap_or(MAX_POINTS));
    let limit = WalkCost { steps: u64::MAX, landmarks };
    let cost = walk(&compact, &claim, winner, limit).map_err(|flaw| {
        // The caller knows the node by its number in the graph.
        GraphError::Flaw(match flaw {
            ProofFlaw::At { node, flaw } => ProofFlaw::At { node: old_ids[node as usize], flaw },
            flaw => flaw,
        })
    })?;
    let (nodes, bytes) = (compact.len() as u64, compact.bytes() as u64);
    let head = GraphHead { claim, winner, nodes, bytes, cost };
    let bytes = head.write(&mut out)? + bytes;
    out.write_all(compact.encoded())?;
    out.flush()?;
    let WalkCost { steps, landmarks } = cost;
    Ok(WrittenGraph { nodes, steps, landmarks, bytes })
}

/// Reads a proof that is a strategy graph, without checking that it wins. Gives the claim, the graph and its root.
///
/// # Errors
///
/// If it is not spelled as it should be, or is a proof of version 1 or of a draw.
pub fn read_graph(
    proof: impl BufRead,
) -> Result<(ProofClaim, StrategyGraph, GraphNodeId), ProofError> {
    let (head, graph, root) = read_headed_graph(proof)?;
    Ok((head.claim, graph, root))
}

/// Like [`read_graph`], with all of the head.
pub(crate) fn read_headed_graph(
    proof: impl BufRead,
) -> Result<(GraphHead, StrategyGraph, GraphNodeId), ProofError> {
    let mut source = ByteSource::new(proof);
    let head = match ProofHead::read(&mut source)? {
        ProofHead::Graph(head) => head,
        ProofHead::Tree(_) => {
            let (found, expected) = ("tengen proof 1".to_owned(), "\"tengen proof 2\"");
            return ProofFlaw::Header { found, expected }.at(0);
        }
        ProofHead::Pairing(_) => {
            let text = "a proof of a draw has no moves to win by".to_owned();
            return ProofFlaw::Limit(text).at(0);
        }
    };
    let graph = read_nodes(&mut source, &head)?;
    let root = graph.len() as GraphNodeId - 1;
    Ok((head, graph, root))
}

/// How many times the steps of the head a walk may take. A checker with another cache walks some pairs again.
const SLACK: u64 = 8;

/// Checks what comes after the head.
pub(crate) fn check_graph<R: BufRead>(
    mut source: ByteSource<R>,
    head: GraphHead,
    max_steps: u64,
) -> Result<Proved, ProofError> {
    let body = source.offset();
    let graph = read_nodes(&mut source, &head)?;
    let steps = head.cost.steps.saturating_mul(SLACK).min(max_steps);
    let limit = WalkCost { steps, ..head.cost };
    match walk(&graph, &head.claim, head.winner, limit) {
        Ok(cost) => {
            let (nodes, steps, bytes) = (Some(head.nodes), cost.steps, source.offset());
            Ok(Proved { claim: head.claim, nodes, steps, bytes })
        }
        Err(flaw) => {
            let offset = match &flaw {
                &ProofFlaw::At { node, .. } => body + graph.start(node) as u64,
                _ => body,
            };
            flaw.at(offset)
        }
    }
}

/// Reads the nodes, which are all that is left.
fn read_nodes<R: BufRead>(
    source: &mut ByteSource<R>,
    head: &GraphHead,
) -> Result<StrategyGraph, ProofError> {
    let offset = source.offset();
    let body = source.bytes("the nodes", head.bytes)?;
    source.end()?;
    StrategyGraph::decode(head.claim.setup.area, head.nodes, body, offset)
}

/// Walks through the graph from its last node on.
fn walk(
    graph: &StrategyGraph,
    claim: &ProofClaim,
    winner: Color,
    limit: WalkCost,
) -> Result<WalkCost, ProofFlaw> {
    let position = claim.position()?;
    let Some(mut walk) = GraphWalk::new(graph, &position, winner, limit) else {
        return Err(ProofFlaw::Node("the game is over, or no graph can be about it".to_owned()));
    };
    walk.run(graph.len() as GraphNodeId - 1, claim.setup.turn != winner)
}
