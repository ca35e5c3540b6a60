//! Goes through a folder and all below it: not by calling itself, and through no link, so
//! that neither a deep tree nor a circle of links can hold it up.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;

use super::problem::{FileProblem, ProblemCode};
use super::safe_path::text_of;
use crate::os::remote_files::{Entries, Folder};
use crate::os::{FileFacts, FileKind};

/// Folders in folders; each one keeps two files open.
pub const MAX_DEPTH: usize = 200;

/// What a walk comes to.
#[derive(Debug)]
pub enum Step {
    /// A folder, in which the walk is from now on.
    Entered(OsString, FileFacts),
    /// Something else in the folder in which the walk is.
    Item(OsString, FileFacts),
    /// The end of a folder; the walk is in the one above again.
    Left(OsString),
    /// What the walk cannot go into, and why.
    Refused(FileProblem),
}

/// A walk through a folder.
pub struct Walk {
    levels: Vec<Level>,
    /// Other disks may be mounted below: they are another matter.
    device: u64,
}

struct Level {
    folder: Folder,
    entries: Entries,
    name: OsString,
}

impl Walk {
    /// Begins in a folder, which is not itself a step.
    pub fn begin(parent: &Folder, name: &OsStr) -> Result<Self, FileProblem> {
        let level = Level::open(parent, name)?;
        let device = level.folder.own_facts().map_err(|error| problem(&error, name))?.device;
        Ok(Self { levels: vec![level], device })
    }

    /// The folder in which the walk is; none after its end.
    pub fn folder(&self) -> Option<&Folder> {
        self.levels.last().map(|level| &level.folder)
    }

    /// The next step; none at the end.
    pub fn step(&mut self) -> Result<Option<Step>, FileProblem> {
        while let Some(level) = self.levels.last_mut() {
            let Some(entry) = level.entries.next() else {
                let left = self.levels.pop().map(|level| Step::Left(level.name));
                // The last one is where it began.
                return Ok(left.filter(|_| !self.levels.is_empty()));
            };
            let (name, _) = entry.map_err(|error| problem(&error, &level.name))?;
            match level.folder.facts(&name) {
                Ok(facts) if facts.kind == FileKind::Folder => {
                    return Ok(Some(self.enter(name, facts)));
                }
                Ok(facts) => return Ok(Some(Step::Item(name, facts))),
                // Somebody removed it meanwhile.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Ok(Some(Step::Refused(problem(&error, &name)))),
            }
        }
        Ok(None)
    }

    fn enter(&mut self, name: OsString, facts: FileFacts) -> Step {
        let refuse = |code, why: String| {
            let message = format!("{} {why}.", text_of(&name));
            Step::Refused(FileProblem::new(code, message))
        };
        if facts.device != self.device {
            return refuse(ProblemCode::CrossesLimit, "is another disk, mounted there".to_owned());
        }
        if self.levels.len() >= MAX_DEPTH {
            return refuse(ProblemCode::TooLarge, format!("is more than {MAX_DEPTH} folders deep"));
        }
        match self.levels.last().map(|level| Level::open(&level.folder, &name)) {
            Some(Ok(level)) => self.levels.push(level),
            Some(Err(problem)) => return Step::Refused(problem),
            None => {}
        }
        Step::Entered(name, facts)
    }
}

impl Level {
    fn open(parent: &Folder, name: &OsStr) -> Result<Self, FileProblem> {
        let folder = parent.enter(name).map_err(|error| problem(&error, name))?;
        let entries = folder.entries().map_err(|error| problem(&error, name))?;
        Ok(Self { folder, entries, name: name.to_owned() })
    }
}

fn problem(error: &std::io::Error, name: &OsStr) -> FileProblem {
    FileProblem::of_io(error, text_of(name))
}
