//! The bodies of orders as they are stored: sealed, because environment values
//! and values of the key store are filled in.

use crate::auth::{Purpose, Vault, VaultError};
use crate::ids::RunId;

/// Begins a sealed body. No other begins with it: MessagePack never uses this
/// byte.
const SEALED: u8 = 0xc1;

/// A body for storage. An empty one stays empty: the body is that of the bulk
/// action.
pub fn seal_body(vault: &Vault, body: &[u8]) -> Vec<u8> {
    if body.is_empty() {
        return Vec::new();
    }
    [&[SEALED][..], &vault.seal(Purpose::Order, body)[..]].concat()
}

/// A stored body. Those of the first releases are not sealed.
pub fn open_body(vault: &Vault, stored: Vec<u8>) -> Result<Vec<u8>, VaultError> {
    match stored.split_first() {
        Some((&SEALED, sealed)) => vault.open_sealed(Purpose::Order, sealed),
        _ => Ok(stored),
    }
}

/// The stored body of a run's order; none, with a line in the log, if it is
/// damaged.
pub fn open_body_of(vault: &Vault, run_id: &RunId, stored: Vec<u8>) -> Option<Vec<u8>> {
    let opened = open_body(vault, stored);
    let log = |error: &VaultError| {
        tracing::error!(run.id = run_id.as_str(), %error, "the order of a run cannot be opened");
    };
    opened.inspect_err(log).ok()
}
