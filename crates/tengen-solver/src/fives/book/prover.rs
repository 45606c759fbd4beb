//! The prover that fills a book.

use tengen_core::{Color, Point, Position, shape::Shape};

use super::{Book, BookEntry, Fact, MoveAdvisor, PlanId, quiet::quiet_moves};
use crate::{
    Budget, Stopped,
    fives::{
        SolutionTree, Threats,
        plan::{Plan, hash_of},
        search_frame::Spot,
        threat_line::parries,
        vcf::Vcf,
        vct::{Pns, ThreatSearch as _, Width},
    },
};

/// Effort limits of a prover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ProofEffort {
    /// Maximum number of quiet moves in a row.
    pub depth: u32,
    /// Node limit of a VCT search.
    pub nodes: u64,
    /// Maximum number of quiet moves tried in a position.
    pub width: usize,
    /// Maximum number of replies that threats do not answer, which need a quiet move each.
    pub open: usize,
}

impl ProofEffort {
    /// The effort of the next try, with at most `most` nodes.
    pub(super) fn harder(self, most: u64) -> ProofEffort {
        ProofEffort {
            depth: self.depth + 1,
            nodes: self.nodes.saturating_mul(3).min(most),
            width: self.width + 4,
            open: self.open + 2,
        }
    }

    /// The effort of the next try with an advisor: deeper first, since what its moves win need not be won by a longer search
    /// for threats, and hardly wider, since what it thinks little of is seldom worth a try.
    pub(super) fn deeper(self, most: u64) -> ProofEffort {
        let factor = if self.depth % 3 == 2 { 3 } else { 1 };
        let nodes = self.nodes.saturating_mul(factor).min(most);
        ProofEffort { depth: self.depth + 1, nodes, width: self.width + 1, open: self.open + 2 }
    }
}

/// Prover: searches wins by quiet moves and enters them in a book. Each worker has one.
#[derive(Debug)]
pub struct Prover<'a, 'b, F> {
    book: &'a Book,
    budget: &'a mut Budget<'b>,
    on_entry: F,
    advisor: Option<Box<dyn MoveAdvisor>>,
    threats: Threats,
    /// The moves from the first position on.
    moves: Vec<Spot>,
    /// Refutations: replies that were hard to answer, the latest last.
    killers: Vec<Spot>,
    /// Node count at which the search turns to another move.
    patience: u64,
    /// Whether the last quiet move to which every reply was open left only a few of them open.
    nearly: bool,
    /// The longest line after a hint that was not answered.
    open_line: Vec<Point>,
}

/// Node limit of the search for a win by threats where there is a hint: most such positions have none.
const HINTED: u64 = 3_000;

/// Node limits of the searches for a win by threats, one after another; the narrow one finds most.
const LADDER: [(Width, u64); 6] = [
    (Width::Threes, 100_000),
    (Width::Halves, 100_000),
    (Width::Threes, 800_000),
    (Width::Halves, 800_000),
    (Width::Threes, 8_000_000),
    (Width::Anything, 8_000_000),
];

/// Memory of a search, in bytes per node.
const NODE_BYTES: u64 = 128;

/// Number of searches for one reply before the others have their turn.
const PATIENCE: u64 = 150;

/// Maximum number of replies open after a quiet move to which every reply was open.
const TOLERANCE: u32 = 12;

/// A larger number of open replies than any threat leaves.
const MANY: usize = 40;

/// What one try at a quiet move left open.
struct Tried {
    spot: Spot,
    /// The fours that the move threatens to win by, if it is not quite so quiet.
    line: Vec<Spot>,
    open: Vec<Spot>,
}

impl<'a, 'b, F: FnMut(&BookEntry) -> bool> Prover<'a, 'b, F> {
    /// A prover that calls back with each entry of the book as soon as it is made, and stops if the
    /// callback says so.
    pub fn new(book: &'a Book, budget: &'a mut Budget<'b>, on_entry: F) -> Self {
        let threats = book.threats.clone();
        Prover {
            book,
            budget,
            on_entry,
            advisor: None,
            threats,
            moves: Vec::new(),
            killers: Vec::new(),
            patience: u64::MAX,
            nearly: false,
            open_line: Vec::new(),
        }
    }

    /// Takes the quiet moves that it tries from an advisor, if there is one.
    #[must_use]
    pub fn with_advisor(mut self, advisor: Option<Box<dyn MoveAdvisor>>) -> Self {
        self.advisor = advisor;
        self
    }

