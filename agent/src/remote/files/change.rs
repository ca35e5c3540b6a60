//! The small changes: a new folder, another name, other rights.

use super::answer::Answer;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::safe_path::SafePath;

/// All bits that a mode has.
const ALL_BITS: u32 = 0o7777;

/// One thing was changed.
pub fn done() -> Answer {
    Answer::Done { items: 1, bytes: 0, left_out: 0 }
}

/// A new folder.
pub fn make_folder(path: SafePath) -> Result<Answer, FileProblem> {
    path.check_new_name()?;
    let place = Place::to_change(path)?;
    let made = place.folder.make_folder(&place.name, false);
    made.map_err(|error| place.problem(&error))?;
    sync(&place)?;
    Ok(done())
}

/// Another name or another folder.
pub fn rename(from: SafePath, to: SafePath, replace: bool) -> Result<Answer, FileProblem> {
    to.check_new_name()?;
    refuse_within(&to, &from)?;
    let (from, to) = (Place::to_change(from)?, Place::to_change(to)?);
    // What is missing is the source, whatever the system means.
    from.folder.facts(&from.name).map_err(|error| from.problem(&error))?;
    let moved = from.folder.rename(&from.name, &to.folder, &to.name, replace);
    moved.map_err(|error| to.problem(&error))?;
    sync(&from)?;
    sync(&to)?;
    Ok(done())
}

/// Refuses to put a folder into itself.
pub fn refuse_within(path: &SafePath, folder: &SafePath) -> Result<(), FileProblem> {
    match path != folder && path.is_within(folder) {
        true => {
            let message = format!("{path} is below {folder}.");
            Err(FileProblem::new(ProblemCode::InvalidPath, message))
        }
        false => Ok(()),
    }
}

/// Who may do what.
pub fn set_permissions(
    path: SafePath,
    mode: Option<u32>,
    read_only: Option<bool>,
) -> Result<Answer, FileProblem> {
    if mode.is_some_and(|mode| mode > ALL_BITS) || (mode, read_only) == (None, None) {
        let message = "It needs a mode from 0 to 4095, or read_only.";
        return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
    }
    let place = Place::to_change(path)?;
    let changed = mode.map_or(Ok(()), |mode| place.folder.set_mode(&place.name, mode));
    changed.map_err(|error| place.problem(&error))?;
    let changed =
        read_only.map_or(Ok(()), |is_set| place.folder.set_read_only(&place.name, is_set));
    changed.map_err(|error| place.problem(&error))?;
    Ok(done())
}

/// Whose it is.
pub fn set_owner(
    path: SafePath,
    owner: Option<&str>,
    group: Option<&str>,
) -> Result<Answer, FileProblem> {
    if (owner, group) == (None, None) {
        let message = "It needs an owner or a group.";
        return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
    }
    let place = Place::to_change(path)?;
    let changed = place.folder.set_owner(&place.name, owner, group);
    changed.map_err(|error| place.problem(&error))?;
    Ok(done())
}

fn sync(place: &Place) -> Result<(), FileProblem> {
    place.folder.sync().map_err(|error| place.problem(&error))
}
