//! From the stones of a position to what matters of it.

use std::rc::Rc;

use tengen_core::{Area, Cell, Color, Point, Position, Rule};

use super::{
    graph::Graph,
    region::{Region, RegionChains},
};

/// Error of a position that cannot be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TooLarge {
    /// The position is of another game.
    #[error("the position is of {0}, not of nogo")]
    Rule(Rule),
    /// More points than fit.
    #[error("{0} points can still be played on; at most 64 can be searched")]
    Points(usize),
    /// More chains than fit.
    #[error("{0} chains can still run out of breath; with {1} points to play on, at most {max} can be searched", max = RegionChains::MAX - .1)]
    RegionChains(usize, usize),
}

/// The points beside `point`, on the board or not.
fn around(point: Point) -> [Point; 4] {
    let Point { x, y } = point;
    [Point::new(x - 1, y), Point::new(x + 1, y), Point::new(x, y - 1), Point::new(x, y + 1)]
}

/// Whether there will never be too many chains: each move makes one at most, and there are at most
/// twice as many as empty points.
fn fits(chains: usize, points: usize) -> bool {
    (2 * points).min(chains + points) <= RegionChains::MAX
}

/// What matters of `position`. Left is Black. The graph is `old` if that will do.
pub(crate) fn build(position: &Position, old: &Rc<Graph>) -> Result<(Rc<Graph>, Region), TooLarge> {
    let board = position.board();
    let area = board.area();
    let (Rule::NoGo, Area::Bounded { width, height }) = (position.rule(), area) else {
        return Err(TooLarge::Rule(position.rule()));
    };
    let chains = position.chains().expect("a game of nogo has chains");
    let (width, height) = (usize::from(width), usize::from(height));
    let legal =
        |point, color| board.cell(point) == Cell::Empty && chains.breathes(point, color).is_ok();
    let whole = width * height <= Graph::MAX_POINTS;
    let playable = |point: &Point| Color::ALL.into_iter().any(|color| legal(*point, color));
    let points: Vec<Point> = if whole {
        area.points().collect()
    } else {
        area.points().filter(playable).take(Graph::MAX_POINTS + 1).collect()
    };
    if points.len() > Graph::MAX_POINTS {
        return Err(TooLarge::Points(area.points().filter(playable).count()));
    }
    // Points are in reading order, so a point is found by binary search.
    let find = |point: Point| points.binary_search(&point).ok();
    let set = |point: Point| find(point).map_or(0, |number| 1u64 << number);
    let graph = if whole && old.is_rectangle(width, height) {
        Rc::clone(old)
    } else if whole {
        Rc::new(Graph::rectangle(width, height))
    } else {
        let near =
            |&point: &Point| around(point).into_iter().fold(0, |near, next| near | set(next));
        Rc::new(Graph::new(points.iter().map(near).collect()))
    };
    let (mut allowed, mut anchor) = ([0; 2], [0; 2]);
    let mut found = RegionChains::NONE;
    let mut seen: Vec<Vec<Point>> = Vec::new();
    let mut mortal = 0;
    for (number, &point) in points.iter().enumerate() {
        let bit = 1u64 << number;
        if !playable(&point) {
            continue;
        }
        for color in Color::ALL {
            if legal(point, color) {
                allowed[color as usize] |= bit;
            }
        }
        for next in around(point) {
            match board.cell(next) {
                Cell::Edge => {}
                Cell::Empty => {
                    if !playable(&next) {
                        anchor[0] |= bit;
                        anchor[1] |= bit;
                    }
                }
                Cell::Black | Cell::White => {
                    let chain = chains.chain(next).expect("there is a stone");
                    let side = chain.color as usize;
                    let liberties: Vec<Point> = chain.liberties.clone();
                    if liberties.iter().any(|liberty| !playable(liberty)) {
                        anchor[side] |= bit;
                    } else if liberties.len() > 1 && !seen.contains(&chain.stones) {
                        mortal += 1;
                        if fits(mortal, points.len()) || whole {
                            found
                                .push(side, liberties.iter().fold(0, |all, &next| all | set(next)));
                        }
                        seen.push(chain.stones);
                    }
                }
            }
        }
    }
    if !whole && !fits(mortal, points.len()) {
        return Err(TooLarge::RegionChains(mortal, points.len()));
    }
    let region = Region::new(&graph, allowed, anchor, &found);
    Ok((graph, region))
}

/// Visits the positions of random games on boards of these sizes, `games` each.
#[cfg(test)]
pub(crate) fn random_positions(
    seed: u64,
    sizes: &[(u16, u16)],
    games: usize,
    mut visit: impl FnMut(&Position),
) {
    let mut rng = tengen_testkit::TestRng::new(seed);
    for &(width, height) in sizes {
        for _ in 0..games {
            let area = Area::Bounded { width, height };
            let mut position = Position::new(Rule::NoGo, area).unwrap();
            while position.outcome().is_none() {
                position.play(rng.pick(&position.legal_points())).unwrap();
                visit(&position);
            }
        }
    }
}

/// Visits the positions of random games as regions.
#[cfg(test)]
pub(crate) fn random_regions(
    seed: u64,
    sizes: &[(u16, u16)],
    games: usize,
    mut visit: impl FnMut(&Graph, &Region),
) {
    let mut graph = Rc::new(Graph::new(Vec::new()));
    random_positions(seed, sizes, games, |position| {
        let (same, region) = build(position, &graph).unwrap();
        graph = same;
        visit(&graph, &region);
    });
}
