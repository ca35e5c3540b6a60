//! What is kept of code that is in no library.

use ring::digest::{SHA256, digest};

/// Enough to tell whether it was a certain one, and nothing of what it says.
pub struct Fingerprint {
    /// SHA-256, in hexadecimal digits.
    pub hash: String,
    /// How long it was.
    pub bytes: usize,
}

impl Fingerprint {
    /// The fingerprint of some code.
    pub fn of(code: &str) -> Self {
        let hash = digest(&SHA256, code.as_bytes());
        let hash = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { hash, bytes: code.len() }
    }
}
