//! Creating and deleting keys.

use std::io;

use muster_protocol::{CreatedRegistryKey, DeletedRegistryKey};
use winreg::RegKey;
use winreg::enums::{KEY_CREATE_SUB_KEY, KEY_READ, REG_OPENED_EXISTING_KEY};

use super::key::{self, VIEW};
use super::path::KeyPath;
use super::tree;
use crate::os::Problem;

/// What a key is opened with to create others in it.
const CREATE: u32 = KEY_READ | KEY_CREATE_SUB_KEY;

/// Creates a key that does not exist, and those above it that do not. On failure none
/// of them stays.
pub fn create(path: &str) -> Result<CreatedRegistryKey, Problem> {
    let path = KeyPath::parse_key(path)?;
    let (parent, name) = path.split("created")?;
    let (key, mut names) = open_nearest(parent)?;
    names.push(name.to_owned());
    match create_below(&key, &names) {
        Ok(true) => Ok(CreatedRegistryKey { path: path.to_string(), created: names.len() as u64 }),
        Ok(false) => Err(Problem::failed(format!("the key {path} exists already"))),
        Err(error) => Err(key::problem(&error, "create", &path)),
    }
}

/// The key, or the nearest one above it that exists; and the names of the missing ones,
/// from the outermost on.
fn open_nearest(mut path: KeyPath) -> Result<(RegKey, Vec<String>), Problem> {
    let mut missing = Vec::new();
    loop {
        let error = match key::open(&path, CREATE) {
            Ok(key) => {
                missing.reverse();
                return Ok((key, missing));
            }
            Err(error) => error,
        };
        if !key::is_missing(&error) {
            return Err(key::problem(&error, "create a key in", &path));
        }
        let (parent, name) = path.split("created")?;
        missing.push(name.to_owned());
        path = parent;
    }
}

/// Creates keys, each in the one before; false when the last one exists already.
fn create_below(key: &RegKey, names: &[String]) -> io::Result<bool> {
    let Some((name, rest)) = names.split_first() else { return Ok(true) };
    let (child, disposition) = key.create_subkey_with_flags(name, CREATE | VIEW)?;
    let was_there = disposition == REG_OPENED_EXISTING_KEY;
    if was_there && rest.is_empty() {
        return Ok(false);
    }
    let created = create_below(&child, rest);
    if !was_there && !matches!(created, Ok(true)) {
        drop(child);
        // What went wrong first is what the caller learns.
        let _ = key.delete_subkey_with_flags(name, VIEW);
    }
    created
}

/// Deletes a key with everything in it, if the agent may delete all of it.
pub fn delete(path: &str) -> Result<DeletedRegistryKey, Problem> {
    let path = KeyPath::parse_key(path)?;
    let (parent, name) = path.split("deleted")?;
    let failed = |error: io::Error| key::problem(&error, "delete", &path);
    let parent = key::open_parent(&parent).map_err(failed)?;
    let key = key::open_itself(&path, tree::ACCESS).map_err(failed)?;
    let text = path.to_string();
    let content = tree::count(&key, &text)?;
    drop(key);
    let mut deleted = 0;
    match tree::delete_child(&parent, name.as_ref(), &text, &mut deleted) {
        Ok(()) => {
            let tree::Content { subkeys, values } = content;
            Ok(DeletedRegistryKey { path: text, subkeys, values })
        }
        Err(problem) if deleted > 0 => Err(Problem::failed(format!(
            "{problem}; {deleted} of the {} keys below {text} are deleted already",
            content.subkeys
        ))),
        Err(problem) => Err(problem),
    }
}
