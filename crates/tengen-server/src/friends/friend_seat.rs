//! Seats: the two places at a board, and the secrets that they are proved by.

use std::hint::black_box;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::ids;

/// A place at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Seat)]
pub enum FriendSeat {
    /// Of who made the game.
    Host,
    /// Of who came by the link.
    Guest,
}

impl FriendSeat {
    /// Both of them.
    pub const BOTH: [FriendSeat; 2] = [FriendSeat::Host, FriendSeat::Guest];

    /// The other one.
    #[must_use]
    pub const fn other(self) -> FriendSeat {
        match self {
            FriendSeat::Host => FriendSeat::Guest,
            FriendSeat::Guest => FriendSeat::Host,
        }
    }

    /// The index in a pair.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The hash of a secret: all that the server keeps of it.
#[derive(Clone, Copy, Debug)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// A new secret, 128 random bits in hexadecimal, and its hash.
    pub(crate) fn new_secret() -> (String, SecretHash) {
        let secret = ids::new();
        let hash = SecretHash::new(&secret);
        (secret, hash)
    }

    /// The hash of a secret. A secret has 128 random bits, so that salt and a slow hash would add nothing.
    pub fn new(secret: &str) -> SecretHash {
        SecretHash(Sha256::digest(secret.as_bytes()).into())
    }

    /// A hash that was kept.
    pub fn from_bytes(bytes: &[u8]) -> Option<SecretHash> {
        bytes.try_into().ok().map(SecretHash)
    }

    /// The hash as it is kept.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether it is the hash of `secret`, in a time that does not depend on where they differ.
    pub fn matches(&self, secret: &str) -> bool {
        let other = SecretHash::new(secret);
        let differ = self.0.iter().zip(other.0).fold(0, |sum, (&a, b)| black_box(sum | (a ^ b)));
        differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_hash_alone() {
        let (secret, hash) = SecretHash::new_secret();
        assert!(ids::is_id(&secret), "128 bits");
        assert!(hash.matches(&secret));
        assert!(!hash.matches("") && !hash.matches(&secret[1..]) && !hash.matches(&ids::new()));
        assert!(SecretHash::from_bytes(hash.as_bytes()).unwrap().matches(&secret));
        assert!(SecretHash::from_bytes(&[1; 31]).is_none());
        // The published digest of "abc".
        assert_eq!(SecretHash::new("abc").as_bytes()[..4], [0xba, 0x78, 0x16, 0xbf]);
    }
}
