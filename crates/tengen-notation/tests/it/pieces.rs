//! Any bytes at all are a list of pieces or are refused, and a list leads back to itself.

use std::collections::HashSet;

use proptest::{collection::vec, prelude::*};
use tengen_core::{Color, Point};
use tengen_notation::StoneList;

use crate::support::{cases, fit_to_show};

/// What a library for JSON says the list is, if it is one of ours.
fn by_the_book(text: &[u8]) -> Option<Vec<(Point, Color)>> {
    let list: Vec<[serde_json::Number; 3]> = serde_json::from_slice(text).ok()?;
    let mut points = HashSet::new();
    list.iter()
        .map(|[x, y, color]| {
            // It takes -0 for a fraction.
            let whole = |number: &serde_json::Number| match number.to_string().as_str() {
                "-0" | "-0.0" => Some(0),
                _ => number.as_i64(),
            };
            let coordinate = |number| {
                let reach = i64::from(StoneList::MAX_COORDINATE);
                whole(number).filter(|number| (-reach..=reach).contains(number))
            };
            let point = Point::new(coordinate(x)? as i32, coordinate(y)? as i32);
            let color = *Color::ALL.get(usize::try_from(whole(color)?).ok()?)?;
            points.insert(point).then_some((point, color))
        })
        .collect()
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    match StoneList::parse(text) {
        Ok(pieces) => {
            let again =
                StoneList::parse(pieces.to_string().as_bytes()).expect("what we spell can be read");
            prop_assert_eq!(&again, &pieces);
            prop_assert_eq!(by_the_book(text), Some(pieces.stones().to_vec()));
        }
        Err(fault) => {
            fit_to_show(&fault)?;
            // "-0.0" is the one number that it cannot tell from a whole one.
            let odd = text.windows(4).any(|four| four == b"-0.0");
            prop_assert!(odd || by_the_book(text).is_none(), "{}", fault);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn any_bytes_are_read_or_refused(text in vec(any::<u8>(), 0..60)) {
        check(&text)?;
    }

    #[test]
    fn any_signs_of_the_notation_are_read_or_refused(text in "[\\[\\],0-2 \n.e-]{0,24}") {
        check(text.as_bytes())?;
    }

    #[test]
    fn any_numbers_are_read_or_refused(
        pieces in vec(vec("(0|0|1|1|-?[1-9][0-9]{0,11}|-?0|[01].[0-9]|1e1|\"1\")", 3..=3), 0..4),
        blank in "[ \t\r\n]{0,2}",
    ) {
        let spell = |piece: &Vec<String>| format!("[{}]", piece.join(&format!("{blank},{blank}")));
        let pieces: Vec<String> = pieces.iter().map(spell).collect();
        check(format!("[{blank}{}{blank}]", pieces.join(",")).as_bytes())?;
    }

    #[test]
    fn every_list_is_read(
        stones in vec((-StoneList::MAX_COORDINATE..=StoneList::MAX_COORDINATE, -StoneList::MAX_COORDINATE..=StoneList::MAX_COORDINATE, any::<bool>()), 0..30),
        blank in "[ \t\r\n]{0,2}",
    ) {
        let stones: Vec<(Point, Color)> = stones
            .into_iter()
            .map(|(x, y, black)| (Point::new(x, y), Color::ALL[usize::from(black)]))
            .collect();
        let text = StoneList::from(stones.clone()).to_string();
        let mut blanks = text.clone();
        for sign in ["[", "]", ","] {
            blanks = blanks.replace(sign, &format!("{blank}{sign}{blank}"));
        }
        for text in [text, blanks] {
            let read = StoneList::parse(text.as_bytes()).unwrap();
            prop_assert_eq!(read.stones(), &stones[..]);
            check(text.as_bytes())?;
        }
    }
}
