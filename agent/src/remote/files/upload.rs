//! A file that comes in chunks: each is checked before it counts, and nothing has the real
//! name before all are there.

use std::io;

use super::answer::{Answer, ByteRange};
use super::chunks::{CHUNK, ChunkSet, HashList, range_of};
use super::conflict::{check_conflict, give_name};
use super::job::Job;
use super::journal::Record;
use super::options::Options;
use super::part::Part;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::request::IfExists;
use super::safe_path::SafePath;
use super::temporary::remove_leftovers;
use crate::os::Links;
use crate::os::remote_files::{Folder, facts_of, take_rights};

/// Chunks between two records: so many are sent again at most when the machine dies.
const BETWEEN_RECORDS: u32 = 16;

/// A file that comes in chunks. Dropped before its end, it goes on where it was next time.
pub struct Upload {
    place: Place,
    part: Part,
    list: HashList,
    session: String,
    if_exists: IfExists,
    verified: ChunkSet,
    /// The chunk that comes now, as far as it is here.
    current: Option<(u64, Vec<u8>)>,
    unrecorded: u32,
}

impl Upload {
    /// Begins an upload, or goes on with one: what an earlier attempt left is read and
    /// checked first, which takes a while.
    pub fn begin(
        path: SafePath,
        list: HashList,
        if_exists: IfExists,
        options: &Options,
        job: &mut Job<'_>,
    ) -> Result<Self, FileProblem> {
        path.check_new_name()?;
        if !list.is_complete() {
            return Err(invalid("The hashes of all chunks are needed first."));
        }
        let place = Place::to_change(path)?;
        remove_leftovers(&place.folder, (options.now)());
        check_conflict(&place, if_exists)?;
        let (part, verified) = Part::open(&place, &list, job)?;
        let session = options.session.clone();
        let (current, unrecorded) = (None, 0);
        let mut upload =
            Self { place, part, list, session, if_exists, verified, current, unrecorded };
        let needed = upload.missing().iter().map(|range| range.to - range.from).sum();
        if let Err(problem) = options.check_space(&upload.place.folder, needed) {
            // What came before is kept for when there is room.
            if upload.verified.is_empty() {
                upload.discard();
            }
            return Err(problem);
        }
        upload.record()?;
        Ok(upload)
    }

    /// The bytes that are not there yet.
    pub fn missing(&self) -> Vec<ByteRange> {
        self.verified.missing(self.list.size)
    }

    /// Whether nothing of it is there yet.
    pub fn is_untouched(&self) -> bool {
        self.verified.is_empty()
    }

    /// What the viewer needs to begin.
    pub fn answer(&self) -> Answer {
        let missing = self.missing();
        let absent: u64 = missing.iter().map(|range| range.to - range.from).sum();
        let size = self.list.size;
        Answer::Upload { chunk: CHUNK, missing, present: size - absent, size }
    }

    /// Takes content from here on: the next of a chunk that has begun, or the first of one.
    #[cfg(test)]
    pub fn write(&mut self, mut offset: u64, mut content: &[u8]) -> Result<(), FileProblem> {
        while !content.is_empty() {
            let taken = self.take(offset, content)?;
            offset += taken as u64;
            content = &content[taken..];
        }
        Ok(())
    }

    /// Takes the next content of the stream, which has what was missing, in order.
    pub fn write_next(&mut self, mut content: &[u8]) -> Result<(), FileProblem> {
        while !content.is_empty() {
            let next = match &self.current {
                Some((index, chunk)) => Some(index * CHUNK + chunk.len() as u64),
                None => self.verified.first_missing(0).map(|index| index * CHUNK),
            };
            let Some(offset) = next else {
                return Err(invalid("Nothing of this file is missing any more."));
            };
            let taken = self.take(offset, content)?;
            content = &content[taken..];
        }
        Ok(())
    }

    /// Whether all is there.
    pub fn is_complete(&self) -> bool {
        self.verified.first_missing(0).is_none()
    }

