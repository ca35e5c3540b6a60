//! Lists a folder in pages: folders first, then by name.
//!
//! A folder may hold millions of names. All of them are read, for the order, and only as
//! many are kept as the page has.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ffi::{OsStr, OsString};

use super::answer::{Answer, Root};
use super::entry::Entry;
use super::job::Job;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::safe_path::{SafePath, text_of};
use crate::os::remote_files::{AccountNames, Folder, roots};
use crate::os::{FileFacts, FileKind, Links};

/// Entries of a page.
pub const MAX_PAGE: usize = 1000;

/// Where something is in the order, and what it is called.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    is_after_folders: bool,
    folded: String,
    text: String,
}

/// A name with its position; the order is that of the positions.
struct Named {
    position: Position,
    name: OsString,
}

/// The folders in which everything else is.
pub fn list_roots() -> Answer {
    let root = |path: String| {
        let folder = Folder::open(&path, &[], Links::Follow).ok();
        let free = folder.and_then(|folder| folder.free_space().ok());
        Root { path, free }
    };
    Answer::Roots { roots: roots().into_iter().map(root).collect() }
}

/// One page of a folder.
pub fn list_folder(
    path: &SafePath,
    after: Option<&str>,
    limit: Option<usize>,
    job: &mut Job<'_>,
) -> Result<Answer, FileProblem> {
    let problem = |error: &std::io::Error| FileProblem::of_io(error, path);
    let limit = limit.unwrap_or(MAX_PAGE).clamp(1, MAX_PAGE);
    let after = after.map(read_cursor).transpose()?;
    let folder =
        Folder::open(path.root(), &path.names(), Links::Follow).map_err(|error| problem(&error))?;

    let (mut total, mut first, mut is_more) = (0, BinaryHeap::new(), false);
    for entry in folder.entries().map_err(|error| problem(&error))? {
        let (name, kind) = entry.map_err(|error| problem(&error))?;
        total += 1;
        job.advance(1)?;
        let position = Position::of(&folder, &name, kind);
        if after.as_ref().is_some_and(|after| position <= *after) {
            continue;
        }
        first.push(Named { position, name });
        if first.len() > limit {
            first.pop();
            is_more = true;
        }
    }
    let page = first.into_sorted_vec();
    let next = page.last().filter(|_| is_more).map(|last| cursor_of(&last.position));
    Ok(Answer::Page { entries: describe_all(&folder, &page), next, total })
}

/// One file or folder; of a link, the link.
pub fn stat(path: SafePath) -> Result<Answer, FileProblem> {
    if path.name().is_none() {
        let folder = Folder::open(path.root(), &[], Links::Follow);
        let facts = folder.and_then(|folder| folder.own_facts());
        let facts = facts.map_err(|error| FileProblem::of_io(&error, &path))?;
        return Ok(Answer::Entry { entry: Entry::of(path.to_string(), &facts) });
    }
    let place = Place::to_stat(path)?;
    let facts = place.folder.facts(&place.name).map_err(|error| place.problem(&error))?;
    let entry = describe(&place.folder, &place.name, &facts, &mut AccountNames::default());
    Ok(Answer::Entry { entry })
}

fn describe_all(folder: &Folder, page: &[Named]) -> Vec<Entry> {
    let mut accounts = AccountNames::default();
    let entry = |named: &Named| {
        // What went away meanwhile is not in the page.
        let facts = folder.facts(&named.name).ok()?;
        Some(describe(folder, &named.name, &facts, &mut accounts))
    };
    page.iter().filter_map(entry).collect()
}

fn describe(
    folder: &Folder,
    name: &OsStr,
    facts: &FileFacts,
    accounts: &mut AccountNames,
) -> Entry {
    let mut entry = Entry::of(text_of(name), facts);
    (entry.owner, entry.group) = accounts.names_of(folder, name, facts);
    entry.readable = folder.is_readable(name);
    if facts.kind == FileKind::Link {
        entry.target = folder.link_target(name).ok().map(|target| text_of(&target));
    }
    entry
}

impl Position {
    fn of(folder: &Folder, name: &OsStr, kind: Option<FileKind>) -> Self {
        let kind = kind.or_else(|| folder.facts(name).ok().map(|facts| facts.kind));
        let text = text_of(name);
        Self { is_after_folders: kind != Some(FileKind::Folder), folded: text.to_lowercase(), text }
    }
}

/// The position as text: whoever asks for the next page sends it back.
fn cursor_of(position: &Position) -> String {
    let group = if position.is_after_folders { 'f' } else { 'd' };
    format!("{group}{}", position.text)
}

fn read_cursor(text: &str) -> Result<Position, FileProblem> {
    let is_after_folders = match text.chars().next() {
        Some('d') => false,
        Some('f') => true,
        _ => {
            let message = "after should be what next was in the page before.";
            return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
        }
    };
    let text = text[1..].to_owned();
    Ok(Position { is_after_folders, folded: text.to_lowercase(), text })
}

impl Ord for Named {
    fn cmp(&self, other: &Self) -> Ordering {
        self.position.cmp(&other.position)
    }
}

impl PartialOrd for Named {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl Eq for Named {}

#[cfg(test)]
#[path = "list_tests.rs"]
mod tests;
