//! The key that recordings of remote sessions are sealed to.

use x25519_dalek::{PublicKey, StaticSecret};

/// The installation's X25519 key. Agents get its public half; what they seal to that,
/// this half alone opens, also after a restore with the same key file.
pub struct RecordingKey(StaticSecret);

impl RecordingKey {
    pub(super) fn new(derived: [u8; 32]) -> Self {
        Self(StaticSecret::from(derived))
    }

    /// What agents get.
    pub fn public(&self) -> [u8; 32] {
        PublicKey::from(&self.0).to_bytes()
    }

    /// What only this key and the owner of the other one can compute. None for a key with
    /// which the result would be the same for everybody.
    pub fn agree(&self, other: &[u8; 32]) -> Option<[u8; 32]> {
        let shared = self.0.diffie_hellman(&PublicKey::from(*other));
        shared.was_contributory().then(|| shared.to_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_compute_the_same_and_a_key_without_a_secret_is_refused() {
        let (ours, theirs) = (RecordingKey::new([7; 32]), RecordingKey::new([9; 32]));
        assert_eq!(ours.agree(&theirs.public()), theirs.agree(&ours.public()));
        assert!(ours.agree(&theirs.public()).is_some());
        assert_eq!(ours.agree(&[0; 32]), None);
    }
}
