//! The AND/OR tree of a VCT search, with transpositions.

use rustc_hash::FxHashMap;
use tengen_core::Color;

use super::{
    ThreatSearch,
    threat_generator::{AttackState, ThreatCandidate, ThreatGenerator, ThreatKind, Width},
};
use crate::{
    Budget, Stopped,
    fives::{SolutionTree, Threats, plan::Plan, search_frame::Spot},
};

/// What a search algorithm keeps of a node, and the algorithm.
pub trait NodeMark: Copy + std::fmt::Debug {
    /// The mark of a new node, for an attacker of this color.
    fn new(threats: &Threats, color: Color, state: &OrState<Self>) -> Self;

    /// Whether the attacker, to move, wins by threats, see [`ThreatSearch::wins`].
    fn search(
        tree: &mut AndOrTree<Self>,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped>;
}

/// Index of an OR node.
pub(crate) type OrNodeId = u32;

/// OR node: a position with the attacker to move, and the search's mark of it.
#[derive(Debug)]
pub(crate) struct OrNode<M> {
    pub(crate) mark: M,
    pub(crate) state: OrState<M>,
}

impl<M> OrNode<M> {
    pub(crate) fn is_won(&self) -> bool {
        matches!(self.state, OrState::Fours(_) | OrState::Won(_))
    }
}

/// State of an OR node.
#[derive(Debug)]
pub enum OrState<M> {
    /// Not expanded.
    Fresh {
        /// Where the attacker must play, if the defender threatens a five.
        must: Option<Spot>,
    },
    /// Expanded.
    Open(Box<Expansion<M>>),
    /// Won by these fours.
    Fours(Box<[Spot]>),
    /// Won by this move.
    Won(Box<AndNode<M>>),
    /// There is no win.
    Lost,
}

/// Expansion of an OR node: its AND nodes so far, and the candidates left.
#[derive(Debug)]
pub struct Expansion<M> {
    /// The threats that may yet win.
    pub(crate) branches: Vec<AndNode<M>>,
    /// Candidates not expanded yet, the next one last.
    pub(crate) candidates: Vec<ThreatCandidate>,
    /// The width of the candidates after them.
    pub(crate) next: Option<Width>,
}

/// AND node: a threat, and the OR nodes after its parries.
#[derive(Debug)]
pub struct AndNode<M> {
    pub(crate) spot: Spot,
    pub(crate) kind: ThreatKind,
    pub(crate) below: Box<[(Spot, OrNodeId)]>,
    pub(crate) mark: M,
}

impl<M> AndNode<M> {
    fn size(&self) -> usize {
        size_of::<AndNode<M>>() + self.kind.size() + size_of_val(&*self.below)
    }
}

/// Counter-move heuristic: the last winning move after a parry on each spot. It often wins again: many
/// parries change little.
#[derive(Default, Debug)]
pub(crate) struct CounterMoves(Vec<Spot>);

impl CounterMoves {
    pub(crate) fn get(&self, parry: Spot) -> Option<Spot> {
        self.0.get(usize::from(parry)).copied()
    }

    pub(crate) fn note(&mut self, parry: Spot, answer: Spot) {
        let at = usize::from(parry);
        if at >= self.0.len() {
            self.0.resize(at + 1, 0);
        }
        self.0[at] = answer;
    }
}

/// AND/OR tree with transpositions. Stones are only ever added, so it has no cycles.
#[derive(Debug)]
pub struct AndOrTree<M> {
    pub(crate) generator: ThreatGenerator,
    /// The widest threats that are searched.
    width: Width,
    pub(crate) counter_moves: CounterMoves,
    pub(crate) nodes: Vec<OrNode<M>>,
    ids: FxHashMap<u64, OrNodeId>,
    /// Estimated bytes in use, and their limit.
    bytes: usize,
    most_bytes: usize,
}

impl<M: NodeMark> ThreatSearch for AndOrTree<M> {
    fn wins(&mut self, threats: &mut Threats, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        M::search(self, threats, budget)
    }

    fn is_exact(&self) -> bool {
        self.generator.is_exact && !self.generator.is_wary
    }

    fn is_crowded(&self) -> bool {
        self.bytes > self.most_bytes / 2
    }

