//! What a proof claims: the lines at its head.

use std::{
    fmt::{self, Write as _},
    io::{self, BufRead, Write},
};

use tengen_core::{Area, Color, Outcome, Position, Rule, Setup};

use crate::{
    MAX_POINTS,
    error::{ProofError, ProofFlaw},
    frame::ProofFrame,
    graph_walk::WalkCost,
    image::Image,
    pairing::PairingStrategy,
    shown_pairs::ShownPairs,
    strategy_graph::MAX_BYTES,
    wire::ByteSource,
};

/// What a position is worth with best play: that one side wins it, or neither does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofClaim {
    /// The game.
    pub rule: Rule,
    /// The position.
    pub setup: Setup,
    /// How the game ends with best play.
    pub outcome: Outcome,
}

/// The first line of a proof that is a tree.
const TREE: &str = "tengen proof 1";
/// The first line of a proof that is a strategy graph or a pairing.
const GRAPH: &str = "tengen proof 2";
/// The line of a claim that neither side wins.
const DRAWN: &str = "drawn";
/// The length of the longest line: the most stones, each like `(-1000000000,-1000000000)`.
const LONGEST: usize = 16 + 26 * MAX_POINTS;
/// The most bytes that the positions remembered may take.
const MAX_MEMORY: usize = 256 << 20;

/// The head of a proof: a tree (version 1), a strategy graph or a pairing (version 2).
pub(crate) enum ProofHead {
    Tree(TreeHead),
    Graph(GraphHead),
    Pairing(PairingHead),
}

/// The claim and what else the reader must know before the nodes of a strategy graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GraphHead {
    pub(crate) claim: ProofClaim,
    /// The side that it claims to win.
    pub(crate) winner: Color,
    /// How many nodes there are.
    pub(crate) nodes: u64,
    /// How many bytes they take.
    pub(crate) bytes: u64,
    /// How many pairs of a node and a position are walked, and how many of them are never forgotten.
    pub(crate) cost: WalkCost,
}

/// The claim and what else the reader must know before the first step of a tree.
pub(crate) struct TreeHead {
    pub(crate) claim: ProofClaim,
    /// The side that it claims to win.
    pub(crate) winner: Color,
    /// How far beyond the stones of a board without edges the winner goes.
    pub(crate) margin: u32,
    /// How many positions the reader must remember.
    pub(crate) slots: usize,
}

/// The claim of a draw, and how many pairs show it.
pub(crate) struct PairingHead {
    pub(crate) claim: ProofClaim,
    pub(crate) pairs: u64,
}

impl ProofClaim {
    /// The side that wins; none if it is a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.outcome {
            Outcome::Won(winner) => Some(winner),
            Outcome::Drawn => None,
        }
    }

    /// The position, ready to be played.
    pub(crate) fn position(&self) -> Result<Position, ProofFlaw> {
        Ok(Position::from_setup(self.rule, &self.setup)?)
    }

    /// The first lines of a head.
    fn lines(&self, first: &str) -> String {
        let ProofClaim { rule, setup: Setup { area, stones, turn }, outcome } = self;
        let mut text = format!("{first}\nrule {rule}\nsize {area}\n");
        for color in Color::ALL {
            text += &color.to_string();
            let mut points: Vec<_> = stones.iter().filter(|stone| stone.1 == color).collect();
            points.sort_unstable();
            for (point, _) in points {
                text.push(' ');
                text += &area.name(*point);
            }
            text.push('\n');
        }
        let _ = match outcome {
            Outcome::Won(winner) => writeln!(text, "turn {turn}\nwins {winner}"),
            Outcome::Drawn => writeln!(text, "turn {turn}\n{DRAWN}"),
        };
        text
    }
}

impl fmt::Display for ProofClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ProofClaim { rule, setup: Setup { area, stones, turn }, outcome } = self;
        match outcome {
            Outcome::Won(winner) => write!(f, "{winner} wins {rule} on {area}, ")?,
            Outcome::Drawn => write!(f, "{rule} on {area} is drawn, ")?,
        }
        match stones.len() {
            0 => {}
            1 => f.write_str("1 stone, ")?,
            count => write!(f, "{count} stones, ")?,
        }
        write!(f, "{turn} to move")
    }
}

impl TreeHead {
    /// How many positions are worth remembering on such a board.
    pub(crate) fn slots_for(area: Area) -> usize {
        (MAX_MEMORY / 4 / (Image::bytes(area) + 32)).min(1 << 20)
    }

