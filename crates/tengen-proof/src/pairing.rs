//! Draws by pairing.
//!
//! A player who answers each move on the partner of its point leaves no pair to the other side, and so no five. Both
//! sides can play so, on the move or not: an additional stone of one's own never hurts. With best play the game is drawn.

use std::{
    collections::HashMap,
    fmt,
    io::{self, BufRead, Write},
};

use tengen_core::{Area, Axis, Outcome, Point, Position, Rule, Setup};
use thiserror::Error;

use crate::{
    MAX_POINTS,
    check::Proved,
    claim::{PairingHead, ProofClaim},
    error::{ProofError, ProofFlaw},
    frame::ProofFrame,
    wire::{ByteSource, write_number},
    write::Written,
};

/// Pairing strategy: disjoint pairs of points such that every five points in a row hold both of one.
///
/// It shows that the empty board is drawn, so one exists only where that was checked.
///
/// ```
/// use tengen_core::{Area, Point, Position, Rule};
/// use tengen_proof::PairingStrategy;
///
/// let position = Position::new(Rule::Exact, Area::Bounded { width: 8, height: 1 }).unwrap();
/// let middle = [Point::new(3, 0), Point::new(4, 0)];
/// let strategy = PairingStrategy::new(&position, vec![middle]).unwrap();
/// let mut proof = Vec::new();
/// strategy.write(&mut proof).unwrap();
/// let proved = tengen_proof::check(&proof[..]).unwrap();
/// assert_eq!(proved.claim.to_string(), "exact on 8x1 is drawn, black to move");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairingStrategy {
    claim: ProofClaim,
    pairs: Vec<[Point; 2]>,
    /// How many fives the board has.
    fives: u64,
}

/// Why pairs of points show no draw.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PairingFlaw {
    /// The game is NoGo.
    #[error("a pairing is about five-in-a-row, and there is no draw at nogo")]
    NoGo,
    /// The game is renju, where the answer may be forbidden.
    #[error("a pairing shows no draw at renju, where Black's answer may be a foul")]
    Renju,
    /// There are stones.
    #[error("a pairing is about a board without stones, and there are {0}")]
    Stones(usize),
    /// The board is too large.
    #[error("a pairing is about a board with edges and at most {MAX_POINTS} points")]
    Size,
    /// A point is not on the board.
    #[error("a point of a pair is outside of the board of {0}")]
    Outside(Area),
    /// A point has two partners, or itself.
    #[error("the point {0} is paired twice")]
    Twice(String),
    /// A five without a pair.
    #[error("the five points {0} in a row hold no pair")]
    Unpaired(String),
}

impl fmt::Display for PairingStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let area = self.claim().setup.area;
        write!(f, "{} pairs, every five points in a row hold one", self.pairs().len())?;
        for (number, pair) in self.pairs().iter().enumerate() {
            let [one, other] = pair.map(|point| area.name(point));
            write!(f, "{} {one}-{other}", if number == 0 { ":" } else { "" })?;
        }
        Ok(())
    }
}

impl PairingStrategy {
    /// Checks that the pairs show a draw of `position`.
    ///
    /// # Errors
    ///
    /// Why they do not.
    pub fn new(
        position: &Position,
        pairs: Vec<[Point; 2]>,
    ) -> Result<PairingStrategy, PairingFlaw> {
        let setup = Setup::from_board(position.board(), position.turn());
        PairingStrategy::check_claim(position.rule(), &setup)?;
        let area = setup.area;
        let mut partners = HashMap::new();
        for &[one, other] in &pairs {
            for (point, partner) in [(one, other), (other, one)] {
                if !area.contains(point) {
                    return Err(PairingFlaw::Outside(area));
                }
                if partners.insert(point, partner).is_some() {
                    return Err(PairingFlaw::Twice(area.name(point)));
                }
            }
        }
        let mut count = 0;
        for five in fives(area) {
            count += 1;
            let is_paired = |point| partners.get(point).is_some_and(|other| five.contains(other));
            if !five.iter().any(is_paired) {
                return Err(PairingFlaw::Unpaired(area.names(&five).join(" ")));
            }
        }
        let claim = ProofClaim { rule: position.rule(), setup, outcome: Outcome::Drawn };
        Ok(PairingStrategy { claim, pairs, fives: count })
    }

