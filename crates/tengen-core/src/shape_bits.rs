//! Shapes by bits: eleven cells as two planes, the own stones with one in the middle and the shut cells.

use crate::{Law, Window, shape::Shape};

const REACH: u32 = Window::REACH as u32;

/// The five rows of five cells through the middle of eleven.
const ROWS: [u32; 5] = [0x1F << 1, 0x1F << 2, 0x1F << 3, 0x1F << 4, 0x1F << 5];

/// The empty cells of the rows through the middle that lack `count` own stones, one of which is in
/// the middle. A bit a cell, the middle being bit 5.
#[inline]
pub fn lacking(count: u32, own: u32, shut: u32, law: Law) -> u32 {
    if own.count_ones() + count < 5 {
        return 0;
    }
    let mut found = 0;
    for row in ROWS {
        let lacks = row & !own;
        // The cells next to a row make it too long.
        let ends = (row << 1 | row >> 1) & !row;
        let is_five = law.long_rows_win() || own & ends == 0;
        if shut & row == 0 && lacks.count_ones() == count && is_five {
            found |= lacks;
        }
    }
    found
}

/// [`shape`](crate::shape::shape) by bits: what the own stone in the middle is part of.
pub fn shape(own: u32, shut: u32, law: Law) -> Shape {
    let run = (own >> REACH).trailing_ones() + (own << (32 - REACH)).leading_ones();
    if run >= 5 {
        return if run == 5 || law.long_rows_win() { Shape::Five } else { Shape::Overline };
    }
    let fives = lacking(1, own, shut, law);
    match fives.count_ones() {
        0 if becomes_straight_four(own, shut, law) => Shape::Three,
        0 => Shape::None,
        1 => Shape::Four,
        _ => {
            let first = fives.trailing_zeros();
            let second = (fives & (fives - 1)).trailing_zeros();
            if second - first == 5 { Shape::StraightFour } else { Shape::TwoFours }
        }
    }
}

/// Whether one stone more makes four in a row through the middle that have two ways to a five.
fn becomes_straight_four(own: u32, shut: u32, law: Law) -> bool {
    (2..=5).any(|first| {
        let row = 0xF << first;
        let ends = (row << 1 | row >> 1) & !row;
        let beyond = (row << 2 | row >> 2) & !(row | ends);
        (own & row).count_ones() == 3
            && (own | shut) & ends == 0
            && shut & row == 0
            && (law.long_rows_win() || own & beyond == 0)
    })
}
