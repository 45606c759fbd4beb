//! A portfolio of VCT searches that take turns: where one is stuck, another may find the win at once.

use tengen_core::{Area, Color, Point, shape::Shape};

use super::{Deepening, Pns, ThreatSearch, Width, threat_generator::ThreatGenerator};
use crate::{
    Budget, Stopped,
    fives::{SolutionTree, Threats, search_frame::Spot, threat_line::parries, vcf::Vcf},
};

/// Result of a VCT search of a position with the attacker to move.
#[derive(Clone, Debug)]
pub enum VctResult {
    /// The attacker wins by threats.
    Win(SolutionTree),
    /// There is no win by threats.
    Nothing,
    /// There is no win by threats with all moves near the stones. The board has no edges, and moves
    /// further away were not tried.
    NothingNear,
}

/// What the side to move can do about the attacker, who wins by threats if nothing is done.
#[derive(Clone, Debug)]
pub struct Defences {
    /// The fours by which the attacker would win, if fours are enough.
    pub line: Option<Vec<Point>>,
    /// The moves that may help, and what the attacker still has after each. All other legal moves
    /// lose to the fours.
    pub moves: Vec<(Point, Result<VctResult, Stopped>)>,
}

/// VCT solver: a portfolio of searches.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_solver::{Budget, fives::{Threats, vct::{VctResult, Vct}}};
///
/// // Two open twos that cross: two threes at once.
/// let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
/// for (x, y) in [(5, 7), (0, 0), (6, 7), (14, 0), (7, 6), (0, 14), (7, 5), (14, 14)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let mut threats = Threats::new(&position).unwrap();
/// let mut vct = Vct::new(Color::Black, 1 << 24);
/// let VctResult::Win(solution) = vct.find(&mut threats, &mut Budget::unlimited()).unwrap() else {
///     panic!("there is a win");
/// };
/// assert!(solution.answer(&position).is_some());
/// ```
#[derive(Debug)]
pub struct Vct {
    color: Color,
    bytes: usize,
    vcf: Vcf,
    searches: Vec<PortfolioSearch>,
    has_quiet_moves: bool,
    /// Node limit of VCF searches.
    vcf_nodes: u64,
    /// Hash of the last position searched.
    last: u64,
}

/// A search of a portfolio.
#[derive(Debug)]
struct PortfolioSearch {
    search: Box<dyn ThreatSearch>,
    /// Its share of the nodes.
    share: u64,
    /// The first turn that it takes part in.
    first_turn: u64,
    /// Whether finding no win means that there is none by threats.
    is_complete: bool,
}

/// Result of the first search to end.
enum PortfolioResult {
    Win(SolutionTree),
    Nothing { is_exact: bool },
}

impl Vct {
    /// Nodes of the first turn, per share.
    const TURN: u64 = 20_000;

    /// A solver for wins of `color` with at most `bytes` bytes of memory.
    pub fn new(color: Color, bytes: usize) -> Vct {
        Vct {
            color,
            bytes,
            vcf: Vcf::new(bytes / 16),
            searches: searches(color, ThreatGenerator::VCF_NODES, bytes),
            has_quiet_moves: false,
            vcf_nodes: ThreatGenerator::VCF_NODES,
            last: 0,
        }
    }

    /// Lets two more searches join when the others have had their first turns: one that looks out for wins of the
    /// defender, and one that tries quiet moves between threats too. What is found in these turns, or shown not to
    /// be, is as without them.
    #[must_use]
    pub fn with_quiet_moves(mut self) -> Vct {
        self.has_quiet_moves = true;
        self.restart();
        self
    }

    /// The search with quiet moves alone.
    pub(crate) fn quiet_search(color: Color, bytes: usize) -> impl ThreatSearch + use<> {
        Pns::new(color, Width::Quiet, bytes).wary()
    }

    fn restart(&mut self) {
        let Vct { color, vcf_nodes, bytes, .. } = *self;
        let for_quiet = if self.has_quiet_moves { bytes / 8 * 3 } else { 0 };
        self.searches = searches(color, vcf_nodes, bytes - for_quiet);
        if self.has_quiet_moves {
            let wary = Pns::new(color, Width::Anything, 2 * (for_quiet / 3)).vcf_nodes(vcf_nodes);
            self.searches.push(PortfolioSearch {
                search: Box::new(wary.wary()),
                share: 1,
                first_turn: Vct::TURN << 2,
                is_complete: false,
            });
            self.searches.push(PortfolioSearch {
                search: Box::new(Vct::quiet_search(color, for_quiet / 3)),
                share: 1,
                first_turn: Vct::TURN << 4,
                is_complete: false,
            });
        }
    }