    /// Checks that a pairing can be about such a position.
    ///
    /// # Errors
    ///
    /// If it is not the empty board of freestyle or exact five, with edges and not too many points.
    pub fn check_claim(rule: Rule, setup: &Setup) -> Result<(), PairingFlaw> {
        match rule {
            Rule::Freestyle | Rule::Exact => {}
            Rule::Renju => return Err(PairingFlaw::Renju),
            Rule::NoGo => return Err(PairingFlaw::NoGo),
        }
        if setup.area.size().is_none_or(|points| points > MAX_POINTS) {
            return Err(PairingFlaw::Size);
        }
        if !setup.stones.is_empty() {
            return Err(PairingFlaw::Stones(setup.stones.len()));
        }
        Ok(())
    }

    /// What it shows.
    pub fn claim(&self) -> &ProofClaim {
        &self.claim
    }

    /// The pairs.
    pub fn pairs(&self) -> &[[Point; 2]] {
        &self.pairs
    }

    /// Where a move is answered; none if its point is in no pair, and any answer will do.
    pub fn partner(&self, point: Point) -> Option<Point> {
        self.pairs.iter().find_map(|&[one, other]| {
            if one == point { Some(other) } else { (other == point).then_some(one) }
        })
    }

    /// Writes it as a proof of version 2.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<Written> {
        let head = PairingHead { claim: self.claim.clone(), pairs: self.pairs.len() as u64 };
        let frame = ProofFrame::for_board(self.claim.setup.area);
        let mut bytes = head.write(&mut out)?;
        for &point in self.pairs.as_flattened() {
            let number = frame.number(point).expect("the points were checked");
            bytes += write_number(&mut out, number)?;
        }
        out.flush()?;
        Ok(Written { steps: self.fives, bytes })
    }
}

/// All five points in a row.
fn fives(area: Area) -> impl Iterator<Item = [Point; 5]> {
    let from =
        |first: Point| Axis::ALL.map(|axis| [0, 1, 2, 3, 4].map(|steps| first.along(axis, steps)));
    let inside = move |five: &[Point; 5]| five.iter().all(|&point| area.contains(point));
    area.points().flat_map(from).filter(inside)
}

/// Checks what comes after the head.
pub(crate) fn check_pairing<R: BufRead>(
    mut source: ByteSource<R>,
    head: &PairingHead,
    max_steps: u64,
) -> Result<Proved, ProofError> {
    let body = source.offset();
    let position = match head.claim.position() {
        Ok(position) => position,
        Err(flaw) => return flaw.at(body),
    };
    let area = head.claim.setup.area;
    let frame = ProofFrame::for_board(area);
    let mut read_point = || {
        let offset = source.offset();
        let number = source.number("a point of a pair")?;
        match frame.point(number) {
            Some(point) => Ok(point),
            None => ProofFlaw::Pairing(PairingFlaw::Outside(area)).at(offset),
        }
    };
    let pairs: Result<Vec<_>, ProofError> =
        (0..head.pairs).map(|_| Ok([read_point()?, read_point()?])).collect();
    let strategy = match PairingStrategy::new(&position, pairs?) {
        Ok(strategy) => strategy,
        Err(flaw) => return ProofFlaw::Pairing(flaw).at(body),
    };
    source.end()?;
    if strategy.fives > max_steps {
        return ProofFlaw::Limit(format!("the proof takes more than {max_steps} steps")).at(body);
    }
    let (claim, bytes) = (strategy.claim, source.offset());
    Ok(Proved { claim, nodes: None, steps: strategy.fives, bytes })
}
