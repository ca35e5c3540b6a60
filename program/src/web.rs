//! The files of `web/dist`, inside the program.
//!
//! They are part of the binary, not of the server's library, so that a new
//! build of the interface costs a link and no compilation of the server. A
//! debug build takes them in as a release does: what is tried is what is
//! shipped.

use std::borrow::Cow;

use rust_embed::Embed;

/// May be empty: the server builds without Node.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// Reads a file of the interface: its bytes and their SHA-256.
pub fn read(name: &str) -> Option<(Cow<'static, [u8]>, [u8; 32])> {
    let file = Dist::get(name)?;
    Some((file.data, file.metadata.sha256_hash()))
}
