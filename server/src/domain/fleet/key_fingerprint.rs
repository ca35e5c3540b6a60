//! The key of an agent, short enough for people to compare.

use ring::digest::{SHA256, digest};

use crate::hex::hex_digits;

/// Bytes of the digest that a fingerprint shows.
const BYTES: usize = 8;

/// The first 16 hexadecimal digits of the SHA-256 of a public key.
pub fn key_fingerprint(public_key: &[u8]) -> String {
    hex_digits(&digest(&SHA256, public_key).as_ref()[..BYTES])
}
