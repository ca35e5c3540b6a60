//! What rows show of code that is not in the library.

use ring::digest::{SHA256, digest};

/// Enough to recognise the code, and nothing of its contents.
pub struct Fingerprint {
    /// SHA-256, in hexadecimal digits.
    pub hash: String,
    pub bytes: usize,
}

impl Fingerprint {
    pub fn of(code: &str) -> Self {
        let hash = digest(&SHA256, code.as_bytes());
        let hash = hash.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        Self { hash, bytes: code.len() }
    }
}
