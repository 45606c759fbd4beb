//! Bit sets of points.

use std::ops::{BitAnd, BitOr, Sub};

const WORDS: usize = 10;

/// Bit set of points of a board of up to 25x25, each by its number in reading order: `y * width + x`.
///
/// ```
/// use tengen_engine::playout::PointSet;
///
/// let both: PointSet = [3, 70].into_iter().collect();
/// let one: PointSet = [70, 300].into_iter().collect();
/// assert_eq!((both & one).iter().collect::<Vec<_>>(), [70]);
/// assert_eq!((both - one).iter().collect::<Vec<_>>(), [3]);
/// assert_eq!((both | one).len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// Adds `point`.
    #[inline]
    pub fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    /// Takes `point` out.
    #[inline]
    pub fn remove(&mut self, point: usize) {
        self.0[point / 64] &= !(1 << (point % 64));
    }

    /// Whether `point` is in it.
    #[inline]
    pub fn contains(&self, point: usize) -> bool {
        self.0.get(point / 64).is_some_and(|word| word >> (point % 64) & 1 != 0)
    }

    /// How many points are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no point is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The points, in reading order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.0.into_iter().enumerate().flat_map(|(number, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * number + bit)
            })
        })
    }

    fn zip(self, other: PointSet, op: impl Fn(u64, u64) -> u64) -> PointSet {
        PointSet(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl FromIterator<usize> for PointSet {
    fn from_iter<T: IntoIterator<Item = usize>>(points: T) -> PointSet {
        let mut set = PointSet::default();
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(other, |one, other| one & other)
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(other, |one, other| one | other)
    }
}

impl Sub for PointSet {
    type Output = PointSet;

    fn sub(self, other: PointSet) -> PointSet {
        self.zip(other, |one, other| one & !other)
    }
}
