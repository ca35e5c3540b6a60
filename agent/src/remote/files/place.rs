//! Goes from a path to the open folder and the name that it means.

use std::ffi::{OsStr, OsString};

use super::problem::{FileProblem, ProblemCode};
use super::safe_path::{SafePath, text_of};
use crate::os::remote_files::Folder;
use crate::os::{FileFacts, Links};

/// A name in an open folder.
#[derive(Debug)]
pub struct Place {
    /// The folder, wherever it is moved to.
    pub folder: Folder,
    /// The name, of something that may not be there yet.
    pub name: OsString,
    /// The path that led here, for sentences.
    pub path: SafePath,
}

impl Place {
    /// Where a path leads for somebody who only reads: through every link.
    pub fn to_read(path: SafePath) -> Result<Self, FileProblem> {
        Self::find(path, Links::Follow, true)
    }

    /// What a path names, a link itself when it is one, for somebody who only looks.
    pub fn to_stat(path: SafePath) -> Result<Self, FileProblem> {
        Self::find(path, Links::Follow, false)
    }

    /// What a path names, a link itself when it is one, for somebody who changes it.
    pub fn to_change(path: SafePath) -> Result<Self, FileProblem> {
        Self::find(path, Links::Trusted, false)
    }

    /// Where a path leads for somebody who changes content: through links that can be
    /// trusted.
    pub fn to_write(path: SafePath) -> Result<Self, FileProblem> {
        Self::find(path, Links::Trusted, true)
    }

    fn find(path: SafePath, links: Links, follow: bool) -> Result<Self, FileProblem> {
        match Folder::open_parent(path.root(), &path.names(), links, follow) {
            Ok((folder, name)) => Ok(Self { folder, name, path }),
            Err(error) => Err(FileProblem::of_io(&error, path)),
        }
    }

    /// What is known of what has the name; none when nothing has.
    pub fn facts(&self) -> Result<Option<FileFacts>, FileProblem> {
        match self.folder.facts(&self.name) {
            Ok(facts) => Ok(Some(facts)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.problem(&error)),
        }
    }

    /// What the system said about this path.
    pub fn problem(&self, error: &std::io::Error) -> FileProblem {
        FileProblem::of_io(error, &self.path)
    }

    /// The path of another name in the same folder.
    pub fn path_of(&self, name: &OsStr) -> String {
        let path = self.path.to_string();
        let named = self.path.name().map(|name| text_of(&name)).unwrap_or_default();
        let folder = path.strip_suffix(&named).unwrap_or(&path);
        format!("{folder}{}", text_of(name))
    }

    /// Something has the name already.
    pub fn taken(&self) -> FileProblem {
        FileProblem::new(ProblemCode::Exists, format!("{} exists already.", self.path))
    }
}
