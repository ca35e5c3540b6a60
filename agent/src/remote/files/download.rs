//! The content of a file, from any chunk on, as long as it stays the same file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use super::answer::Answer;
use super::chunks::{CHUNK, hash_of, range_of};
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::request::DownloadRequest;
use super::safe_path::text_of;
use crate::os::FileFacts;
use crate::os::remote_files::facts_of;

/// A file that is being read.
#[derive(Debug)]
pub struct Download {
    file: File,
    facts: FileFacts,
    from: u64,
    may_grow: bool,
    place: Place,
}

impl Download {
    /// Opens a file. It stays the one that was opened, whatever gets its name.
    pub fn begin(request: &DownloadRequest) -> Result<Self, FileProblem> {
        let place = Place::to_read(request.path.check()?)?;
        let file = place.folder.open_to_read(&place.name);
        let file = file.map_err(|error| place.problem(&error))?;
        let facts = facts_of(&file).map_err(|error| place.problem(&error))?;
        let from = request.from_chunk.saturating_mul(CHUNK);
        let download = Self { file, facts, from, may_grow: request.may_grow, place };
        if request.if_version.as_ref().is_some_and(|version| *version != download.version()) {
            return Err(download.changed());
        }
        if from > download.facts.size {
            let message = "The file has no such chunk.";
            return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
        }
        Ok(download)
    }

    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        self.facts.size
    }

    /// What the viewer needs to begin.
    pub fn answer(&self) -> Answer {
        Answer::Download {
            name: text_of(&self.place.name),
            chunk: CHUNK,
            from: self.from,
            size: self.facts.size,
            version: self.version(),
        }
    }

    /// The first byte that is wanted.
    pub fn first_byte(&self) -> u64 {
        self.from
    }

    /// Bytes from here on: as many as wanted, and at most a chunk; none at the end. Fails
    /// when the file has changed since it was opened.
    pub fn read(&mut self, offset: u64, max: usize) -> Result<Vec<u8>, FileProblem> {
        let left = self.facts.size.saturating_sub(offset).min(CHUNK);
        let length = usize::try_from(left).unwrap_or(usize::MAX).min(max);
        let mut content = Vec::with_capacity(length);
        let read = self
            .file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| (&self.file).take(length as u64).read_to_end(&mut content));
        read.map_err(|error| self.place.problem(&error))?;
        // After reading: what was read before a change is what the file was.
        let now = facts_of(&self.file).map_err(|error| self.place.problem(&error))?;
        let is_same = match self.may_grow {
            true => now.is_same_file(&self.facts) && now.size >= self.facts.size,
            false => now.is_unchanged(&self.facts),
        };
        match is_same && content.len() == length {
            true => Ok(content),
            false => Err(self.changed()),
        }
    }

    /// SHA-256 of one chunk, in hex.
    pub fn hash(&mut self, index: u64) -> Result<String, FileProblem> {
        let range = range_of(index, self.facts.size);
        let length = usize::try_from(range.to - range.from).unwrap_or(usize::MAX);
        Ok(hash_of(&self.read(range.from, length)?))
    }

    /// Differs when the content may differ.
    fn version(&self) -> String {
        let FileFacts { size, seconds, nanos, device, number, .. } = &self.facts;
        // A file that may grow is the same one while it is the same file.
        match self.may_grow {
            true => format!("{device:x}-{number:x}"),
            false => format!("{size:x}-{seconds:x}-{nanos:x}-{device:x}-{number:x}"),
        }
    }

    fn changed(&self) -> FileProblem {
        let message = format!("{} was changed while it was read.", self.place.path);
        FileProblem::new(ProblemCode::Changed, message)
    }
}

#[cfg(test)]
#[path = "download_tests.rs"]
mod tests;
