//! The key of a publisher, for agents that take programs of nobody else.
//!
//! It comes with the enrolment and never from the server: somebody who controls
//! the server would name a key of their own.

use std::io::ErrorKind;

use anyhow::{Context, bail};
use muster_protocol::{UpdateAgent, hex};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::signed_text::signed_text;
use crate::data_dir::DataDir;

/// Bytes of an Ed25519 key.
const KEY_BYTES: usize = 32;

/// The publisher whose programs alone this agent takes, if there is one.
pub fn read_publisher(data: &DataDir) -> anyhow::Result<Option<String>> {
    let path = data.publisher_key_file();
    match std::fs::read_to_string(&path) {
        Ok(key) => Ok(Some(key)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        // An agent that cannot read its key takes nothing.
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Sets the publisher of a computer that enrols, or none.
pub fn set_publisher(data: &DataDir, key: Option<&str>) -> anyhow::Result<()> {
    let path = data.publisher_key_file();
    let stored = match key {
        Some(key) => data.replace(&path, key.as_bytes()),
        None => match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        },
    };
    stored.with_context(|| format!("cannot write {}", path.display()))
}

/// Sets the publisher of a computer that is enrolled already and has none.
pub fn add_publisher(data: &DataDir, key: &str) -> anyhow::Result<()> {
    match read_publisher(data)? {
        None => set_publisher(data, Some(key)),
        Some(kept) if kept == key => Ok(()),
        Some(_) => {
            bail!("this agent takes programs of another publisher; use --force to enrol it again")
        }
    }
}

/// Reads a key from a command line.
pub fn parse_publisher(text: &str) -> Result<String, String> {
    match hex::decode(text).filter(|bytes| bytes.len() == KEY_BYTES) {
        Some(bytes) => Ok(hex::encode(&bytes)),
        None => Err("it should be the 64 digits that muster-sign printed".to_owned()),
    }
}

/// Refuses a program that the publisher of this agent did not sign.
pub fn check_publisher(data: &DataDir, request: &UpdateAgent) -> anyhow::Result<()> {
    let Some(key) = read_publisher(data)? else { return Ok(()) };
    let key = hex::decode(&key).context("the publisher's key is damaged")?;
    let signature = hex::decode(&request.publisher_signature).unwrap_or_default();
    if UnparsedPublicKey::new(&ED25519, key).verify(&signed_text(request), &signature).is_err() {
        bail!("the program is not signed by this agent's publisher");
    }
    Ok(())
}