    fn solution(&self, threats: &mut Threats) -> SolutionTree {
        let mut solution = SolutionTree::default();
        // Node limit of shortening: some ten milliseconds, however large the tree.
        let mut vcf_nodes = 50_000;
        self.collect(threats, &mut solution, &mut vcf_nodes);
        solution
    }
}

impl<M: NodeMark> AndOrTree<M> {
    /// A search for wins of `color` with at most `bytes` bytes of memory.
    pub fn new(color: Color, width: Width, bytes: usize) -> AndOrTree<M> {
        // VCF results are needed everywhere and small.
        let for_fours = bytes / 8;
        AndOrTree {
            generator: ThreatGenerator::new(color, for_fours),
            width,
            counter_moves: CounterMoves::default(),
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            bytes: 0,
            most_bytes: bytes - for_fours,
        }
    }

    /// Sets the node limit of VCF searches.
    #[must_use]
    pub fn vcf_nodes(mut self, nodes: u64) -> AndOrTree<M> {
        self.generator.vcf_nodes = nodes;
        self
    }

    /// Also looks for wins by fours of the defender, tries the moves with the highest static score first, and makes
    /// only threats to win by a few fours. It finds wins in crowded positions that the search without does not; that
    /// it finds none shows nothing.
    #[must_use]
    pub fn wary(mut self) -> AndOrTree<M> {
        self.generator.is_wary = true;
        self
    }

    pub(crate) fn node(&self, id: OrNodeId) -> &OrNode<M> {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: OrNodeId) -> &mut OrNode<M> {
        &mut self.nodes[id as usize]
    }

