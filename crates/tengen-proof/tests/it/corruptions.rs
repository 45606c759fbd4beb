//! What becomes of proofs whose bytes are changed.

use tengen_proof::check;

use crate::fives::Truth;

/// Where the steps or nodes of a proof begin.
pub(crate) fn body(proof: &[u8]) -> usize {
    proof.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2
}

/// Asserts that every cut of a proof is found where it is, and a byte after its end.
pub(crate) fn refuse_cuts(proof: &[u8]) {
    for length in 0..proof.len() {
        let error = check(&proof[..length]).unwrap_err();
        assert_eq!(error.offset, length as u64, "{error}");
        assert!(error.to_string().contains("ends where"), "{error}");
    }
    let longer = [proof, &[0][..]].concat();
    assert!(check(&longer[..]).unwrap_err().to_string().contains("more bytes"));
}

/// Changed proofs, counted by what the checker says of them.
#[derive(Default)]
pub(crate) struct Corruptions {
    truth: Truth,
    accepted: u32,
    refused: u32,
    /// Accepted, and the board too large to say whether the claim is true: the change was in its size.
    untold: u32,
}

impl Corruptions {
    /// Checks a changed proof, which may show a true claim only.
    pub(crate) fn check(&mut self, changed: &[u8]) {
        match check(changed) {
            Ok(proved) => match self.truth.of(&proved.claim) {
                Some(true) => self.accepted += 1,
                Some(false) => panic!("{}", proved.claim),
                None => self.untold += 1,
            },
            Err(error) => {
                assert!(error.offset <= changed.len() as u64, "{error}");
                self.refused += 1;
            }
        }
    }

    /// Asserts that most changes were found, and that the truth of nearly all others is known.
    pub(crate) fn assert_found(&self) {
        let Corruptions { accepted, refused, untold, .. } = *self;
        assert!(accepted > 100 && refused > 10 * accepted, "{accepted} {refused}");
        assert!(untold < accepted / 10, "{untold}");
    }
}
