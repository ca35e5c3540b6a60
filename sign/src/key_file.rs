//! The publisher's key, in a file for its owner alone.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, anyhow};
use muster_protocol::hex;
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

/// Makes a key and returns its public half. A file that exists is left alone:
/// when a key is lost, its agents have to be enrolled again.
pub fn create(path: &Path) -> anyhow::Result<String> {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())
        .map_err(|_| anyhow!("the system has no randomness for a key"))?;
    let key = parse(document.as_ref())?;
    let cannot = || format!("cannot make {}", path.display());
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(cannot)?;
    let text = hex::encode(document.as_ref());
    writeln!(file, "{text}").and_then(|()| file.sync_all()).with_context(cannot)?;
    Ok(public_half(&key))
}

/// Reads a key that [`create`] made.
pub fn read(path: &Path) -> anyhow::Result<Ed25519KeyPair> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let document = hex::decode(text.trim());
    let document = document.with_context(|| format!("{} is not a key", path.display()))?;
    parse(&document).with_context(|| format!("{} is not a key", path.display()))
}

/// The public half of a key, in hex: what MUSTER_PUBLISHER_KEY is set to.
pub fn public_half(key: &Ed25519KeyPair) -> String {
    hex::encode(key.public_key().as_ref())
}

fn parse(document: &[u8]) -> anyhow::Result<Ed25519KeyPair> {
    Ed25519KeyPair::from_pkcs8(document).map_err(|_| anyhow!("the private key is damaged"))
}
