//! What the publisher has signed of the programs that this server has: offline,
//! with `muster-sign`, in files beside them.

use ring::signature::{ED25519, UnparsedPublicKey};

use super::program::Program;
use crate::hex::hex_bytes;

const KEY_BYTES: usize = 32;
const SIGNATURE_BYTES: usize = 64;

/// The publisher's signature of a program, in hexadecimal; empty if there is
/// none. With a key, none if it is not the signature of this text.
pub async fn find_publisher_signature(
    program: &Program,
    ending: &str,
    key: Option<&str>,
    text: &[u8],
) -> Option<String> {
    let mut path = program.path.clone().into_os_string();
    path.push(ending);
    let stored = tokio::fs::read_to_string(path).await.unwrap_or_default();
    let digits = stored.trim().to_ascii_lowercase();
    let signature = hex_bytes(&digits, SIGNATURE_BYTES);
    // Agents that were enrolled with a key check it themselves.
    let Some(key) = key else {
        return Some(signature.map_or_else(String::new, |_| digits));
    };
    let key = UnparsedPublicKey::new(&ED25519, hex_bytes(key, KEY_BYTES)?);
    key.verify(text, &signature?).ok()?;
    Some(digits)
}
