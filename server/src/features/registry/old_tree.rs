//! What is in a key before it is deleted, for the audit log.

use std::collections::VecDeque;
use std::time::Instant;

use muster_protocol::MAX_REGISTRY_PAGE;
use serde_json::{Value, json};

use super::asking::READ_LIMIT;
use super::key_path::KeyPath;
use super::old_value::read_page;
use super::value::RegistryValue;
use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;

/// The most keys that are read, each with one question.
const MOST_KEYS: usize = 100;

/// How many bytes of values are kept: an audit row takes twice as many.
const MOST_BYTES: usize = 256 * 1024;

/// The key and those below it, each with its values; `complete` is whether that is
/// all there was.
pub async fn read_tree(app: &App, target: &Target, top: &KeyPath) -> Result<Value, ApiError> {
    let mut tree = Tree { keys: Vec::new(), room: MOST_BYTES, is_complete: true };
    let (mut waiting, begun) = (VecDeque::from([top.clone()]), Instant::now());
    while let Some(path) = waiting.pop_front() {
        if tree.keys.len() == MOST_KEYS || begun.elapsed() > READ_LIMIT {
            tree.is_complete = false;
            break;
        }
        let page = match read_page(app, target, &path, 0, MAX_REGISTRY_PAGE).await {
            // The agent says itself whether it can delete a key that it cannot read.
            Err(ApiError::AgentError(_)) if path != *top => {
                tree.is_complete = false;
                continue;
            }
            page => page?,
        };
        // More than these are never reached, and count as missing when the limit is.
        for subkey in page.subkeys.iter().take(MOST_KEYS) {
            match path.child(&subkey.name) {
                Some(child) => waiting.push_back(child),
                None => tree.is_complete = false,
            }
        }
        tree.is_complete &= !page.has_more;
        tree.add(&path, page.values);
    }
    let Tree { keys, is_complete, .. } = tree;
    Ok(json!({ "path": top.to_string(), "complete": is_complete, "keys": keys }))
}

struct Tree {
    keys: Vec<Value>,
    /// Bytes that still fit.
    room: usize,
    is_complete: bool,
}

impl Tree {
    fn add(&mut self, path: &KeyPath, values: Vec<muster_protocol::RegistryValue>) {
        let mut kept = Vec::new();
        for value in values {
            self.is_complete &= !value.truncated;
            let value = json!(RegistryValue::from(value));
            match self.room.checked_sub(value.to_string().len()) {
                Some(room) => {
                    self.room = room;
                    kept.push(value);
                }
                None => self.is_complete = false,
            }
        }
        self.keys.push(json!({ "path": path.to_string(), "values": kept }));
    }
}