    /// The longest line after a hint in which a reply was not answered, if one was not.
    pub fn open_line(&self) -> &[Point] {
        &self.open_line
    }

    /// Whether the winner is found to win after `moves` from the first position on.
    ///
    /// # Errors
    ///
    /// If the budget is spent.
    pub fn prove(&mut self, moves: &[Point], effort: ProofEffort) -> Result<bool, Stopped> {
        let mut color = self.book.winner;
        for &point in moves {
            self.put(self.threats.spot(point), color);
            color = !color;
        }
        self.open_line.clear();
        let result = self.answer(effort, !self.book.hints.is_empty());
        for _ in moves {
            color = !color;
            self.lift(color);
        }
        result
    }

    fn put(&mut self, spot: Spot, color: Color) {
        self.threats.put(spot, color);
        self.moves.push(spot);
    }

    fn lift(&mut self, color: Color) {
        let spot = self.moves.pop().expect("what is lifted was put");
        self.threats.lift(spot, color);
    }

    fn note(&mut self, fact: Fact) -> Result<(), Stopped> {
        self.book.add_fact(self.threats.hash(), fact.clone());
        if let Fact::Quiet(point) | Fact::Threat(point, _) = fact {
            let own = hash_of(&self.threats, self.book.winner);
            self.book.history().add(own, self.last(), point);
        }
        self.emit(&BookEntry::Fact { moves: self.points(), fact })
    }

    fn points(&self) -> Vec<Point> {
        self.moves.iter().map(|&spot| self.threats.point(spot)).collect()
    }

    fn emit(&mut self, entry: &BookEntry) -> Result<(), Stopped> {
        if (self.on_entry)(entry) { Ok(()) } else { Err(Stopped::Asked) }
    }

    /// Whether the winner, to move, wins. Where it is `expected`, because the move before was a hint, the search for
    /// threats is patient.
    fn answer(&mut self, effort: ProofEffort, expected: bool) -> Result<bool, Stopped> {
        // Who has an advisor need not wear down every position that is not won.
        let patient = if expected && self.advisor.is_none() { u64::MAX } else { effort.nodes };
        let hint = if expected { self.only_move() } else { None };
        let nodes = if hint.is_some() { HINTED } else { patient };
        if self.by_threats(nodes)? {
            return Ok(true);
        }
        if let Some(hint) = hint
            && (self.by_hint(hint, effort)? || self.by_threats(patient)?)
        {
            return Ok(true);
        }
        let hash = self.threats.hash();
        let as_hard = |before: &ProofEffort| {
            before.depth >= effort.depth
                && before.nodes >= effort.nodes
                && before.width >= effort.width
                && before.open >= effort.open
        };
        if effort.depth == 0 || self.book.failures().quiet.get(&hash).is_some_and(as_hard) {
            return Ok(false);
        }
        let won = self.by_quiet_move(effort)?;
        if !won && self.budget.nodes() <= self.patience {
            self.book.failures().quiet.insert(hash, effort);
        }
        Ok(won)
    }

    /// The block of a four, or the hint about this position.
    fn only_move(&self) -> Option<Spot> {
        let winner = self.book.winner;
        let mut fives = self.threats.fives(!winner);
        let hint = || {
            let hint = self.book.hints.get(&self.threats, self.threats.board())?;
            Some(self.threats.spot(hint))
        };
        let spot = match (fives.next(), fives.next()) {
            (None, _) => hint(),
            (block, None) => block,
            (_, Some(_)) => None,
        };
        spot.filter(|&spot| self.threats.is_empty(spot) && self.threats.is_legal(spot, winner))
    }

    /// Whether the hinted move wins.
    fn by_hint(&mut self, spot: Spot, effort: ProofEffort) -> Result<bool, Stopped> {
        self.put(spot, self.book.winner);
        let line = self.answer_hinted(effort);
        self.lift(self.book.winner);
        let Some(line) = line? else { return Ok(false) };
        self.note_move(spot, &line)?;
        Ok(true)
    }

