//! The positions of a search and the moves between them.

use tengen_core::Color;

use super::attack::{Attack, Attacker, Try, Width};
use crate::{
    Budget, Stopped,
    fives::{Solution, Threats, frame::Spot},
    hasher::QuickMap,
};

/// The number of a position.
pub(crate) type Id = u32;

/// A position with the attacker to move, and what a search notes about it.
#[derive(Debug)]
pub(crate) struct Node<M> {
    pub(crate) mark: M,
    pub(crate) state: State<M>,
}

impl<M> Node<M> {
    pub(crate) fn is_won(&self) -> bool {
        matches!(self.state, State::Fours(_) | State::Won(_))
    }
}

/// What is known of a position.
#[derive(Debug)]
pub(crate) enum State<M> {
    /// Nothing was tried yet.
    Fresh {
        /// Where the attacker must play, if the defender threatens a five.
        must: Option<Spot>,
    },
    /// Threats were tried.
    Open(Box<Open<M>>),
    /// Won by these fours.
    Fours(Box<[Spot]>),
    /// Won by this move.
    Won(Box<Branch<M>>),
    /// There is no win.
    Lost,
}

/// What has been tried and what has not.
#[derive(Debug)]
pub(crate) struct Open<M> {
    /// The threats that may yet win.
    pub(crate) branches: Vec<Branch<M>>,
    /// Moves not tried yet, the next one last.
    pub(crate) tries: Vec<Try>,
    /// Which kind of moves comes after them.
    pub(crate) next: Option<Width>,
}

/// A threat and where its parries lead.
#[derive(Debug)]
pub(crate) struct Branch<M> {
    pub(crate) spot: Spot,
    /// The threat; empty if the move is a four.
    pub(crate) line: Box<[Spot]>,
    pub(crate) below: Box<[(Spot, Id)]>,
    pub(crate) mark: M,
}

impl<M> Branch<M> {
    fn size(&self) -> usize {
        size_of::<Branch<M>>() + size_of_val(&*self.line) + size_of_val(&*self.below)
    }
}

/// What won last after a parry on each spot. It often wins again: many parries change little.
#[derive(Default, Debug)]
pub(crate) struct Answers(Vec<Spot>);

impl Answers {
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

/// The positions of a search for wins by threats. Stones are only ever added, so no line of play
/// comes back to where it was; but different ones meet.
#[derive(Debug)]
pub(crate) struct Tree<M> {
    pub(crate) attacker: Attacker,
    pub(crate) nodes: Vec<Node<M>>,
    ids: QuickMap<u64, Id>,
    /// About how many bytes are in use, and how many may be.
    bytes: usize,
    most_bytes: usize,
}

impl<M: Copy> Tree<M> {
    /// An empty one for wins of `color`.
    pub(crate) fn new(color: Color, bytes: usize) -> Tree<M> {
        // Fours are searched everywhere, and what is known of them is cheap to keep.
        let for_fours = bytes / 8;
        Tree {
            attacker: Attacker::new(color, for_fours),
            nodes: Vec::new(),
            ids: QuickMap::default(),
            bytes: 0,
            most_bytes: bytes - for_fours,
        }
    }

    /// Whether more than half of the memory is in use.
    pub(crate) fn is_crowded(&self) -> bool {
        self.bytes > self.most_bytes / 2
    }

    pub(crate) fn node(&self, id: Id) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: Id) -> &mut Node<M> {
        &mut self.nodes[id as usize]
    }

    /// The number of the position of `threats`. A new one is looked at for fours; `mark` says what
    /// to note about it.
    pub(crate) fn id(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
        mark: &impl Fn(&Threats, &State<M>) -> M,
    ) -> Result<Id, Stopped> {
        let key = threats.hash();
        if let Some(&id) = self.ids.get(&key) {
            return Ok(id);
        }
        let state = match self.attacker.attack(threats, budget)? {
            Attack::Win(line) => State::Fours(line),
            Attack::None => State::Lost,
            Attack::Only(spot) => State::Fresh { must: Some(spot) },
            Attack::Free => State::Fresh { must: None },
        };
        let mark = mark(threats, &state);
        // A map of this kind is two thirds full on average.
        self.take(size_of::<Node<M>>() + size_of::<(u64, Id)>() * 3 / 2)?;
        let id = self.nodes.len() as Id;
        self.nodes.push(Node { mark, state });
        self.ids.insert(key, id);
        Ok(id)
    }