    /// Gives the file its name, when all of it is there and on the disk.
    pub fn finish(mut self) -> Result<Answer, FileProblem> {
        if !self.is_complete() {
            self.record()?;
            return Err(invalid("Some of this file is still missing."));
        }
        self.check_folder()?;
        let like = check_conflict(&self.place, self.if_exists)?;
        let dressed = take_rights(&self.part.file, like.as_ref());
        dressed.and_then(|_| self.part.file.sync_all()).map_err(|error| self.problem(&error))?;
        self.check_part()?;
        let name = give_name(&self.place, &self.part.name, self.if_exists)?;
        self.unrecorded = 0;
        let folder = &self.place.folder;
        let _ = folder.remove_file(&self.part.journal_name);
        folder.sync().map_err(|error| self.problem(&error))?;
        Ok(Answer::Uploaded { path: self.place.path_of(&name), size: self.list.size })
    }

    /// Removes what is there: nobody will go on with it.
    pub fn discard(mut self) {
        self.unrecorded = 0;
        let folder = &self.place.folder;
        if self.check_part().is_ok() {
            let _ = folder.remove_file(&self.part.name);
            let _ = folder.remove_file(&self.part.journal_name);
        }
    }

    /// Takes what belongs to one chunk, and returns how much that is.
    fn take(&mut self, offset: u64, content: &[u8]) -> Result<usize, FileProblem> {
        let (index, within) = (offset / CHUNK, offset % CHUNK);
        let range = range_of(index, self.list.size);
        if range.from >= range.to || offset >= range.to {
            let message = "There is more content than the file was said to have.";
            return Err(FileProblem::new(ProblemCode::TooLarge, message));
        }
        let begun = self.current.take();
        let mut chunk = match begun.filter(|(begun, _)| *begun == index && within > 0) {
            Some((_, chunk)) => chunk,
            None => Vec::new(),
        };
        if chunk.len() as u64 != within {
            return Err(invalid("Content of a chunk comes in order, from its beginning."));
        }
        let room = usize::try_from(range.to - offset).unwrap_or(usize::MAX);
        let taken = room.min(content.len());
        chunk.extend_from_slice(&content[..taken]);
        match taken == room {
            true => self.complete(index, &chunk)?,
            false => self.current = Some((index, chunk)),
        }
        Ok(taken)
    }

    fn complete(&mut self, index: u64, chunk: &[u8]) -> Result<(), FileProblem> {
        if !self.list.is_chunk(index, chunk) {
            let message = format!("{} was changed while it was sent.", self.place.path);
            return Err(FileProblem::new(ProblemCode::Changed, message));
        }
        if self.verified.contains(index) {
            return Ok(());
        }
        self.part.write(index, chunk).map_err(|error| self.place.problem(&error))?;
        self.verified.insert(index);
        self.unrecorded += 1;
        match self.unrecorded >= BETWEEN_RECORDS {
            true => self.record(),
            false => Ok(()),
        }
    }

    fn record(&mut self) -> Result<(), FileProblem> {
        self.unrecorded = 0;
        let record = Record::of(&self.list, &self.session, &self.verified);
        self.part.record(&record).map_err(|error| self.place.problem(&error))
    }

    /// Somebody may have put another folder where this one was.
    fn check_folder(&self) -> Result<(), FileProblem> {
        let path = &self.place.path;
        let mut names = path.names();
        names.pop();
        let there = Folder::open(path.root(), &names, Links::Trusted);
        let there = there.and_then(|folder| folder.own_facts());
        let own = self.place.folder.own_facts().map_err(|error| self.problem(&error))?;
        match there.is_ok_and(|there| there.is_same_file(&own)) {
            true => Ok(()),
            false => Err(changed("The folder was replaced while the file came.")),
        }
    }

    /// Somebody may have put another file where the part was.
    fn check_part(&self) -> Result<(), FileProblem> {
        let named = self.place.folder.facts(&self.part.name);
        let own = facts_of(&self.part.file).map_err(|error| self.problem(&error))?;
        match named.is_ok_and(|named| named.is_same_file(&own)) {
            true => Ok(()),
            false => Err(changed("The part of the file was replaced while it came.")),
        }
    }

    fn problem(&self, error: &io::Error) -> FileProblem {
        self.place.problem(error)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        // What is not recorded would be sent again.
        if self.unrecorded > 0
            && let Err(problem) = self.record()
        {
            tracing::debug!(%problem, "what an upload has brought is not recorded");
        }
    }
}

fn invalid(message: &str) -> FileProblem {
    FileProblem::new(ProblemCode::InvalidRequest, message)
}

fn changed(message: &str) -> FileProblem {
    FileProblem::new(ProblemCode::Changed, message)
}

#[cfg(test)]
#[path = "upload_tests.rs"]
mod tests;