    /// Whether the attacker, to move, wins by threats, and how. A search that was stopped is resumed when
    /// the same position is asked about again.
    ///
    /// # Errors
    ///
    /// If the budget or the memory is spent before it is known.
    pub fn find(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<VctResult, Stopped> {
        let (vcf, color) = (&mut self.vcf, self.color);
        let fours = budget.limited(Vct::TURN, |budget| vcf.find(threats, color, budget))?;
        if let Some(line) = fours.flatten() {
            let mut solution = SolutionTree::default();
            solution.add_fours(threats, color, &line);
            return Ok(VctResult::Win(solution));
        }
        // Results of other positions may help, but must not fill the memory.
        let is_crowded = self.searches.iter().any(|one| one.search.is_crowded());
        if std::mem::replace(&mut self.last, threats.hash()) != threats.hash() && is_crowded {
            self.restart();
        }
        loop {
            match self.take_turns(threats, budget)? {
                PortfolioResult::Win(solution) => return Ok(VctResult::Win(solution)),
                PortfolioResult::Nothing { is_exact: true } => break,
                PortfolioResult::Nothing { is_exact: false } => {
                    // A VCF may have been missed: restart with a higher node limit.
                    self.vcf_nodes = self.vcf_nodes.saturating_mul(50);
                    self.restart();
                }
            }
        }
        let is_endless = threats.board().area() == Area::Unbounded;
        Ok(if is_endless { VctResult::NothingNear } else { VctResult::Nothing })
    }

    /// Runs the searches in turns of doubling length until one of them has an answer.
    fn take_turns(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<PortfolioResult, Stopped> {
        let mut turn = Vct::TURN;
        let mut ended = vec![false; self.searches.len()];
        while ended.contains(&false) {
            for (one, has_ended) in self.searches.iter_mut().zip(&mut ended) {
                if *has_ended || turn < one.first_turn {
                    continue;
                }
                let search = &mut one.search;
                match budget.limited(turn * one.share, |budget| search.wins(threats, budget)) {
                    Ok(None) => {}
                    Ok(Some(true)) => return Ok(PortfolioResult::Win(search.solution(threats))),
                    Ok(Some(false)) if !one.is_complete => *has_ended = true,
                    Ok(Some(false)) => {
                        return Ok(PortfolioResult::Nothing { is_exact: search.is_exact() });
                    }
                    Err(Stopped::Memory) => *has_ended = true,
                    Err(why) => return Err(why),
                }
            }
            turn *= 2;
        }
        Err(Stopped::Memory)
    }

    /// What the defender, to move, can do so that the attacker does not win by threats.
    ///
    /// If the attacker threatens to win by fours, only the moves that parry them are looked at: all
    /// others lose. If not, it is every legal move near the stones.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known what the attacker threatens. When it is spent
    /// later, the moves not decided say so.
    pub fn defences(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Defences, Stopped> {
        let line = self.vcf.find(threats, self.color, budget)?;
        let spots: Vec<Spot> = match &line {
            Some(line) => parries(threats, self.color, line),
            None => threats.inner().filter(|&spot| threats.is_legal(spot, !self.color)).collect(),
        };
        let wins = |spot: Spot| threats.shapes(spot, !self.color).contains(&Shape::Five);
        let mut known: Vec<Option<Result<VctResult, Stopped>>> =
            spots.iter().map(|&spot| wins(spot).then_some(Ok(VctResult::Nothing))).collect();
        // In turns of doubling length: an easy one need not wait for a hard one.
        let mut turn = 4 * Vct::TURN;
        let mut stopped = None;
        while stopped.is_none() && known.iter().any(Option::is_none) {
            for (&spot, known) in spots.iter().zip(&mut known).filter(|(_, known)| known.is_none())
            {
                threats.put(spot, !self.color);
                let found = budget.limited(turn, |budget| self.find(threats, budget));
                threats.lift(spot, !self.color);
                match found {
                    Ok(found) => *known = found.map(Ok),
                    Err(Stopped::Memory) => *known = Some(Err(Stopped::Memory)),
                    Err(why) => {
                        stopped = Some(why);
                        break;
                    }
                }
            }
            turn *= 2;
        }
        let line = line.map(|line| line.iter().map(|&spot| threats.point(spot)).collect());
        let open = stopped.unwrap_or(Stopped::Nodes);
        let known = known.into_iter().map(|known| known.unwrap_or(Err(open)));
        let moves = spots.iter().map(|&spot| threats.point(spot)).zip(known).collect();
        Ok(Defences { line, moves })
    }
}

/// The searches, each with its share: the first one finds most wins, and hard ones sooner.
fn searches(color: Color, vcf_nodes: u64, bytes: usize) -> Vec<PortfolioSearch> {
    let part = bytes / 16;
    let one = |search, share| PortfolioSearch { search, share, first_turn: 0, is_complete: true };
    vec![
        one(Box::new(Pns::new(color, Width::Anything, 10 * part).vcf_nodes(vcf_nodes)), 3),
        one(Box::new(Deepening::new(color, Width::Anything, 5 * part).vcf_nodes(vcf_nodes)), 1),
    ]
}
