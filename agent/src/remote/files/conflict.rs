//! What happens when a new file has the name of something that is there already.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;

use super::entry::Entry;
use super::place::Place;
use super::problem::{Details, FileProblem, ProblemCode};
use super::request::IfExists;
use super::safe_path::text_of;
use crate::os::remote_files::name_from_bytes;
use crate::os::{FileFacts, FileKind};

/// Numbers that are tried for a file whose name is taken.
const MAX_NUMBER: u32 = 1000;

/// Refuses what may not take the place of what is there. Returns the file that will be
/// replaced, whose rights the new one gets.
pub fn check_conflict(
    place: &Place,
    if_exists: IfExists,
) -> Result<Option<FileFacts>, FileProblem> {
    let Some(facts) = place.facts()? else { return Ok(None) };
    match (if_exists, facts.kind) {
        (IfExists::KeepBoth, _) => Ok(None),
        (IfExists::Replace, FileKind::File) => Ok(Some(facts)),
        (IfExists::Replace, FileKind::Link) => Ok(None),
        (IfExists::Replace, FileKind::Folder) => {
            let message = format!("{} is a folder.", place.path);
            Err(FileProblem::new(ProblemCode::IsAFolder, message))
        }
        (IfExists::Ask, _) => {
            let existing = Entry::of(text_of(&place.name), &facts);
            Err(place.taken().with(Details::Existing { existing }))
        }
        (IfExists::Replace, FileKind::Other) | (IfExists::Fail, _) => Err(place.taken()),
    }
}

/// Gives a finished file its name in the same folder, or the next one that is free.
/// Returns that name.
pub fn give_name(
    place: &Place,
    draft: &OsStr,
    if_exists: IfExists,
) -> Result<OsString, FileProblem> {
    let folder = &place.folder;
    let replace = if_exists == IfExists::Replace;
    let numbers = if if_exists == IfExists::KeepBoth { MAX_NUMBER } else { 1 };
    for number in 1..=numbers {
        let name = numbered(&place.name, number);
        match folder.rename(draft, folder, &name, replace) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(place.problem(&error)),
        }
    }
    Err(place.taken())
}

/// `report.pdf`, `report (2).pdf`, …
fn numbered(name: &OsStr, number: u32) -> OsString {
    if number < 2 {
        return name.to_owned();
    }
    let bytes = name.as_encoded_bytes();
    // A dot at the beginning hides a file; it begins no ending.
    let dot = bytes.iter().rposition(|byte| *byte == b'.').filter(|at| *at > 0);
    let (stem, ending) = bytes.split_at(dot.unwrap_or(bytes.len()));
    name_from_bytes([stem, format!(" ({number})").as_bytes(), ending].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_before_the_ending() {
        for (name, expected) in [
            ("a.txt", "a (2).txt"),
            ("a", "a (2)"),
            (".profile", ".profile (2)"),
            ("a.tar.gz", "a.tar (2).gz"),
        ] {
            assert_eq!(numbered(OsStr::new(name), 2), expected);
            assert_eq!(numbered(OsStr::new(name), 1), name);
        }
    }
}
