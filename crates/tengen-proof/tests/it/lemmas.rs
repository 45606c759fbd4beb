//! What the zone of a threat leans on, for every window there is.

use tengen_core::{
    Cell, Law, Window,
    shape::{Shape, completions, extensions, shape},
};

/// Every window of own, free and shut cells with an own stone in the middle, each with every free
/// cell shut.
fn shut_one_cell(mut see: impl FnMut(Window, i32, Window)) {
    for key in 0..Window::KEYS {
        let (own, shut) = (key & 0x3FF, key >> 10);
        if own & shut != 0 {
            continue;
        }
        let window = Window::from_key(key);
        for offset in -Window::REACH..=Window::REACH {
            if window.cell(offset) == Cell::Empty {
                see(window, offset, window.with(offset, Cell::White));
            }
        }
    }
}

#[test]
fn a_stone_of_the_other_side_takes_away_the_five_on_its_own_point_and_changes_no_other() {
    for law in [Law::FREE, Law::EXACT, Law::RENJU_BLACK] {
        shut_one_cell(|window, offset, shut| {
            let before = completions(window, law).filter(|&five| five != offset);
            assert!(before.eq(completions(shut, law)), "{window:?} {offset}");
            assert_eq!(law.wins(window), law.wins(shut));
        });
    }
}

#[test]
fn a_white_stone_gives_black_no_overline_no_four_and_no_three() {
    let law = Law::RENJU_BLACK;
    shut_one_cell(|window, offset, shut| {
        let (before, after) = (shape(window, law), shape(shut, law));
        for kind in [Shape::Five, Shape::Overline] {
            assert_eq!(before == kind, after == kind);
        }
        let blocks = completions(window, law).any(|five| five == offset);
        if blocks {
            assert!(after.fours() < before.fours() || before == Shape::StraightFour);
            assert!(after < before);
        } else {
            assert_eq!(before.fours(), after.fours());
        }
        // It looks like a three only where it did before.
        if after == Shape::Three {
            assert_eq!(before, Shape::Three, "{window:?} {offset}");
            assert!(extensions(shut, law).all(|next| extensions(window, law).any(|n| n == next)));
        }
    });
}
