//! Hash keys of regions, invariant under translation, symmetry and exchange of colors.

use super::{
    graph::{Graph, bits},
    rectangle_board::Orientation,
    region::{Region, Side},
};

/// Hash key of a region or a sum: equal for equal ones, and otherwise different but for one chance in
/// 2^100 or so; in 2^64 or so for regions that differ in nothing but their chains.
pub(crate) type RegionKey = u128;

/// Absorbs a word into a hash.
#[inline]
pub(crate) fn absorb(key: RegionKey, word: u64) -> RegionKey {
    let fold = |number: u64, by: u64| {
        let product = u128::from(number) * u128::from(by);
        product as u64 ^ (product >> 64) as u64
    };
    let high = fold((key >> 64) as u64 ^ word, 0x9E37_79B9_7F4A_7C15).wrapping_add(word);
    let low = fold(key as u64 ^ word.rotate_left(32), 0xD6E8_FEB8_6659_FD93);
    u128::from(high.wrapping_add(low.rotate_left(17))) << 64
        | u128::from(low ^ high.rotate_left(29))
}

const SEED: RegionKey = 0x2545_F491_4F6C_DD1D_6A09_E667_F3BC_C909;

/// The key of a region as `side` sees it, invariant under translation and symmetry.
#[inline]
pub(crate) fn region_key(region: &Region, graph: &Graph, side: Side) -> RegionKey {
    let Some(rectangle) = graph.as_rectangle() else { return loose_key(region, graph, side) };
    let Orientation { mut turns, shifts, .. } = rectangle.orientation(region.empty());
    // Most regions have one orientation by their points and those of one side.
    for set in [region.legal[side], region.breath[side]] {
        if turns & (turns - 1) != 0 {
            turns = least_turns(turns, |turn| rectangle.turn_table(turn).turn(set) >> shifts[turn]);
        }
    }
    let mut key = RegionKey::MAX;
    loop {
        let turn = turns.trailing_zeros() as usize;
        let (table, shift) = (rectangle.turn_table(turn), shifts[turn & 7]);
        key = key.min(key_of(region, |set| table.turn(set) >> shift, side));
        turns &= turns - 1;
        if turns == 0 {
            return absorb(key, u64::from(rectangle.width));
        }
    }
}

/// Those of some turns, a set of bits, for which a number is the least.
#[inline]
fn least_turns(mut turns: u32, number: impl Fn(usize) -> u64) -> u32 {
    let (mut least, mut found) = (u64::MAX, 0);
    while turns != 0 {
        let turn = turns.trailing_zeros();
        turns &= turns - 1;
        let number = number(turn as usize & 7);
        if number < least {
            (least, found) = (number, 0);
        }
        found |= u32::from(number == least) << turn;
    }
    found
}

/// The key of a region that is not on a rectangle: its points are numbered anew, in order, and
/// their neighbors are part of the key.
fn loose_key(region: &Region, graph: &Graph, side: Side) -> RegionKey {
    let empty = region.empty();
    let pack = |set: u64| {
        bits(empty)
            .enumerate()
            .fold(0, |packed, (number, point)| packed | (set >> point & 1) << number)
    };
    let key = key_of(region, pack, side);
    bits(empty).fold(key, |key, point| absorb(key, pack(graph.near(point) & empty)))
}

/// Exact encoding of a part of at most four points, and the side that sees it so: not a hash, so that
/// equal keys mean equal parts. `None` if it is larger.
///
/// Which side comes first and how the points are numbered is chosen so that most parts that
/// differ in nothing else get the same key.
#[inline]
pub(crate) fn small_key(region: &Region, part: u64, graph: &Graph) -> Option<(u64, Side)> {
    let Region { legal, anchor, chains, .. } = region;
    // The sets of two to four of four points.
    let mut liberties = [[0; 11]; 2];
    let mut len = [0; 2];
    for side in 0..2 {
        for &set in chains.of(side).iter().filter(|&set| set & part != 0) {
            *liberties[side].get_mut(len[side])? = set;
            len[side] += 1;
        }
    }
    let weight = |side: Side| ((legal[side] & part).count_ones(), len[side]);
    let first = usize::from(weight(0) < weight(1));
    let sides = [first, 1 - first];
    // Places without a point are filled with one that is in no set.
    let mut points = [(u64::MAX, part.trailing_ones()); 4];
    let mut count = 0;
    for point in bits(part) {
        let mut looks = 0;
        for side in sides {
            looks = looks << 2 | (legal[side] >> point & 1) << 1 | (anchor[side] >> point & 1);
        }
        for (place, side) in sides.into_iter().enumerate() {
            for set in &liberties[side][..len[side]] {
                looks += (set >> point & 1) << (4 + 4 * place);
            }
        }
        let mut place = count;
        *points.get_mut(place)? = (looks, point);
        while place > 0 && points[place] < points[place - 1] {
            points.swap(place, place - 1);
            place -= 1;
        }
        count += 1;
    }
    let pack = |set: u64| {
        points.iter().rev().fold(0, |packed, &(_, point)| packed << 1 | (set >> point & 1))
    };
    let needy = (region.needy(0) | region.needy(1)) & part;
    let mut key = 0;
    for (place, side) in sides.into_iter().enumerate() {
        for &set in &liberties[side][..len[side]] {
            key |= 1 << (16 * place as u64 + pack(set));
        }
    }
    for &(looks, point) in &points[..count] {
        let near = if needy >> point & 1 == 1 { part } else { needy } & graph.near(point);
        key = key << 8 | pack(near) << 4 | looks & 15;
    }
    // No point looks like nothing, so that the number of points is part of the key.
    Some((key << (8 * (points.len() - count)), first))
}

