//! Files of the network, and the network that players use.

use std::sync::OnceLock;

use thiserror::Error;

use super::policy_value_net::PolicyValueNet;
use crate::checksum::checksum;

/// Error of reading a network of NoGo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NetFileError {
    /// The bytes begin with something else.
    #[error("this is no network of nogo: it does not begin with {magic:?}", magic = PolicyValueNet::MAGIC)]
    Magic,
    /// The network is of another version.
    #[error("the network is of version {0}; this program reads version {ours}", ours = PolicyValueNet::VERSION)]
    Version(u16),
    /// The bytes are cut off or something follows.
    #[error("the network takes {expected} bytes; there are {found}")]
    Length {
        /// The length of a network of this version.
        expected: usize,
        /// The length found.
        found: usize,
    },
    /// Something was changed.
    #[error("the network is damaged: the checksum is {found:016x} and should be {expected:016x}")]
    Checksum {
        /// The checksum in the file.
        expected: u64,
        /// The checksum of the bytes.
        found: u64,
    },
}

static SHIPPED: OnceLock<PolicyValueNet> = OnceLock::new();

impl PolicyValueNet {
    const MAGIC: &'static str = "tengen-nogo-net";
    const VERSION: u16 = 1;
    const HEADER: usize = PolicyValueNet::MAGIC.len() + 2;
    /// Weights in a row of the file: each row has a scale, and a byte for each weight.
    const ROW: usize = 32;
    const LENGTH: usize =
        PolicyValueNet::HEADER + PolicyValueNet::WEIGHTS.div_ceil(PolicyValueNet::ROW) * 36 + 8;

    /// The network that players use; none in a browser until it is [installed](PolicyValueNet::install), since it comes
    /// apart from the program there.
    pub(super) fn shipped() -> Option<&'static PolicyValueNet> {
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        SHIPPED.get_or_init(|| {
            let net = PolicyValueNet::from_bytes(include_bytes!("weights/nogo.values"));
            net.expect("a test reads it")
        });
        SHIPPED.get()
    }

    /// Whether players have a network.
    pub fn is_installed() -> bool {
        PolicyValueNet::shipped().is_some()
    }

    /// Makes this the network that players use; gives false where there is one already.
    pub fn install(self) -> bool {
        SHIPPED.set(self).is_ok()
    }

    /// The weights of the network that players use, in the order of the fields; none where there is none.
    pub fn installed_weights() -> Option<Vec<f32>> {
        PolicyValueNet::shipped().map(PolicyValueNet::weights)
    }

    /// Whether bytes begin with the magic of a network file.
    pub fn has_magic(bytes: &[u8]) -> bool {
        bytes.starts_with(PolicyValueNet::MAGIC.as_bytes())
    }

    /// Reads the network that [`write`](PolicyValueNet::write) wrote.
    ///
    /// # Errors
    ///
    /// If the bytes are anything else.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyValueNet, NetFileError> {
        if !PolicyValueNet::has_magic(bytes) {
            return Err(NetFileError::Magic);
        }
        let length = NetFileError::Length { expected: PolicyValueNet::LENGTH, found: bytes.len() };
        let (header, rest) = bytes.split_at_checked(PolicyValueNet::HEADER).ok_or(length)?;
        let version = header.last_chunk().map_or(0, |&version| u16::from_le_bytes(version));
        if version != PolicyValueNet::VERSION {
            return Err(NetFileError::Version(version));
        }
        if bytes.len() != PolicyValueNet::LENGTH {
            return Err(length);
        }
        let (body, sum) = bytes.split_last_chunk().expect("it is long enough");
        let (expected, found) = (u64::from_le_bytes(*sum), checksum(body));
        if expected != found {
            return Err(NetFileError::Checksum { expected, found });
        }
        let weights =
            rest[..rest.len() - 8].chunks_exact(4 + PolicyValueNet::ROW).flat_map(|row| {
                let (scale, weights) = row.split_first_chunk().expect("a row has a scale");
                let scale = f32::from_le_bytes(*scale);
                weights.iter().map(move |&weight| scale * f32::from(weight as i8))
            });
        Ok(PolicyValueNet::from_weights(weights))
    }

    /// A file of these weights, in the order of the fields, rounded to bytes.
    ///
    /// # Panics
    ///
    /// If there are not as many as a network has.
    pub fn write(weights: &[f32]) -> Vec<u8> {
        assert_eq!(weights.len(), PolicyValueNet::WEIGHTS, "a weight for each place");
        let mut bytes = PolicyValueNet::MAGIC.as_bytes().to_vec();
        bytes.extend(PolicyValueNet::VERSION.to_le_bytes());
        for row in weights.chunks(PolicyValueNet::ROW) {
            let most = row.iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
            let scale = (most / 127.0).max(f32::MIN_POSITIVE);
            bytes.extend(scale.to_le_bytes());
            bytes.extend((0..PolicyValueNet::ROW).map(|i| {
                let weight = row.get(i).copied().unwrap_or(0.0);
                libm::roundf(weight / scale) as i8 as u8
            }));
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::Rng;

    #[test]
    fn a_file_leads_back_to_its_weights() {
        let mut rng = Rng::new(3);
        let weights: Vec<f32> =
            (0..PolicyValueNet::WEIGHTS).map(|_| rng.below(2001) as f32 / 1000.0 - 1.0).collect();
        let read = PolicyValueNet::from_bytes(&PolicyValueNet::write(&weights)).unwrap();
        let plain = PolicyValueNet::from_weights(weights.iter().copied());
        assert!((read.output_bias - plain.output_bias).abs() < 0.01);
        for (read, plain) in read.rows.iter().zip(&plain.rows) {
            assert!(read.iter().zip(plain).all(|(read, plain)| (read - plain).abs() < 0.005));
        }
        assert!(plain.weights() == weights, "in the same order");
        assert!(PolicyValueNet::is_installed());
        assert!(!plain.install(), "there is one");
    }

    #[test]
    fn broken_files_are_refused() {
        let good = include_bytes!("weights/nogo.values").to_vec();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            PolicyValueNet::from_bytes(&bytes)
        };
        assert_eq!(with(0, b'T'), Err(NetFileError::Magic));
        assert_eq!(PolicyValueNet::from_bytes(b"tengen"), Err(NetFileError::Magic));
        assert_eq!(with(15, 7), Err(NetFileError::Version(7)));
        for at in (17..good.len()).step_by(97) {
            assert!(matches!(with(at, good[at] ^ 1), Err(NetFileError::Checksum { .. })), "{at}");
        }
        for length in [15, 16, 17, good.len() - 1] {
            let found = PolicyValueNet::from_bytes(&good[..length]);
            assert!(matches!(found, Err(NetFileError::Length { .. })), "{length} {found:?}");
        }
    }
}