    /// The points that the winner plays on.
    pub(crate) fn frame(&self) -> ProofFrame {
        ProofFrame::new(&self.claim.setup, self.margin)
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let mut text = self.claim.lines(TREE);
        if self.claim.setup.area == Area::Unbounded {
            let _ = writeln!(text, "margin {}", self.margin);
        }
        let _ = write!(text, "memory {}\n\n", self.slots);
        out.write_all(text.as_bytes())?;
        Ok(text.len() as u64)
    }
}

impl GraphHead {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let GraphHead { claim, nodes, bytes, cost: WalkCost { steps, landmarks }, .. } = self;
        let mut text = claim.lines(GRAPH);
        let _ =
            writeln!(text, "nodes {nodes}\nbytes {bytes}\nsteps {steps}\nlandmarks {landmarks}\n");
        out.write_all(text.as_bytes())?;
        Ok(text.len() as u64)
    }
}

impl PairingHead {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let text = format!("{}pairs {}\n\n", self.claim.lines(GRAPH), self.pairs);
        out.write_all(text.as_bytes())?;
        Ok(text.len() as u64)
    }
}

impl ProofHead {
    pub(crate) fn read<R: BufRead>(source: &mut ByteSource<R>) -> Result<ProofHead, ProofError> {
        let mut lines = ClaimLines(source);
        let expected = "\"tengen proof 1\" or \"tengen proof 2\"";
        let (start, version) = lines.next(expected, "tengen proof")?;
        let is_graph = match version.as_str() {
            "1" => false,
            "2" => true,
            _ => return wrong(start, &format!("tengen proof {version}"), expected),
        };
        let claim = lines.claim(is_graph)?;
        let head = match claim.outcome {
            Outcome::Drawn => ProofHead::Pairing(lines.pairing(claim)?),
            Outcome::Won(winner) if is_graph => ProofHead::Graph(lines.graph(claim, winner)?),
            Outcome::Won(winner) => ProofHead::Tree(lines.tree(claim, winner)?),
        };
        let start = lines.0.offset();
        let blank = lines.0.line("a blank line", LONGEST)?;
        if !blank.is_empty() {
            return wrong(start, &blank, "blank");
        }
        Ok(head)
    }
}

/// The lines of a head, each a word and what follows it.
struct ClaimLines<'a, R>(&'a mut ByteSource<R>);

