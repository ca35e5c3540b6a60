//! The key of an agent, short enough for people to compare.

use ring::digest::{SHA256, digest};

use crate::hex::hex_digits;

/// Digits of a fingerprint.
const DIGITS: usize = 16;

/// The first 16 hexadecimal digits of the SHA-256 of a public key. `muster-agent
/// status` shows the same.
pub fn key_fingerprint(public_key: &[u8]) -> String {
    let mut digits = hex_digits(digest(&SHA256, public_key).as_ref());
    digits.truncate(DIGITS);
    digits
}
