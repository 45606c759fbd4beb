//! Any bytes at all are a field or are refused, and a field leads back to itself.

use proptest::{collection::vec, prelude::*};
use tengen_core::{Cell, Rng};
use tengen_notation::BoardText;

use crate::support::{cases, fit_to_show};

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    match BoardText::parse(text) {
        Ok(field) => {
            prop_assert_eq!(field.cells().len(), field.area().size().unwrap_or(0));
            let again =
                BoardText::parse(field.to_string().as_bytes()).expect("what we spell can be read");
            prop_assert_eq!(again.cells(), field.cells());
            prop_assert_eq!(again.area(), field.area());
            let stones = field.cells().iter().filter(|&&cell| cell != Cell::Empty).count();
            prop_assert_eq!(field.setup(tengen_core::Color::Black).stones.len(), stones);
        }
        Err(fault) => {
            fit_to_show(&fault)?;
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
    fn any_letters_of_the_notation_are_read_or_refused(
        header in "[0-4 ]{1,3}",
        rows in vec("[XO.x]{0,4}[ \r]?", 0..5),
    ) {
        check(format!("{header}\n{}", rows.join("\n")).as_bytes())?;
    }

    #[test]
    fn every_field_is_read(width in 1..9usize, height in 1..9usize, seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let mut letter = || ['.', 'X', 'O', '.'][rng.below(4)];
        let rows: Vec<String> =
            (0..height).map(|_| (0..width).map(|_| letter()).collect()).collect();
        let text = format!("{height} {width}\n{}\n", rows.join("\n"));
        let field = BoardText::parse(text.as_bytes()).unwrap();
        let shorter = text.replacen(&format!("{height} {width}"), &height.to_string(), 1);
        prop_assert_eq!(field.to_string(), if width == height { shorter } else { text });
    }
}

#[test]
fn a_promise_of_much_takes_no_memory() {
    let fault = BoardText::parse(b"5000\n.\n").unwrap_err();
    assert_eq!((fault.line, fault.column), (2, 2));
    let long = [b"9\n".as_slice(), &vec![b'.'; 100_000]].concat();
    assert!(BoardText::parse(&long).unwrap_err().to_string().contains("longer than 16384 bytes"));
    let text = format!("2\n..\n..\n{}", " \n".repeat(BoardText::LIMIT / 2));
    assert!(
        BoardText::parse(text.as_bytes()).unwrap_err().to_string().contains("longer than 33554432")
    );
}
