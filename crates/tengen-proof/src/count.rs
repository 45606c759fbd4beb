//! Endings of NoGo that can be decided by counting.
//!
//! The rule is told and shown to be right in `docs/proofs.md`. The code here is the plainest we
//! could think of: what it says is part of every proof that uses it.

use std::collections::BTreeSet;

use tengen_core::{Cell, Chains, Color, Point, Position};

type Points = BTreeSet<Point>;

/// A position with everything looked up that counting asks for.
struct Counting<'a> {
    position: &'a Position,
    chains: &'a Chains,
    empty: Points,
    legal: [Points; 2],
}

/// Whether the side to move loses because it has fewer moves left, at most, than the other side
/// surely has. False if that cannot be told by counting, or if the game is not NoGo.
///
/// ```
/// use tengen_core::{Area, Color, Position, Rule, Setup};
///
/// let area = Area::Bounded { width: 6, height: 1 };
/// let point = |name: &str| area.point(name).unwrap();
/// let stones = vec![(point("b1"), Color::Black), (point("d1"), Color::Black)];
/// let setup = Setup { area, stones, turn: Color::White };
/// let position = Position::from_setup(Rule::NoGo, &setup).unwrap();
/// // White may play at e1 and at f1, but not at both; Black surely fills two of a1 and c1 .. not
/// // both, so counting does not tell.
/// assert!(!tengen_proof::is_counted(&position));
/// ```
pub fn is_counted(position: &Position) -> bool {
    let Some(chains) = position.chains() else { return false };
    let board = position.board();
    let empty: Points =
        board.area().points().filter(|&point| board.cell(point) == Cell::Empty).collect();
    let legal = Color::ALL.map(|color| {
        let legal = |point: &&Point| chains.breathes(**point, color).is_ok();
        empty.iter().filter(legal).copied().collect()
    });
    let counting = Counting { position, chains, empty, legal };
    let loser = position.turn();
    counting.sure_moves(!loser) >= counting.most_moves(loser)
}

impl Counting<'_> {
    /// The neighbors of a point that are on the board.
    fn around(&self, point: Point) -> impl Iterator<Item = Point> {
        let area = self.position.board().area();
        [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .map(move |(dx, dy)| Point::new(point.x + dx, point.y + dy))
            .filter(move |&next| area.contains(next))
    }

    /// The liberties of each chain of `color`, in reading order of their first stones.
    fn chains_of(&self, color: Color) -> Vec<Points> {
        let mut seen = Points::new();
        let mut found = Vec::new();
        for (point, stone) in self.position.board().stones() {
            if stone == color && !seen.contains(&point) {
                let chain = self.chains.chain(point).expect("there is a stone");
                seen.extend(chain.stones);
                found.push(chain.liberties.into_iter().collect());
            }
        }
        found
    }

    fn is_legal(&self, point: Point, color: Color) -> bool {
        self.legal[color as usize].contains(&point)
    }

    /// Points that neither side may play on.
    fn is_dead(&self, point: Point) -> bool {
        self.empty.contains(&point) && Color::ALL.iter().all(|&color| !self.is_legal(point, color))
    }

    /// No fewer moves than `color` can make: its legal points, less one for each chain of the
    /// other side that would have none left, as far as these have no liberty in common.
    fn most_moves(&self, color: Color) -> usize {
        let legal = &self.legal[color as usize];
        let mut taken = Points::new();
        let mut kept = 0;
        for liberties in self.chains_of(!color) {
            if liberties.is_subset(legal) && liberties.is_disjoint(&taken) {
                taken.extend(liberties);
                kept += 1;
            }
        }
        legal.len() - kept
    }

    /// The points where a stone of `color` would belong to a chain that never chokes, and the
    /// liberties of each chain of `color` that might.
    ///
    /// A chain never chokes if it is beside a dead point, or beside a safe one: one that only
    /// `color` may play on, and where its stone would belong to a chain that never chokes.
    fn anchors(&self, color: Color) -> (Points, Vec<Points>) {
        let mut anchors = Points::new();
        let mut chains = self.chains_of(color);
        loop {
            let before = (anchors.len(), chains.len());
            let holds = |anchors: &Points, point: Point| {
                let safe = anchors.contains(&point)
                    && self.is_legal(point, color)
                    && !self.is_legal(point, !color);
                self.is_dead(point) || safe
            };
            for &point in &self.empty {
                if self.around(point).any(|next| holds(&anchors, next)) {
                    anchors.insert(point);
                }
            }
            let mut anchored = Vec::new();
            chains.retain(|liberties| {
                let held = liberties.iter().any(|&liberty| holds(&anchors, liberty));
                if held {
                    anchored.extend(liberties.iter().copied());
                }
                !held
            });
            anchors.extend(anchored);
            if (anchors.len(), chains.len()) == before {
                return (anchors, chains);
            }
        }
    }

    /// Moves that `color` can make whatever the other side does.
    fn sure_moves(&self, color: Color) -> usize {
        let (anchors, chains) = self.anchors(color);
        let (_, others) = self.anchors(!color);
        let threatened: Points = others.into_iter().flatten().collect();
        let own: Points = self.legal[color as usize]
            .iter()
            .filter(|&&point| {
                let touched = self.around(point).any(|next| self.is_legal(next, !color));
                !self.is_legal(point, !color) && !touched && !threatened.contains(&point)
            })
            .copied()
            .collect();
        let mut rest = own.clone();
        let mut sure = 0;
        while let Some(first) = rest.pop_first() {
            let mut group = Points::from([first]);
            let mut ahead = vec![first];
            while let Some(point) = ahead.pop() {
                let mut beside: Points = self.around(point).collect();
                for liberties in chains.iter().filter(|liberties| liberties.contains(&point)) {
                    beside.extend(liberties);
                }
                for next in beside {
                    if rest.remove(&next) {
                        group.insert(next);
                        ahead.push(next);
                    }
                }
            }
            let held = group.iter().any(|point| anchors.contains(point));
            sure += group.len() - usize::from(!held);
        }
        sure
    }
}
