//! Unguessable ids: 128 random bits, hex.

/// A new id: 128 random bits in hexadecimal.
pub(crate) fn new() -> String {
    format!("{:032x}", u128::from_le_bytes(random()))
}

/// A random number, for seeds.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(random())
}

fn random<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the OS provides randomness");
    bytes
}

/// Whether a text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_is_another() {
        let names: std::collections::BTreeSet<String> = (0..1000).map(|_| new()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_id(name)));
        assert!(!is_id("") && !is_id(&"A".repeat(32)) && !is_id(&"0".repeat(33)));
        assert_ne!(number(), number());
    }
}