#[inline]
fn key_of(region: &Region, place: impl Fn(u64) -> u64, side: Side) -> RegionKey {
    let Region { legal, anchor, chains, .. } = region;
    let other = 1 - side;
    let [a, b, c, d] = [legal[side], legal[other], anchor[side], anchor[other]].map(&place);
    // On small boards two sets fit into a word.
    let key = if (a | b) >> 32 == 0 {
        absorb(absorb(SEED, a | b << 32), c | d << 32)
    } else {
        [a, b, c, d].into_iter().fold(!SEED, absorb)
    };
    // Added up, because chains have no order.
    [side, other].into_iter().fold(key, |key, owner| {
        let scattered = chains.of(owner).iter().map(|&liberties| scatter(place(liberties)));
        absorb(key, scattered.fold(0, u64::wrapping_add))
    })
}

/// Another number for each number, so that sums of them differ.
#[inline]
fn scatter(number: u64) -> u64 {
    let mixed = (number ^ number >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::nogo::build::random_regions;

    /// Every region of random games on boards up to 16 points.
    fn regions(mut each: impl FnMut(&Graph, &Region)) {
        random_regions(3, &[(4, 4), (5, 3), (6, 2), (11, 1)], 1500, |graph, region| {
            region.split(graph, |part| each(graph, part));
        });
    }

    /// A region in words, as it looks with its points in this order and this side first.
    fn words(region: &Region, graph: &Graph, order: &[u32], side: Side) -> Vec<u64> {
        let pack = |set: u64| order.iter().fold(0, |word, &point| word << 1 | (set >> point & 1));
        let mut words = vec![order.len() as u64];
        for who in [side, 1 - side] {
            words.extend([pack(region.legal[who]), pack(region.anchor[who])]);
            let mut chains: Vec<u64> =
                region.chains.of(who).iter().map(|&liberties| pack(liberties)).collect();
            chains.sort_unstable();
            words.push(chains.len() as u64);
            words.extend(chains);
        }
        words.extend(order.iter().map(|&point| pack(graph.near(point))));
        words
    }

    #[test]
    fn regions_with_the_same_key_are_the_same() {
        let mut met: HashMap<RegionKey, Vec<u64>> = HashMap::new();
        let mut again = 0;
        regions(|graph, region| {
            let rectangle = graph.as_rectangle().unwrap();
            for side in 0..2 {
                let turned = (0..rectangle.symmetries).map(|turn| {
                    let mut order: Vec<u32> = bits(region.empty()).collect();
                    order.sort_by_key(|&point| rectangle.turn_table(turn).turn(1 << point));
                    words(region, graph, &order, side)
                });
                let plain = turned.min().unwrap();
                let known = met.entry(region_key(region, graph, side)).or_insert_with(|| {
                    again -= 1;
                    plain.clone()
                });
                again += 1;
                assert_eq!(*known, plain, "{region:?}");
            }
        });
        assert!(again > 1000, "{again}");
    }

    #[test]
    fn small_regions_with_the_same_key_are_the_same() {
        let mut met: HashMap<u64, Vec<u64>> = HashMap::new();
        regions(|graph, region| {
            let Some((key, first)) = small_key(region, region.empty(), graph) else {
                assert!(region.empty().count_ones() > 4);
                return;
            };
            // Neighbors that have nothing to give each other are no part of it.
            let needy = region.needy(0) | region.needy(1);
            let near = (0..64).map(|point| match region.empty() >> point & 1 {
                0 => 0,
                _ if needy >> point & 1 == 1 => graph.near(point),
                _ => graph.near(point) & needy,
            });
            let graph = Graph::new(near.collect());
            let plain = orders(&bits(region.empty()).collect::<Vec<u32>>())
                .into_iter()
                .map(|order| words(region, &graph, &order, first))
                .min()
                .unwrap();
            assert_eq!(*met.entry(key).or_insert_with(|| plain.clone()), plain, "{region:?}");
        });
        assert!(met.len() > 100, "{}", met.len());
    }

    /// All orders of some points.
    fn orders(points: &[u32]) -> Vec<Vec<u32>> {
        if points.is_empty() {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for place in 0..points.len() {
            let mut rest = points.to_vec();
            let point = rest.remove(place);
            for mut order in orders(&rest) {
                order.push(point);
                all.push(order);
            }
        }
        all
    }
}
