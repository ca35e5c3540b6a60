//! Why something with a file did not work: a code for programs, a sentence for people.

use std::fmt::Display;
use std::io::{self, ErrorKind};

use serde::Serialize;

use super::entry::Entry;
use crate::os::PlantedLink;

/// Why something with a file did not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// Nothing has that name.
    NotFound,
    /// The system or the policy does not allow it.
    NoPermission,
    /// Something has that name already.
    Exists,
    /// It should be a folder.
    NotAFolder,
    /// It should not be a folder.
    IsAFolder,
    /// The disk, or what one may use of it, is full.
    NoSpace,
    /// The file system or the session lets nothing be changed.
    ReadOnly,
    /// A name or a path is longer than the system takes.
    NameTooLong,
    /// It is not what it was when it was read.
    Changed,
    /// It is larger than this way of doing it allows.
    TooLarge,
    /// Somebody cancelled it.
    Cancelled,
    /// No path of this system, or none that may be used.
    InvalidPath,
    /// It leads through a link that others may have put there, or to another disk.
    CrossesLimit,
    /// The request makes no sense.
    InvalidRequest,
    /// Everything else.
    Io,
}

/// What a viewer needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// The content that was expected, and the one that is there.
    Hashes {
        /// What the viewer read; none when it wants a new file.
        if_hash: Option<String>,
        /// What is there; none when nothing is.
        hash: Option<String>,
    },
    /// What has the name already.
    Existing {
        /// As in a list.
        existing: Entry,
    },
}

/// Why something with a file did not work.
#[derive(Clone, Debug, PartialEq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct FileProblem {
    /// For programs.
    pub code: ProblemCode,
    /// For people.
    pub message: String,
    /// What a viewer needs to go on.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub details: Option<Box<Details>>,
}

impl FileProblem {
    /// A problem in one sentence.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None }
    }

    /// Adds what a viewer needs to go on.
    pub fn with(mut self, details: Details) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// What the system said about a file.
    pub fn of_io(error: &io::Error, what: impl Display) -> Self {
        if error.get_ref().is_some_and(|inner| inner.is::<PlantedLink>()) {
            let message = format!(
                "{what} leads through a link that others could have put there; use the path \
                 it leads to."
            );
            return Self::new(ProblemCode::CrossesLimit, message);
        }
        let (code, message) = match error.kind() {
            ErrorKind::NotFound => (ProblemCode::NotFound, "is not there"),
            ErrorKind::PermissionDenied => {
                (ProblemCode::NoPermission, "may not be used so by the agent")
            }
            ErrorKind::AlreadyExists => (ProblemCode::Exists, "exists already"),
            ErrorKind::DirectoryNotEmpty => (ProblemCode::Exists, "is not empty"),
            ErrorKind::NotADirectory => (ProblemCode::NotAFolder, "is not a folder"),
            ErrorKind::IsADirectory => (ProblemCode::IsAFolder, "is a folder"),
            ErrorKind::StorageFull => (ProblemCode::NoSpace, "does not fit: the disk is full"),
            ErrorKind::QuotaExceeded => (ProblemCode::NoSpace, "does not fit into the quota"),
            ErrorKind::FileTooLarge => (ProblemCode::TooLarge, "is too large for this disk"),
            ErrorKind::ReadOnlyFilesystem => (ProblemCode::ReadOnly, "is on a read-only disk"),
            ErrorKind::InvalidFilename => (ProblemCode::NameTooLong, "has a name that is too long"),
            ErrorKind::CrossesDevices => {
                (ProblemCode::CrossesLimit, "is on another disk: copy it and delete this one")
            }
            _ => return Self::new(ProblemCode::Io, format!("{what}: {error}.")),
        };
        Self::new(code, format!("{what} {message}."))
    }

    /// Somebody cancelled it.
    pub fn cancelled() -> Self {
        Self::new(ProblemCode::Cancelled, "It was cancelled.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_has_a_code_and_a_sentence() {
        for (kind, code) in [
            (ErrorKind::NotFound, "not_found"),
            (ErrorKind::PermissionDenied, "no_permission"),
            (ErrorKind::AlreadyExists, "exists"),
            (ErrorKind::DirectoryNotEmpty, "exists"),
            (ErrorKind::NotADirectory, "not_a_folder"),
            (ErrorKind::IsADirectory, "is_a_folder"),
            (ErrorKind::StorageFull, "no_space"),
            (ErrorKind::QuotaExceeded, "no_space"),
            (ErrorKind::FileTooLarge, "too_large"),
            (ErrorKind::ReadOnlyFilesystem, "read_only"),
            (ErrorKind::InvalidFilename, "name_too_long"),
            (ErrorKind::CrossesDevices, "crosses_limit"),
            (ErrorKind::TimedOut, "io"),
        ] {
            let problem = FileProblem::of_io(&kind.into(), "/a/b");
            let json = serde_json::to_value(&problem).unwrap();
            assert_eq!(json["code"], code, "{kind:?}");
            assert!(problem.message.starts_with("/a/b") && problem.message.ends_with('.'));
            assert_eq!(json.as_object().unwrap().len(), 2, "{json}");
        }
        let planted = FileProblem::of_io(&PlantedLink.into(), "/a/b");
        assert_eq!(planted.code, ProblemCode::CrossesLimit);
    }

    #[test]
    fn what_a_viewer_needs_is_beside_the_sentence() {
        let hashes = Details::Hashes { if_hash: Some("a".to_owned()), hash: None };
        let problem = FileProblem::new(ProblemCode::Changed, "It changed.").with(hashes);
        let json = serde_json::json!(
            {"code": "changed", "message": "It changed.", "if_hash": "a", "hash": null}
        );
        assert_eq!(serde_json::to_value(problem).unwrap(), json);
    }
}