impl<R: BufRead> ClaimLines<'_, R> {
    /// Where the next line starts and what follows its word.
    fn next(&mut self, expected: &'static str, word: &str) -> Result<(u64, String), ProofError> {
        let start = self.0.offset();
        let text = self.0.line(expected, LONGEST)?;
        let rest = match text.strip_prefix(word) {
            Some("") => Some(""),
            Some(rest) => rest.strip_prefix(' '),
            None => None,
        };
        match rest {
            Some(rest) => Ok((start, rest.to_owned())),
            None => wrong(start, &text, expected),
        }
    }

    /// The claim; of version 2, if it can be that.
    fn claim(&mut self, is_graph: bool) -> Result<ProofClaim, ProofError> {
        let expected = "\"rule\" and the name of a game";
        let (start, text) = self.next(expected, "rule")?;
        let Ok(rule) = text.parse::<Rule>() else { return wrong(start, &text, expected) };
        if is_graph && rule == Rule::NoGo {
            let text = "a proof of NoGo is of version 1".to_owned();
            return limit(start, text);
        }
        let expected = "\"size\" and the size of a board";
        let (start, text) = self.next(expected, "size")?;
        let Ok(area) = text.parse::<Area>() else { return wrong(start, &text, expected) };
        let endless = area == Area::Unbounded && rule != Rule::NoGo;
        if endless && is_graph {
            let text = "a proof on a board without edges is of version 1".to_owned();
            return limit(start, text);
        }
        if !endless && area.size().is_none_or(|points| points > MAX_POINTS) {
            return limit(start, format!("a board of a proof has at most {MAX_POINTS} points"));
        }
        let mut stones = Vec::new();
        for color in Color::ALL {
            let expected = match color {
                Color::Black => "\"black\" and its stones",
                Color::White => "\"white\" and its stones",
            };
            let (start, text) = self.next(expected, &color.to_string())?;
            for name in text.split(' ').filter(|name| !name.is_empty()) {
                match area.point(name) {
                    Ok(point) => stones.push((point, color)),
                    Err(_) => return wrong(start, &text, expected),
                }
            }
            if stones.len() > MAX_POINTS {
                return limit(start, format!("a board of a proof has at most {MAX_POINTS} stones"));
            }
        }
        let turn = self.side("\"turn black\" or \"turn white\"", "turn")?;
        let setup = Setup { area, stones, turn };
        let outcome = self.outcome(is_graph, rule, &setup)?;
        Ok(ProofClaim { rule, setup, outcome })
    }

    /// Who is claimed to win; in version 2 it may be a draw.
    fn outcome(
        &mut self,
        is_graph: bool,
        rule: Rule,
        setup: &Setup,
    ) -> Result<Outcome, ProofError> {
        let expected = if is_graph {
            "\"wins black\", \"wins white\" or \"drawn\""
        } else {
            "\"wins black\" or \"wins white\""
        };
        let start = self.0.offset();
        let text = self.0.line(expected, LONGEST)?;
        if is_graph && text == DRAWN {
            return match PairingStrategy::check_claim(rule, setup) {
                Ok(()) => Ok(Outcome::Drawn),
                Err(flaw) => ProofFlaw::Pairing(flaw).at(start),
            };
        }
        let winner = Color::ALL.into_iter().find(|color| text == format!("wins {color}"));
        winner.map_or_else(|| wrong(start, &text, expected), |winner| Ok(Outcome::Won(winner)))
    }

    /// The rest of the head of a pairing.
    fn pairing(&mut self, claim: ProofClaim) -> Result<PairingHead, ProofError> {
        let (start, pairs) = self.number("\"pairs\" and a number of pairs", "pairs")?;
        let most = claim.setup.area.size().unwrap_or(0) as u64 / 2;
        if pairs > most {
            return limit(start, format!("there are at most {most} pairs on such a board"));
        }
        Ok(PairingHead { claim, pairs })
    }

    /// The rest of the head of a tree.
    fn tree(&mut self, claim: ProofClaim, winner: Color) -> Result<TreeHead, ProofError> {
        let mut margin = 0;
        if claim.setup.area == Area::Unbounded {
            let expected = "\"margin\" and a number of points";
            let (start, text) = self.next(expected, "margin")?;
            let Ok(number) = text.parse() else { return wrong(start, &text, expected) };
            margin = number;
        }
        let expected = "\"memory\" and a number of positions";
        let (start, text) = self.next(expected, "memory")?;
        let slots = match text.parse::<usize>() {
            Ok(slots) if slots > 0 => slots,
            _ => return wrong(start, &text, expected),
        };
        if slots.saturating_mul(Image::bytes(claim.setup.area) + 32) > MAX_MEMORY {
            return limit(start, format!("to remember {slots} positions takes too much memory"));
        }
        Ok(TreeHead { claim, winner, margin, slots })
    }

    /// The rest of the head of a strategy graph.
    fn graph(&mut self, claim: ProofClaim, winner: Color) -> Result<GraphHead, ProofError> {
        let (nodes_start, nodes) = self.number("\"nodes\" and a number of nodes", "nodes")?;
        let (start, bytes) = self.number("\"bytes\" and a number of bytes", "bytes")?;
        if bytes > MAX_BYTES {
            return limit(start, format!("a graph takes at most {MAX_BYTES} bytes"));
        }
        // A node takes two bytes at least.
        if nodes == 0 || nodes > bytes / 2 {
            return limit(
                nodes_start,
                format!("there are 1 to {} nodes in {bytes} bytes", bytes / 2),
            );
        }
        let (_, steps) = self.number("\"steps\" and a number of pairs", "steps")?;
        let (start, landmarks) = self.number("\"landmarks\" and a number of pairs", "landmarks")?;
        let most = ShownPairs::max_landmarks(claim.setup.area.size().unwrap_or(MAX_POINTS));
        if landmarks > most {
            return limit(start, format!("there are at most {most} landmarks on such a board"));
        }
        Ok(GraphHead { claim, winner, nodes, bytes, cost: WalkCost { steps, landmarks } })
    }

    /// Where a line starts, and the number that follows its word.
    fn number(&mut self, expected: &'static str, word: &str) -> Result<(u64, u64), ProofError> {
        let (start, text) = self.next(expected, word)?;
        match text.parse() {
            Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok((start, number)),
            _ => wrong(start, &text, expected),
        }
    }

    /// The color that follows a word.
    fn side(&mut self, expected: &'static str, word: &str) -> Result<Color, ProofError> {
        let (start, text) = self.next(expected, word)?;
        match Color::ALL.into_iter().find(|color| color.to_string() == text) {
            Some(color) => Ok(color),
            None => wrong(start, &text, expected),
        }
    }
}

fn wrong<T>(offset: u64, found: &str, expected: &'static str) -> Result<T, ProofError> {
    let found = found.chars().take(60).collect();
    ProofFlaw::Header { found, expected }.at(offset)
}

fn limit<T>(offset: u64, what: String) -> Result<T, ProofError> {
    ProofFlaw::Limit(what).at(offset)
}
