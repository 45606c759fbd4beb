//! Endings of NoGo that can be decided by counting.
//!
//! The rule is stated and proven in `docs/proofs.md`. The code here is as plain as can be:
//! what it says is part of every proof that uses it.

use tengen_core::{Area, Cell, Color, Point, Position};

/// A set of points, by number in reading order.
type Set = Vec<bool>;

/// A position with everything looked up that counting asks for.
struct Counting {
    width: usize,
    cells: Vec<Cell>,
    /// Where each side may play.
    legal: [Set; 2],
    /// The liberties of each side's chains.
    chains: [Vec<Vec<usize>>; 2],
}

/// Whether the side to move loses because it has no more moves left, at most, than the other side
/// surely has. False if counting cannot decide it, or if the game is not NoGo.
///
/// ```
/// use tengen_core::{Area, Color, Position, Rule, Setup};
///
/// let area = Area::Bounded { width: 5, height: 1 };
/// let point = |name: &str| area.point(name).unwrap();
/// let stones = vec![(point("b1"), Color::Black), (point("d1"), Color::Black)];
/// let setup = Setup { area, stones, turn: Color::White };
/// let position = Position::from_setup(Rule::NoGo, &setup).unwrap();
/// // White may play nowhere.
/// assert!(tengen_proof::is_counted(&position));
/// ```
pub fn is_counted(position: &Position) -> bool {
    let Some(mut counting) = Counting::new(position) else { return false };
    let loser = position.turn();
    // Most positions are far from it, and the legal points suffice to see that: a chain has two
    // liberties where the other side may take one, so at most every second point is kept.
    let [own, legal] = [!loser, loser].map(|color| counting.legal[color as usize].iter());
    let sure = own.zip(legal.clone()).filter(|&(&own, &other)| own && !other).count();
    if sure < legal.filter(|&&legal| legal).count().div_ceil(2) {
        return false;
    }
    counting.find_chains();
    counting.sure_moves(!loser) >= counting.most_moves(loser)
}

impl Counting {
    fn new(position: &Position) -> Option<Counting> {
        let board = position.board();
        let Area::Bounded { width, .. } = board.area() else { return None };
        let chains = position.chains()?;
        let cells: Vec<Cell> = board.area().points().map(|point| board.cell(point)).collect();
        let may_play = |color| {
            let legal = |(point, cell): (Point, &Cell)| {
                *cell == Cell::Empty && chains.breathes(point, color).is_ok()
            };
            board.area().points().zip(&cells).map(legal).collect::<Set>()
        };
        let legal = Color::ALL.map(may_play);
        Some(Counting { width: usize::from(width), cells, legal, chains: Default::default() })
    }

    fn find_chains(&mut self) {
        let mut seen = vec![false; self.cells.len()];
        for first in 0..self.cells.len() {
            if let Some(color) = self.cells[first].stone()
                && !seen[first]
            {
                let liberties = self.liberties(first, &mut seen);
                self.chains[color as usize].push(liberties);
            }
        }
    }

    /// The neighbors of a point.
    fn around(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, width, size) = (point % self.width, self.width, self.cells.len());
        let left = (column > 0).then(|| point - 1);
        let right = (column + 1 < width).then(|| point + 1);
        let above = point.checked_sub(width);
        let below = (point + width < size).then(|| point + width);
        [left, right, above, below].into_iter().flatten()
    }

    /// The liberties of the chain of a stone, all of whose stones are then seen.
    fn liberties(&self, first: usize, seen: &mut Set) -> Vec<usize> {
        let mut liberties = Vec::new();
        let mut ahead = vec![first];
        seen[first] = true;
        while let Some(stone) = ahead.pop() {
            for next in self.around(stone) {
                if self.cells[next] == Cell::Empty {
                    if !liberties.contains(&next) {
                        liberties.push(next);
                    }
                } else if self.cells[next] == self.cells[first] && !seen[next] {
                    seen[next] = true;
                    ahead.push(next);
                }
            }
        }
        liberties
    }

    fn is_legal(&self, point: usize, color: Color) -> bool {
        self.legal[color as usize][point]
    }

    /// Whether neither side may play on an empty point.
    fn is_dead(&self, point: usize) -> bool {
        self.cells[point] == Cell::Empty
            && Color::ALL.iter().all(|&color| !self.is_legal(point, color))
    }

    /// No fewer moves than `color` can make: its legal points, less one for each chain of the
    /// other side that would have no liberty left, as far as these have none in common.
    fn most_moves(&self, color: Color) -> usize {
        let mut left = self.legal[color as usize].clone();
        let mut most = left.iter().filter(|&&legal| legal).count();
        for liberties in &self.chains[!color as usize] {
            if liberties.iter().all(|&liberty| left[liberty]) {
                for &liberty in liberties {
                    left[liberty] = false;
                }
                most -= 1;
            }
        }
        most
    }

    /// Where a stone of `color` would belong to a chain that never chokes, and the liberties of
    /// each chain of `color` that might.
    ///
    /// A chain never chokes if it is beside a dead point, or beside a safe one: one that only
    /// `color` may play on, and where its stone would belong to a chain that never chokes.
    fn anchors(&self, color: Color) -> (Set, Vec<&Vec<usize>>) {
        let mut anchors = vec![false; self.cells.len()];
        let mut chains: Vec<&Vec<usize>> = self.chains[color as usize].iter().collect();
        let mut grown = true;
        while grown {
            grown = false;
            let holds: Set = (0..self.cells.len())
                .map(|point| {
                    let own = self.is_legal(point, color) && !self.is_legal(point, !color);
                    self.is_dead(point) || own && anchors[point]
                })
                .collect();
            let mut anchor = |point: usize| {
                grown |= !anchors[point];
                anchors[point] = true;
            };
            for point in (0..holds.len()).filter(|&point| holds[point]) {
                self.around(point)
                    .filter(|&next| self.cells[next] == Cell::Empty)
                    .for_each(&mut anchor);
            }
            chains.retain(|liberties| {
                let held = liberties.iter().any(|&liberty| holds[liberty]);
                if held {
                    liberties.iter().copied().for_each(&mut anchor);
                }
                !held
            });
        }
        (anchors, chains)
    }

    /// Moves that `color` can make whatever the other side does.
    fn sure_moves(&self, color: Color) -> usize {
        let (anchors, chains) = self.anchors(color);
        let (_, threatened) = self.anchors(!color);
        let mut own: Set = (0..self.cells.len())
            .map(|point| {
                let touched = self.around(point).any(|next| self.is_legal(next, !color));
                self.is_legal(point, color) && !self.is_legal(point, !color) && !touched
            })
            .collect();
        for &liberty in threatened.into_iter().flatten() {
            own[liberty] = false;
        }
        let mut sure = 0;
        for first in 0..own.len() {
            if !std::mem::take(&mut own[first]) {
                continue;
            }
            let (mut size, mut held) = (0, false);
            let mut ahead = vec![first];
            while let Some(point) = ahead.pop() {
                size += 1;
                held |= anchors[point];
                let by_chain = chains.iter().filter(|liberties| liberties.contains(&point));
                let beside =
                    self.around(point).chain(by_chain.flat_map(|chain| chain.iter().copied()));
                for next in beside {
                    if std::mem::take(&mut own[next]) {
                        ahead.push(next);
                    }
                }
            }
            sure += if held { size } else { size - 1 };
        }
        sure
    }
}