    /// Whether all replies to a hinted move are answered: the fours that it threatens, if it does.
    fn answer_hinted(&mut self, effort: ProofEffort) -> Result<Option<Vec<Spot>>, Stopped> {
        let (winner, loser) = (self.book.winner, !self.book.winner);
        let line = self.fours(winner)?;
        let replies = if line.is_empty() {
            let pass = self.plan(LADDER[0].1)?.and_then(|id| self.book.pool.get(id));
            self.replies(pass.as_ref().map_or(&[], |plan| plan.moves()))
        } else {
            parries(&mut self.threats, winner, &line)
        };
        for reply in replies {
            let five = self.threats.shapes(reply, loser).contains(&Shape::Five);
            self.put(reply, loser);
            let won = if five { Ok(false) } else { self.answer(effort, true) };
            if matches!(won, Ok(false)) {
                self.remember(reply);
                if self.moves.len() > self.open_line.len() {
                    self.open_line = self.points();
                }
            }
            self.lift(loser);
            if !won? {
                return Ok(None);
            }
        }
        Ok(Some(line))
    }

    /// Whether the winner, to move, is known to win or wins by threats.
    fn by_threats(&mut self, nodes: u64) -> Result<bool, Stopped> {
        if self.book.is_won(self.threats.hash()) {
            return Ok(true);
        }
        // Plans are walked through without a look at the clock.
        self.budget.look()?;
        if let Some(id) = self.book.pool.find(&mut self.threats, self.book.winner) {
            self.note(Fact::Plan(id))?;
            return Ok(true);
        }
        if let Some(symmetry) = self.book.won_image(&self.threats) {
            self.note(Fact::Image(symmetry))?;
            return Ok(true);
        }
        if let Some(id) = self.search_plan(nodes)? {
            self.note(Fact::Plan(id))?;
            return Ok(true);
        }
        self.by_block(nodes)
    }

    /// Whether the loser has made a four, and to stop it is enough to win by threats afterwards.
    ///
    /// That move is quiet, but there is no choice about it.
    fn by_block(&mut self, nodes: u64) -> Result<bool, Stopped> {
        let winner = self.book.winner;
        let mut fives = self.threats.fives(!winner);
        let (block, second) = (fives.next(), fives.next());
        drop(fives);
        let (Some(block), None) = (block, second) else { return Ok(false) };
        if !self.threats.is_legal(block, winner) {
            return Ok(false);
        }
        let effort = ProofEffort { depth: 1, nodes: nodes.min(LADDER[0].1), width: 0, open: 0 };
        self.put(block, winner);
        let tried = self.try_move(block, effort);
        self.lift(winner);
        match tried? {
            Some(tried) => self.go_deeper(&tried, effort),
            None => Ok(false),
        }
    }

    /// A plan that wins, from the pool or by a search.
    fn plan(&mut self, nodes: u64) -> Result<Option<PlanId>, Stopped> {
        match self.book.pool.find(&mut self.threats, self.book.winner) {
            Some(id) => Ok(Some(id)),
            None => self.search_plan(nodes),
        }
    }

    /// A new plan that wins, found by a search.
    fn search_plan(&mut self, nodes: u64) -> Result<Option<PlanId>, Stopped> {
        let winner = self.book.winner;
        let Some(solution) = self.search(nodes)? else { return Ok(None) };
        let plan = Plan::of_solution(&mut self.threats, winner, &solution);
        let plan = plan.expect("what a search has found wins");
        let answers = plan.answers(&mut self.threats, winner).expect("it wins here");
        let stones = |color| {
            let stones = self.threats.board().stones().into_iter();
            stones.filter(|stone| stone.1 == color).map(|stone| stone.0).collect()
        };
        let entry = BookEntry::Plan { own: stones(winner), other: stones(!winner), answers };
        // Its number is its place in the log: no other plan may come in between.
        let mut plans = self.book.pool.lock();
        if !(self.on_entry)(&entry) {
            return Err(Stopped::Asked);
        }
        Ok(Some(plans.add(&self.threats, winner, plan)))
    }

    /// Searches for a win by threats with at most `most` nodes in each search.
    fn search(&mut self, most: u64) -> Result<Option<SolutionTree>, Stopped> {
        let hash = self.threats.hash();
        let before = self.book.failures().threats.get(&hash).copied().unwrap_or(0);
        for (step, (width, nodes)) in LADDER.into_iter().enumerate() {
            // A step that is cut short ends the ladder; one that has failed before is not tried again.
            let nodes = nodes.min(most);
            if before >= nodes {
                continue;
            }
            if step > 1 && LADDER[step - 2].1 >= most {
                break;
            }
            let bytes = usize::try_from(nodes.saturating_mul(NODE_BYTES)).unwrap_or(usize::MAX);
            let bytes = bytes.clamp(1 << 22, self.budget.memory());
            let mut pns = Pns::new(self.book.winner, width, bytes);
            let threats = &mut self.threats;
            let found = self.budget.limited(nodes, |budget| match pns.wins(threats, budget) {
                Err(Stopped::Memory) => Ok(false),
                found => found,
            })?;
            if found == Some(true) {
                return Ok(Some(pns.solution(&mut self.threats)));
            }
        }
        self.book.failures().threats.insert(hash, most.max(before));
        Ok(None)
    }

