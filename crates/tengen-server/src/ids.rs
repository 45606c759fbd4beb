//! Names that nobody can guess.

/// A new name: 128 bits of chance, in hexadecimal.
pub(crate) fn new() -> String {
    format!("{:032x}", u128::from_le_bytes(chance()))
}

/// A number that nobody can guess.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(chance())
}

fn chance<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the machine has chance");
    bytes
}

/// Whether a text could be such a name.
pub(crate) fn is_one(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_another() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| new()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_one(name)));
        assert!(!is_one("") && !is_one(&"A".repeat(32)) && !is_one(&"0".repeat(33)));
        assert_ne!(number(), number());
    }
}