    /// The node of the position of `threats`. A new one is searched for a VCF.
    pub(crate) fn id(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<OrNodeId, Stopped> {
        let key = threats.hash();
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        let state = match self.generator.attack(threats, budget)? {
            AttackState::Win(line) => OrState::Fours(line),
            AttackState::None => OrState::Lost,
            AttackState::Only(spot) => OrState::Fresh { must: Some(spot) },
            AttackState::Free => OrState::Fresh { must: None },
        };
        let mark = M::new(threats, self.generator.color, &state);
        // A map of this kind is two thirds full on average.
        self.take(size_of::<OrNode<M>>() + size_of::<(u64, OrNodeId)>() * 3 / 2)?;
        let id = self.nodes.len() as OrNodeId;
        self.nodes.push(OrNode { mark, state });
        self.ids.insert(key, id);
        Ok(id)
    }

    /// Starts the expansion of a node, if it is fresh.
    pub(crate) fn start(&mut self, id: OrNodeId) {
        let widest = self.width;
        let node = self.node_mut(id);
        if let OrState::Fresh { must } = node.state {
            let (candidates, next) = match must {
                Some(spot) => {
                    let candidate = |width, cost| ThreatCandidate { spot, width, cost, worth: 0 };
                    let four = candidate(Width::Threes, 1);
                    // A block that makes no four may still be a quiet move.
                    let quiet = (widest == Width::Quiet).then(|| candidate(Width::Quiet, 4));
                    (quiet.into_iter().chain([four]).collect(), None)
                }
                None => (Vec::new(), Some(Width::Threes)),
            };
            node.state =
                OrState::Open(Box::new(Expansion { branches: Vec::new(), candidates, next }));
        }
    }

    /// The expansion of a node that is not decided.
    pub(crate) fn open(&mut self, id: OrNodeId) -> &mut Expansion<M> {
        match &mut self.node_mut(id).state {
            OrState::Open(open) => open,
            _ => unreachable!("only an open position is worked on"),
        }
    }

    /// Generates the candidates of the next width.
    pub(crate) fn widen(
        &mut self,
        id: OrNodeId,
        width: Width,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> &mut Vec<ThreatCandidate> {
        let OrState::Open(open) = &mut self.nodes[id as usize].state else { unreachable!() };
        self.generator.candidates(threats, width, &mut open.candidates, budget);
        open.next = width.next().filter(|&next| next <= self.width);
        &mut open.candidates
    }

    /// The threat that a move on `spot` makes, if it makes one, and where its parries lead.
    pub(crate) fn enter(
        &mut self,
        next: ThreatCandidate,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
        mark: M,
    ) -> Result<Option<AndNode<M>>, Stopped> {
        let attacker = self.generator.color;
        let spot = next.spot;
        let Some(threat) = self.generator.threat(threats, spot, next.width, budget)? else {
            return Ok(None);
        };
        threats.put(spot, attacker);
        let below = self.follow_all(&threat.parries, threats, budget);
        threats.lift(spot, attacker);
        let branch = AndNode { spot, kind: threat.kind, below: below?.into(), mark };
        self.take(branch.size())?;
        Ok(Some(branch))
    }

    /// Where these parries lead.
    fn follow_all(
        &mut self,
        parries: &[Spot],
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<(Spot, OrNodeId)>, Stopped> {
        let defender = !self.generator.color;
        let mut follow = |parry: Spot| {
            // Where the defender makes a five, no position follows.
            threats.put(parry, defender);
            let id = self.id(threats, budget);
            threats.lift(parry, defender);
            Ok((parry, id?))
        };
        parries.iter().map(|&parry| follow(parry)).collect()
    }

    /// Adds the parries that a quiet move still lacks, and says whether there were any.
    pub(crate) fn complete(
        &mut self,
        id: OrNodeId,
        number: usize,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let attacker = self.generator.color;
        let branch = &self.open(id).branches[number];
        let ThreatKind::Plan(plan) = &branch.kind else { return Ok(false) };
        let spot = branch.spot;
        let known: Vec<Spot> = branch.below.iter().map(|&(parry, _)| parry).collect();
        // A plan is shared for the moment in which the tree is worked on.
        let plan = plan.clone();
        threats.put(spot, attacker);
        let others = self.generator.other_parries(threats, &plan, &known);
        let below = self.follow_all(&others, threats, budget);
        threats.lift(spot, attacker);
        let more = below?;
        let is_more = !more.is_empty();
        self.take(more.len() * size_of::<(Spot, OrNodeId)>())?;
        let branch = &mut self.open(id).branches[number];
        branch.below = branch.below.iter().copied().chain(more).collect();
        Ok(is_more)
    }

    /// Frees a threat that does not win.
    pub(crate) fn forget(&mut self, branch: &AndNode<M>) {
        self.bytes -= branch.size();
    }

    /// Marks a node as won by a move.
    pub(crate) fn win(&mut self, id: OrNodeId, branch: AndNode<M>) {
        self.close(id);
        self.node_mut(id).state = OrState::Won(Box::new(branch));
    }

    /// Marks a node as lost.
    pub(crate) fn lose(&mut self, id: OrNodeId) {
        self.close(id);
        self.node_mut(id).state = OrState::Lost;
    }

    fn close(&mut self, id: OrNodeId) {
        let OrState::Open(open) = &mut self.node_mut(id).state else { return };
        let branches = std::mem::take(&mut open.branches);
        self.bytes -= branches.iter().map(AndNode::size).sum::<usize>();
    }

    fn take(&mut self, bytes: usize) -> Result<(), Stopped> {
        if self.bytes + bytes > self.most_bytes {
            return Err(Stopped::Memory);
        }
        self.bytes += bytes;
        Ok(())
    }

    fn collect(&self, threats: &mut Threats, solution: &mut SolutionTree, vcf_nodes: &mut u64) {
        let attacker = self.generator.color;
        let id = self.ids[&threats.hash()];
        let AndNode { spot, kind, below, .. } = match &self.node(id).state {
            OrState::Fours(line) => {
                return solution.add_short_fours(threats, attacker, line, vcf_nodes);
            }
            OrState::Won(branch) => &**branch,
            OrState::Fresh { .. } | OrState::Open(_) | OrState::Lost => unreachable!("it is won"),
        };
        match kind {
            ThreatKind::Five => solution.add_four(threats, *spot),
            ThreatKind::Fours(line) => solution.add_threat(threats, *spot, line),
            ThreatKind::Plan(_) => {
                solution.add_quiet(
                    threats,
                    (*spot, attacker),
                    below.iter().map(|&(parry, _)| parry),
                );
            }
        }
        threats.put(*spot, attacker);
        if let ThreatKind::Plan(plan) = kind {
            self.collect_plan(plan, below, threats, solution);
        }
        for &(parry, _) in below {
            threats.put(parry, !attacker);
            if !solution.has(threats) {
                self.collect(threats, solution, vcf_nodes);
            }
            threats.lift(parry, !attacker);
        }
        threats.lift(*spot, attacker);
    }

    /// Adds what the plan of a quiet move answers to all replies that do not parry it.
    fn collect_plan(
        &self,
        plan: &Plan,
        below: &[(Spot, OrNodeId)],
        threats: &mut Threats,
        solution: &mut SolutionTree,
    ) {
        let (attacker, defender) = (self.generator.color, !self.generator.color);
        let is_other = |spot: &Spot| {
            threats.is_legal(*spot, defender) && !below.iter().any(|&(parry, _)| parry == *spot)
        };
        let others: Vec<Spot> = threats.empty().filter(is_other).collect();
        for reply in others {
            threats.put(reply, defender);
            if !solution.has(threats) {
                let wins = plan.solve(threats, attacker, solution);
                debug_assert!(wins, "all other replies are parries");
            }
            threats.lift(reply, defender);
        }
    }
}
