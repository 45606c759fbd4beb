//! What can be said of a region without looking ahead.

use super::{
    graph::{Graph, bits},
    region::{Region, Side},
};

/// Two whole numbers that a region's value lies between, both included.
///
/// If Left surely has `s` moves whatever happens, and Right can never have more than `m`, then the
/// region is worth at least `s - m` to Left: it answers each move of Right in a reserve of `m`
/// moves, and moves in the region itself for each of `s` moves elsewhere.
pub(crate) fn bounds(region: &Region, graph: &Graph) -> (i32, i32) {
    let breath = region.chains.union();
    let most = [most_moves(region, 0), most_moves(region, 1)];
    let sure = [sure_moves(region, graph, 0, breath), sure_moves(region, graph, 1, breath)];
    (sure[0] - most[1], most[0] - sure[1])
}

/// No fewer moves than `side` can make here, whatever happens.
///
/// It cannot take all liberties of a chain of the other side: either the chain keeps one, or the
/// other side took one itself. For chains without a common liberty these are different points.
/// And if no stone of the side is anchored, at least one point must stay empty.
pub(crate) fn most_moves(region: &Region, side: Side) -> i32 {
    let legal = region.legal[side];
    let mut left = legal;
    let mut kept = 0;
    for (owner, liberties) in region.chains.iter() {
        if owner != side && liberties & !left == 0 {
            left &= !liberties;
            kept += 1;
        }
    }
    if kept == 0 && region.anchor[side] == 0 && legal == region.empty() && legal != 0 {
        kept = 1;
    }
    legal.count_ones() as i32 - kept
}

/// Moves that `side` can make here whatever the other side does.
///
/// A point is its own if only it may play there, no chain of the other side breathes there and
/// none ever will. Points of its own that hang together, as neighbors or by a chain, can be filled
/// from the far end; the last one needs an anchor.
pub(crate) fn sure_moves(region: &Region, graph: &Graph, side: Side, breath: [u64; 2]) -> i32 {
    let other = 1 - side;
    let mut own = region.legal[side] & !region.legal[other] & !breath[other];
    for point in bits(own) {
        if graph.near(point) & region.legal[other] != 0 {
            own &= !(1 << point);
        }
    }
    let mut sure = own.count_ones() as i32;
    let mut rest = own;
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        let mut fresh = group;
        while fresh != 0 {
            let mut next = graph.around(fresh) & own;
            for (owner, liberties) in region.chains.iter() {
                if owner == side && liberties & fresh != 0 {
                    next |= liberties & own;
                }
            }
            fresh = next & !group;
            group |= fresh;
        }
        if group & region.anchor[side] == 0 {
            sure -= 1;
        }
        rest &= !group;
    }
    sure
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Position, Rule};

    use super::*;
    use crate::{
        Budget, Table,
        nogo::{build::build, key::region_key, search::Search, sum::Sum},
    };

    /// Every position of random games on boards up to 12 points.
    fn positions(mut each: impl FnMut(&Position)) {
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            (seed >> 33) as usize % below
        };
        for (width, height) in [(3, 3), (4, 3), (6, 2), (11, 1)] {
            for _ in 0..60 {
                let area = Area::Bounded { width, height };
                let mut position = Position::new(Rule::NoGo, area).unwrap();
                while position.outcome().is_none() {
                    let legal = position.legal_points();
                    position.play(legal[random(legal.len())]).unwrap();
                    each(&position);
                }
            }
        }
    }

    #[test]
    fn values_lie_between_their_bounds() {
        let mut search = Search::new(Graph::new(Vec::new()));
        let mut compared = 0;
        positions(|position| {
            let (graph, region) = build(position, &search.graph).unwrap();
            search.set_graph(graph.clone());
            region.split(&graph, |part| {
                if part.empty().count_ones() > 7 {
                    return;
                }
                let (low, high) = bounds(part, &graph);
                let Some(value) = search.value(part, region_key(part, &graph, 0)) else { return };
                let values = &mut search.values;
                let (low, high) = (values.integer(low).unwrap(), values.integer(high).unwrap());
                assert!(values.le(low, value) && values.le(value, high), "{part:?}");
                compared += 1;
            });
        });
        assert!(compared > 500);
    }

    /// The same answer whether regions have values or are searched to the end.
    #[test]
    fn values_change_no_answer() {
        let mut search = Search::new(Graph::new(Vec::new()));
        positions(|position| {
            let (graph, region) = build(position, &search.graph).unwrap();
            search.set_graph(graph);
            let side = position.turn() as Side;
            let mut answers = [0, 3, 7].map(|points| {
                search.valued_points = points;
                let mut sum = Sum::default();
                search.add_region(&mut sum, &region);
                let mut table = Table::new(1 << 12);
                search.wins(&sum, side, &mut table, &mut Budget::unlimited()).unwrap()
            });
            answers.sort_unstable();
            assert_eq!(answers[0], answers[2], "{position:?}");
        });
    }
}
