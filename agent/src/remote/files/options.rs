//! What a session may do with files.

use super::problem::{FileProblem, ProblemCode};
use crate::clock;
use crate::os::remote_files::Folder;

/// What a session may do with files.
#[derive(Clone, Debug)]
pub struct Options {
    /// Its number, for those who find an upload that it left behind.
    pub session: String,
    /// Whether it may change anything.
    pub may_change: bool,
    /// Bytes that one request may write, when that is less than the disk has.
    pub space: Option<u64>,
    /// Seconds since 1970.
    pub now: fn() -> i64,
}

impl Options {
    /// Those of a session that may do everything.
    pub fn of_session(session: impl Into<String>) -> Self {
        Self { session: session.into(), may_change: true, space: None, now: clock::now_seconds }
    }

    /// Refuses to begin what would fill the disk.
    pub fn check_space(&self, folder: &Folder, needed: u64) -> Result<(), FileProblem> {
        // A disk that does not know how much is free says it when it is full.
        let free = folder.free_space().unwrap_or(u64::MAX);
        let allowed = self.space.unwrap_or(u64::MAX).min(free);
        if needed <= allowed {
            return Ok(());
        }
        let message = format!("It needs {needed} bytes, and {allowed} are free.");
        Err(FileProblem::new(ProblemCode::NoSpace, message))
    }
}
