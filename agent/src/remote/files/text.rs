//! Small texts: read as a whole, and written only over what was read.

use std::io::{ErrorKind, Read, Write};

use super::answer::Answer;
use super::chunks::hash_of;
use super::options::Options;
use super::place::Place;
use super::problem::{Details, FileProblem, ProblemCode};
use super::safe_path::SafePath;
use super::temporary::{draft_name, remove_leftovers};
use crate::os::FileFacts;
use crate::os::remote_files::{facts_of, take_rights};

/// Bytes of a text.
pub const MAX_TEXT: u64 = 1 << 20;

/// A text of at most 1 MiB.
pub fn read_text(path: SafePath) -> Result<Answer, FileProblem> {
    let place = Place::to_read(path)?;
    let (content, _) = read(&place)?;
    let (hash, size) = (hash_of(&content), content.len() as u64);
    let text = String::from_utf8(content).ok();
    let utf8 = text.is_some();
    Ok(Answer::Text { text, utf8, hash, size })
}

/// Writes a text when the file is still what somebody read: at once as a whole, and with
/// the same owner and the same rights.
pub fn write_text(
    path: SafePath,
    text: &str,
    if_hash: Option<&str>,
    options: &Options,
) -> Result<Answer, FileProblem> {
    let size = text.len() as u64;
    if size > MAX_TEXT {
        return Err(too_large(&path));
    }
    let place = Place::to_write(path)?;
    if if_hash.is_none() {
        place.path.check_new_name()?;
    }
    options.check_space(&place.folder, size)?;
    remove_leftovers(&place.folder, (options.now)());
    let before = check_hash(&place, if_hash)?;
    let draft = draft_name(&place.name);
    let written = write_draft(&place, &draft, text, before.as_ref())
        .and_then(|()| give_name(&place, &draft, before.as_ref(), if_hash));
    if written.is_err() {
        let _ = place.folder.remove_file(&draft);
    }
    written?;
    place.folder.sync().map_err(|error| place.problem(&error))?;
    Ok(Answer::Saved { hash: hash_of(text.as_bytes()), size })
}

/// Whether the file is what somebody read. Returns what is known of it.
fn check_hash(place: &Place, if_hash: Option<&str>) -> Result<Option<FileFacts>, FileProblem> {
    let (found, facts) = match read(place) {
        Ok((content, facts)) => (Some(hash_of(&content)), Some(facts)),
        Err(problem) if problem.code == ProblemCode::NotFound => (None, None),
        // A larger one is not what was read.
        Err(problem) => return Err(problem),
    };
    match found.as_deref() == if_hash {
        true => Ok(facts),
        false => Err(changed(place, if_hash, found)),
    }
}

fn write_draft(
    place: &Place,
    draft: &std::ffi::OsStr,
    text: &str,
    like: Option<&FileFacts>,
) -> Result<(), FileProblem> {
    let problem = |error: std::io::Error| place.problem(&error);
    let mut file = place.folder.create_private(draft).map_err(problem)?;
    file.write_all(text.as_bytes()).map_err(problem)?;
    if !take_rights(&file, like).map_err(problem)? {
        let message = format!("The agent cannot keep the owner of {}.", place.path);
        return Err(FileProblem::new(ProblemCode::NoPermission, message));
    }
    file.sync_all().map_err(problem)
}

/// Puts the draft in the place of the file, when that is still the one that was read.
fn give_name(
    place: &Place,
    draft: &std::ffi::OsStr,
    before: Option<&FileFacts>,
    if_hash: Option<&str>,
) -> Result<(), FileProblem> {
    if let Some(before) = before {
        let now = place.facts()?;
        if !now.is_some_and(|now| now.is_unchanged(before)) {
            return Err(changed(place, if_hash, None));
        }
    }
    let folder = &place.folder;
    match folder.rename(draft, folder, &place.name, before.is_some()) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(changed(place, if_hash, None))
        }
        other => other.map_err(|error| place.problem(&error)),
    }
}

fn read(place: &Place) -> Result<(Vec<u8>, FileFacts), FileProblem> {
    let problem = |error: std::io::Error| place.problem(&error);
    let file = place.folder.open_to_read(&place.name).map_err(problem)?;
    let facts = facts_of(&file).map_err(problem)?;
    let mut content = Vec::new();
    // Some files of the system say that they have no size.
    file.take(MAX_TEXT + 1).read_to_end(&mut content).map_err(problem)?;
    match content.len() as u64 > MAX_TEXT {
        true => Err(too_large(&place.path)),
        false => Ok((content, facts)),
    }
}

fn too_large(path: &SafePath) -> FileProblem {
    let message = format!("{path} has more than 1 MiB: download it instead.");
    FileProblem::new(ProblemCode::TooLarge, message)
}

fn changed(place: &Place, if_hash: Option<&str>, hash: Option<String>) -> FileProblem {
    let message = format!("{} is not what it was when it was read.", place.path);
    let details = Details::Hashes { if_hash: if_hash.map(str::to_owned), hash };
    FileProblem::new(ProblemCode::Changed, message).with(details)
}