    /// Makes the position one where threats are tried, if nothing was yet.
    pub(crate) fn open(&mut self, id: Id) {
        let node = self.node_mut(id);
        if let State::Fresh { must } = node.state {
            let (tries, next) = match must {
                Some(spot) => (vec![Try { spot, width: Width::Threes, cost: 1 }], None),
                None => (Vec::new(), Some(Width::Threes)),
            };
            node.state = State::Open(Box::new(Open { branches: Vec::new(), tries, next }));
        }
    }

    /// The threat that a move on `spot` makes, if it makes one, and where its parries lead.
    pub(crate) fn enter(
        &mut self,
        spot: Spot,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
        mark: &impl Fn(&Threats, &State<M>) -> M,
        own: M,
    ) -> Result<Option<Branch<M>>, Stopped> {
        let attacker = self.attacker.color;
        let Some(threat) = self.attacker.threat(threats, spot, budget)? else { return Ok(None) };
        threats.put(spot, attacker);
        let mut follow = |parry: Spot| {
            threats.put(parry, !attacker);
            let id = self.id(threats, budget, mark);
            threats.lift(parry, !attacker);
            Ok((parry, id?))
        };
        let below: Result<_, Stopped> = threat.parries.iter().map(|&parry| follow(parry)).collect();
        threats.lift(spot, attacker);
        let branch = Branch { spot, line: threat.line, below: below?, mark: own };
        self.take(branch.size())?;
        Ok(Some(branch))
    }

    /// Notes that a threat does not win and is not kept.
    pub(crate) fn forget(&mut self, branch: &Branch<M>) {
        self.bytes -= branch.size();
    }

    /// Notes that a position is won by a move.
    pub(crate) fn win(&mut self, id: Id, branch: Branch<M>) {
        self.close(id);
        self.node_mut(id).state = State::Won(Box::new(branch));
    }

    /// Notes that there is no win.
    pub(crate) fn lose(&mut self, id: Id) {
        self.close(id);
        self.node_mut(id).state = State::Lost;
    }

    fn close(&mut self, id: Id) {
        let State::Open(open) = &mut self.node_mut(id).state else { return };
        let branches = std::mem::take(&mut open.branches);
        self.bytes -= branches.iter().map(Branch::size).sum::<usize>();
    }

    fn take(&mut self, bytes: usize) -> Result<(), Stopped> {
        if self.bytes + bytes > self.most_bytes {
            return Err(Stopped::Memory);
        }
        self.bytes += bytes;
        Ok(())
    }

    /// How the attacker, to move, wins. It must have been found that he does.
    pub(crate) fn solution(&self, threats: &mut Threats) -> Solution {
        let mut solution = Solution::default();
        // However many positions there are, telling them takes some ten milliseconds at most.
        let mut patience = 50_000;
        self.collect(threats, &mut solution, &mut patience);
        solution
    }

    fn collect(&self, threats: &mut Threats, solution: &mut Solution, patience: &mut u64) {
        let attacker = self.attacker.color;
        let id = self.ids[&threats.hash()];
        let Branch { spot, line, below, .. } = match &self.node(id).state {
            State::Fours(line) => {
                return solution.add_short_fours(threats, attacker, line, patience);
            }
            State::Won(branch) => &**branch,
            State::Fresh { .. } | State::Open(_) | State::Lost => unreachable!("it is won"),
        };
        if line.is_empty() {
            solution.add_four(threats, *spot);
        } else {
            solution.add_threat(threats, *spot, line);
        }
        threats.put(*spot, attacker);
        for &(parry, _) in below {
            threats.put(parry, !attacker);
            if !solution.has(threats) {
                self.collect(threats, solution, patience);
            }
            threats.lift(parry, !attacker);
        }
        threats.lift(*spot, attacker);
    }
}
