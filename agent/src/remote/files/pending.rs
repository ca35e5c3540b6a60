//! Uploads whose hashes do not fit into one request wait here for the rest of them.

use std::collections::HashMap;

use super::chunks::HashList;
use super::problem::{FileProblem, ProblemCode};
use super::request::{IfExists, UploadRequest};
use super::safe_path::SafePath;

/// Uploads that may wait at once; each keeps its hashes in memory.
const MAX_WAITING: usize = 8;

/// An upload that begins when all its hashes are here.
#[derive(Debug)]
pub struct PendingUpload {
    /// Where the file should be.
    pub path: SafePath,
    /// Its hashes so far.
    pub list: HashList,
    /// What to do with a file of that name.
    pub if_exists: IfExists,
}

/// Uploads that wait, by the number of their request.
#[derive(Debug, Default)]
pub struct PendingUploads(HashMap<u64, PendingUpload>);

impl PendingUpload {
    /// What a request says.
    pub fn of(request: &UploadRequest) -> Result<Self, FileProblem> {
        let path = request.path.check()?;
        let mut list = HashList::begin(request.size, &request.id)?;
        list.add(&request.hashes)?;
        Ok(Self { path, list, if_exists: request.if_exists })
    }
}

impl PendingUploads {
    /// Has one wait for its hashes.
    pub fn keep(&mut self, id: u64, upload: PendingUpload) -> Result<(), FileProblem> {
        if self.0.len() >= MAX_WAITING && !self.0.contains_key(&id) {
            let message = format!("{MAX_WAITING} uploads already wait for their hashes.");
            return Err(FileProblem::new(ProblemCode::TooLarge, message));
        }
        self.0.insert(id, upload);
        Ok(())
    }

    /// Adds hashes to one that waits, and takes it out; with wrong hashes it is gone.
    pub fn add(&mut self, id: u64, hashes: &str) -> Result<PendingUpload, FileProblem> {
        let Some(mut upload) = self.0.remove(&id) else {
            let message = "No upload of that number waits for hashes.";
            return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
        };
        upload.list.add(hashes)?;
        Ok(upload)
    }

    /// Forgets one that was cancelled.
    pub fn remove(&mut self, id: u64) {
        self.0.remove(&id);
    }
}
