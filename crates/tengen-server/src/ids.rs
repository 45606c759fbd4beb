//! Names that nobody can guess.

/// A new name: 128 bits of chance, in hexadecimal.
pub(crate) fn new() -> String {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the machine has chance");
    format!("{:032x}", u128::from_le_bytes(bits))
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
    }
}
