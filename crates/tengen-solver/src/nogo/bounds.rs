//! What can be said of a region without looking ahead.

use super::region::{Region, Side};

/// Integer bounds of a region's value, both included: if Right can never make more than n moves, Left
/// loses no more than n, having answered each of them elsewhere.
///
/// Moves that a side surely has would make them closer. Tried, they saved one node in a hundred and
/// took a tenth of the time; those that nothing can touch are counted by the region itself.
#[inline]
pub(crate) fn bounds(region: &Region) -> (i32, i32) {
    (-most_moves(region, 1), most_moves(region, 0))
}

/// No fewer moves than `side` can make here, whatever happens.
///
/// It cannot take all liberties of a chain of the other side: either the chain keeps one, or the
/// other side took one itself. For chains without a common liberty these are different points.
/// And if no stone of the side is anchored, at least one point must stay empty.
#[inline]
fn most_moves(region: &Region, side: Side) -> i32 {
    let legal = region.legal[side];
    let mut left = legal;
    let mut kept = 0;
    for &liberties in region.chains.of(1 - side) {
        if liberties & !left == 0 {
            left &= !liberties;
            kept += 1;
        }
    }
    if kept == 0 && region.anchor[side] == 0 && legal == region.empty() && legal != 0 {
        kept = 1;
    }
    legal.count_ones() as i32 - kept
}

#[cfg(test)]
mod tests {
    use tengen_core::Position;

    use super::*;
    use crate::{
        Budget, TranspositionTable,
        nogo::{
            build::{build, random_positions},
            graph::Graph,
            sum_search::SumSearch,
        },
    };

    /// Every position of random games on boards up to 12 points.
    fn positions(visit: impl FnMut(&Position)) {
        random_positions(7, &[(3, 3), (4, 3), (6, 2), (11, 1)], 60, visit);
    }

    #[test]
    fn values_lie_between_their_bounds() {
        let mut search = SumSearch::new(Graph::new(Vec::new()));
        let mut compared = 0;
        positions(|position| {
            let (graph, region) = build(position, &search.graph).unwrap();
            search.set_graph(graph.clone());
            region.split(&graph, |part| {
                if part.empty().count_ones() > 7 {
                    return;
                }
                let (low, high) = bounds(part);
                let Some(value) = search.values.value(part, &graph) else { return };
                let values = &mut search.values.games;
                let (low, high) = (values.integer(low).unwrap(), values.integer(high).unwrap());
                assert!(values.le(low, value) && values.le(value, high), "{part:?}");
                compared += 1;
            });
        });
        assert!(compared > 500);
    }

    /// Answers do not depend on whether regions have values or are searched to the end.
    #[test]
    fn values_change_no_answer() {
        let mut search = SumSearch::new(Graph::new(Vec::new()));
        positions(|position| {
            let (graph, region) = build(position, &search.graph).unwrap();
            search.set_graph(graph);
            let side = position.turn() as Side;
            let mut answers = [0, 3, 7].map(|points| {
                search.valued_points = points;
                let sum = search.sum_of(&region);
                let mut table = TranspositionTable::new(1 << 12);
                search.wins(&sum, side, &mut table, &mut Budget::unlimited()).unwrap()
            });
            answers.sort_unstable();
            assert_eq!(answers[0], answers[2], "{position:?}");
        });
    }
}