    /// Whether a quiet move wins.
    fn by_quiet_move(&mut self, effort: ProofEffort) -> Result<bool, Stopped> {
        let winner = self.book.winner;
        let mut moves = self.book.history().get(&self.threats, winner, self.last());
        let mut others = self.candidates(effort.width);
        let danger = self.fours(!winner)?;
        if !danger.is_empty() {
            // What does not parry the loser's threat is no quiet move.
            let parries = parries(&mut self.threats, !winner, &danger);
            moves.retain(|spot| parries.contains(spot));
            others.retain(|spot| parries.contains(spot));
            if others.is_empty() || self.advisor.is_none() {
                others = quiet_moves(&self.threats, winner, usize::MAX);
                others.retain(|spot| parries.contains(spot));
            }
        }
        let hints = moves.len();
        others.retain(|spot| !moves.contains(spot));
        moves.extend(others);
        let mut later: Vec<Tried> = Vec::new();
        for (number, spot) in moves.into_iter().enumerate() {
            if self.budget.nodes() > self.patience {
                return Ok(false);
            }
            self.put(spot, winner);
            let tried = self.try_move(spot, effort);
            self.lift(winner);
            let Some(tried) = tried? else { continue };
            // What has won elsewhere, or nearly wins, is worth more than a look at all others; but an advisor knows more
            // than what has won elsewhere, except where nearly every reply is open.
            let likely = number < hints && (self.advisor.is_none() || tried.open.len() > MANY);
            if likely || tried.open.len() < 2 {
                if self.go_deeper(&tried, effort)? {
                    return Ok(true);
                }
                if self.has_nearly_won(&tried) {
                    return Ok(false);
                }
            } else {
                later.push(tried);
            }
        }
        later.sort_by_key(|tried| tried.open.len());
        for tried in later {
            if self.go_deeper(&tried, effort)? {
                return Ok(true);
            }
            if self.has_nearly_won(&tried) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// The quiet moves that look best: those of the advisor, if there is one.
    fn candidates(&mut self, most: usize) -> Vec<Spot> {
        let points = self.points();
        let Some(advisor) = &mut self.advisor else {
            return quiet_moves(&self.threats, self.book.winner, most);
        };
        let mut position = self.book.root.clone();
        if points.into_iter().any(|point| position.play(point).is_err()) {
            return Vec::new();
        }
        let advice = advisor.moves(&position, most).into_iter();
        advice.map(|point| self.threats.spot(point)).collect()
    }

    /// Whether it is better to try harder there than to begin anew with another move.
    fn has_nearly_won(&self, tried: &Tried) -> bool {
        tried.open.len() > MANY && self.nearly
    }

    /// Whether a quiet move wins, the replies that are open to be answered by further ones.
    fn go_deeper(&mut self, tried: &Tried, effort: ProofEffort) -> Result<bool, Stopped> {
        let winner = self.book.winner;
        if !tried.open.is_empty() {
            if effort.depth < 2 {
                return Ok(false);
            }
            self.put(tried.spot, winner);
            let won =
                self.answer_all(&tried.open, ProofEffort { depth: effort.depth - 1, ..effort });
            self.lift(winner);
            if !won? {
                return Ok(false);
            }
        }
        self.note_move(tried.spot, &tried.line)?;
        Ok(true)
    }

    /// Notes that a move wins, which threatens to win by the fours of `line` if there are any.
    fn note_move(&mut self, spot: Spot, line: &[Spot]) -> Result<(), Stopped> {
        let point = self.threats.point(spot);
        let line: Vec<Point> = line.iter().map(|&spot| self.threats.point(spot)).collect();
        self.note(if line.is_empty() { Fact::Quiet(point) } else { Fact::Threat(point, line) })
    }

    /// The last move.
    fn last(&self) -> Option<Point> {
        self.moves.last().map(|&spot| self.threats.point(spot))
    }

    /// Whether all these replies are answered. Where nearly all replies were open to begin with,
    /// the rest is answered although a few are not: what is known is of use to the next try.
    fn answer_all(&mut self, replies: &[Spot], effort: ProofEffort) -> Result<bool, Stopped> {
        let all = replies.len() > MANY;
        let mut open = 0;
        for &reply in replies {
            if all {
                self.patience = self.budget.nodes().saturating_add(effort.nodes * PATIENCE);
            }
            self.put(reply, !self.book.winner);
            let won = self.answer(effort, false);
            self.lift(!self.book.winner);
            if !won? {
                self.remember(reply);
                open += 1;
                if !all || open > TOLERANCE {
                    break;
                }
            }
        }
        if all {
            self.patience = u64::MAX;
            self.nearly = open <= TOLERANCE;
        }
        Ok(open == 0)
    }

    /// After a move that is not known to win by threats: what it leaves open. None if that is too
    /// much, or the move does not even threaten to win by threats.
    fn try_move(&mut self, spot: Spot, effort: ProofEffort) -> Result<Option<Tried>, Stopped> {
        let line = self.fours(self.book.winner)?;
        let most = if effort.depth > 1 { effort.open } else { 0 };
        let replies = if line.is_empty() {
            let Some(pass) = self.plan(effort.nodes)? else {
                // With a stone or two there is no such threat anywhere, and every reply is open.
                let few = self.threats.board().count(self.book.winner) <= 2;
                let open = self.replies(&[]);
                return Ok((few && effort.depth > 1).then_some(Tried { spot, line, open }));
            };
            let plan = self.book.pool.get(pass).expect("it was found there");
            self.replies(plan.moves())
        } else {
            parries(&mut self.threats, self.book.winner, &line)
        };
        let open = self.unanswered(&replies, most, effort.nodes)?;
        Ok(open.map(|open| Tried { spot, line, open }))
    }

    /// Those of the replies that are not answered by threats; none if they are more than `most`.
    fn unanswered(
        &mut self,
        replies: &[Spot],
        most: usize,
        nodes: u64,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let loser = !self.book.winner;
        let mut open = Vec::new();
        for &reply in replies {
            if self.threats.shapes(reply, loser).contains(&Shape::Five) {
                return Ok(None);
            }
            self.put(reply, loser);
            let won = self.by_threats(nodes);
            self.lift(loser);
            if !won? {
                self.remember(reply);
                open.push(reply);
                if open.len() > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(open))
    }

    /// The fours by which `color` would win if it were to move; none if there are none.
    fn fours(&mut self, color: Color) -> Result<Vec<Spot>, Stopped> {
        const NODES: u64 = 1000;
        let threats = &mut self.threats;
        let mut vcf = Vcf::new(1 << 16);
        let found = self.budget.limited(NODES, |budget| vcf.find(threats, color, budget))?;
        Ok(found.flatten().unwrap_or_default())
    }

    fn remember(&mut self, reply: Spot) {
        self.killers.retain(|&killer| killer != reply);
        self.killers.push(reply);
    }

    /// All legal replies: those that were hard to answer before first, then those on points that
    /// the winner needs, then those near the winner's last stone.
    fn replies(&self, needed: &[Spot]) -> Vec<Spot> {
        const KILLERS: usize = 12;
        let last = self.last();
        let loser = !self.book.winner;
        let legal = |spot: &Spot| self.threats.is_legal(*spot, loser);
        let mut replies: Vec<Spot> = self.threats.empty().filter(legal).collect();
        let recent = self.killers.iter().rev().take(KILLERS);
        let rank = |spot: Spot| recent.clone().position(|&killer| killer == spot);
        replies.sort_by_cached_key(|&spot| {
            let far = last.map_or(0, |last| last.distance(self.threats.point(spot)));
            (rank(spot).unwrap_or(KILLERS), !needed.contains(&spot), far, spot)
        });
        replies
    }
}

impl Book {
    /// The first candidate moves of the winner in `position`.
    pub fn first_moves(&self, position: &Position, most: usize) -> Vec<Point> {
        let Ok(threats) = Threats::new(position) else { return Vec::new() };
        let spots = quiet_moves(&threats, self.winner, most);
        spots.into_iter().map(|spot| threats.point(spot)).collect()
    }
}
