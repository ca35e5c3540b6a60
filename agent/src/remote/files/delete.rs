//! Removes a file, or a folder with all that is below it. Links go, and not what they
//! lead to.

use std::ffi::OsStr;
use std::io::ErrorKind;

use super::answer::Answer;
use super::job::Job;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::safe_path::{SafePath, text_of};
use super::walk::{Step, Walk};
use crate::os::FileKind;
use crate::os::remote_files::Folder;

/// Some file systems leave names out while others are removed; and somebody may add some.
const MAX_PASSES: u32 = 8;

/// Removes what a path names.
pub fn delete(path: SafePath, job: &mut Job<'_>) -> Result<Answer, FileProblem> {
    if path.name().is_none() {
        let message = format!("{path} is a disk, which cannot be deleted.");
        return Err(FileProblem::new(ProblemCode::InvalidPath, message));
    }
    let place = Place::to_change(path)?;
    let items = remove_all(&place.folder, &place.name, job)?;
    place.folder.sync().map_err(|error| place.problem(&error))?;
    Ok(Answer::Done { items, bytes: 0, left_out: 0 })
}

/// Removes something in a folder with all that is below it, and counts it.
pub fn remove_all(folder: &Folder, name: &OsStr, job: &mut Job<'_>) -> Result<u64, FileProblem> {
    let problem = |error: &std::io::Error| FileProblem::of_io(error, text_of(name));
    let facts = folder.facts(name).map_err(|error| problem(&error))?;
    if facts.kind != FileKind::Folder {
        folder.remove_file(name).map_err(|error| problem(&error))?;
        job.advance(1)?;
        return Ok(1);
    }
    let own = folder.own_facts().map_err(|error| problem(&error))?;
    if facts.device != own.device {
        // All on it would be gone before it turns out that the folder stays.
        let message = format!("{} is another disk, mounted there.", text_of(name));
        return Err(FileProblem::new(ProblemCode::CrossesLimit, message));
    }
    let mut removed = 0;
    for _ in 0..MAX_PASSES {
        removed += remove_below(folder, name, job)?;
        match folder.remove_folder(name) {
            Ok(()) => {
                job.advance(1)?;
                return Ok(removed + 1);
            }
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
            Err(error) => return Err(problem(&error)),
        }
    }
    Err(problem(&ErrorKind::DirectoryNotEmpty.into()))
}

/// One pass through a folder; what is left is for the next one.
fn remove_below(parent: &Folder, name: &OsStr, job: &mut Job<'_>) -> Result<u64, FileProblem> {
    let mut removed = 0;
    let mut walk = Walk::begin(parent, name)?;
    while let Some(step) = walk.step()? {
        let Some(folder) = walk.folder() else { break };
        let (done, name) = match step {
            Step::Entered(..) => continue,
            Step::Item(name, _) => (folder.remove_file(&name), name),
            Step::Left(name) => (folder.remove_folder(&name), name),
            Step::Refused(problem) => return Err(problem),
        };
        match done {
            Ok(()) => {
                removed += 1;
                job.advance(1)?;
            }
            Err(error) if error.kind() == ErrorKind::DirectoryNotEmpty => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(FileProblem::of_io(&error, text_of(&name))),
        }
    }
    Ok(removed)
}
