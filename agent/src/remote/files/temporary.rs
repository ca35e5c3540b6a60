//! The names of files that are not finished, and the end of those that never will be.

use std::ffi::{OsStr, OsString};
use std::fs::File;

use muster_protocol::hex;
use rand::RngExt;
use ring::digest::{SHA256, digest};

use super::delete::remove_all;
use super::job::{Cancel, Job};
use super::journal::read_record;
use crate::os::FileKind;
use crate::os::remote_files::{Folder, is_own, name_from_bytes};

/// After the name of a file that is being uploaded.
const PART: &str = ".part";

/// After the name of the part: what is in it already.
const JOURNAL: &str = ".json";

/// After the names of copies and texts that are being written.
const DRAFT: &str = ".muster-draft";

/// Bytes of a name that leave room for what is added to it.
const MAX_NAME: usize = 220;

/// Nobody comes back to an upload after so long.
const KEPT_SECONDS: i64 = 7 * 24 * 60 * 60;

/// Names that are looked at in a folder: a larger one is not searched for leftovers.
const MAX_SEARCHED: usize = 20_000;

/// Where the content of an upload grows. The same for each attempt.
pub fn part_name(name: &OsStr) -> OsString {
    hidden(name, PART)
}

/// Where it is recorded what is there already.
pub fn journal_name(part: &OsStr) -> OsString {
    let mut journal = part.to_owned();
    journal.push(JOURNAL);
    journal
}

/// A name for something that is written and renamed in one go.
pub fn draft_name(name: &OsStr) -> OsString {
    let number: u64 = rand::rng().random();
    hidden(name, &format!(".{number:016x}{DRAFT}"))
}

fn hidden(name: &OsStr, ending: &str) -> OsString {
    let bytes = name.as_encoded_bytes();
    let mut hidden = OsString::from(".");
    match bytes.len() <= MAX_NAME {
        true => hidden.push(name),
        // As long a name is named by its hash: no two share a file.
        false => hidden.push(hex::encode(digest(&SHA256, bytes).as_ref())),
    }
    hidden.push(ending);
    hidden
}

/// Removes what dead uploads and copies left in a folder long ago. What cannot be removed
/// stays: it is not what the caller came for.
pub fn remove_leftovers(folder: &Folder, now_seconds: i64) {
    let Ok(entries) = folder.entries() else { return };
    let names = entries.take(MAX_SEARCHED).filter_map(|entry| entry.ok().map(|(name, _)| name));
    let is_ours = |name: &OsString| {
        let bytes = name.as_encoded_bytes();
        let is_upload = bytes.ends_with(format!("{PART}{JOURNAL}").as_bytes());
        bytes.starts_with(b".") && (is_upload || bytes.ends_with(DRAFT.as_bytes()))
    };
    let found: Vec<OsString> = names.filter(is_ours).collect();
    for name in found {
        let is_old = |name: &OsStr| {
            let facts = folder.facts(name);
            facts.is_ok_and(|facts| facts.seconds.saturating_add(KEPT_SECONDS) < now_seconds)
        };
        if !is_old(&name) {
            continue;
        }
        let removed = match name.as_encoded_bytes().strip_suffix(JOURNAL.as_bytes()) {
            Some(part) => {
                let part = name_from_bytes(part.to_vec());
                let is_alive = folder.facts(&part).is_ok() && !is_old(&part);
                !is_alive && remove_upload(folder, &part, &name)
            }
            None => remove_draft(folder, &name),
        };
        if removed {
            tracing::info!(name = %name.to_string_lossy(), "removed what an upload left behind");
        }
    }
}

/// Only what a journal of the agent says to be an upload is one.
fn remove_upload(folder: &Folder, part: &OsStr, journal: &OsStr) -> bool {
    // An empty one is of an upload that ended at once.
    let is_journal = |mut file: File| {
        file.metadata().is_ok_and(|file| file.len() == 0) || read_record(&mut file).is_some()
    };
    let is_upload = folder.open_private(journal).is_ok_and(is_journal);
    let is_ours = match folder.open_private(part) {
        // Somebody who uploads it right now holds it.
        Ok(file) => file.try_lock().is_ok(),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if !is_upload || !is_ours {
        return false;
    }
    let _ = folder.remove_file(part);
    folder.remove_file(journal).is_ok()
}

/// Only what the agent owns is a draft of it.
fn remove_draft(folder: &Folder, name: &OsStr) -> bool {
    let is_ours = match folder.facts(name) {
        Ok(facts) if facts.kind == FileKind::Folder => is_own(&facts),
        Ok(_) => folder.open_private(name).is_ok(),
        Err(_) => false,
    };
    is_ours && remove_all(folder, name, &mut Job::new(Cancel::default(), &mut |_| {})).is_ok()
}

#[cfg(test)]
#[path = "temporary_tests.rs"]
mod tests;
