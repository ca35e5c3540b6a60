//! The file in which the content of an upload grows, and its journal: opened so that they
//! can only be the agent's own, and held by one upload at a time.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::chunks::{CHUNK, ChunkSet, HashList, range_of};
use super::job::Job;
use super::journal::{Record, read_record, write_record};
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::temporary::{journal_name, part_name};
use crate::os::remote_files::facts_of;

/// Somebody may remove the part between two calls.
const ATTEMPTS: u32 = 3;

/// How long an upload that was just given up may still hold the part: its helper ends, or
/// a program that it just started has a copy of the open file for a moment.
const LEAVING: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(20);

/// The content of an upload as far as it is there.
pub struct Part {
    /// The name it has until the end.
    pub name: OsString,
    /// Its content; what is not there yet are zeros.
    pub file: File,
    /// The name of the journal.
    pub journal_name: OsString,
    journal: File,
}

impl Part {
    /// Opens the part of an upload, or creates one. Returns the chunks that are there and
    /// right.
    pub fn open(
        place: &Place,
        list: &HashList,
        job: &mut Job<'_>,
    ) -> Result<(Self, ChunkSet), FileProblem> {
        let name = part_name(&place.name);
        let journal_name = journal_name(&name);
        // The journal first: a part without one would never be removed.
        let journal = open_or_create(place, &journal_name)?;
        let file = lock(place, &name, job)?;
        let mut part = Self { name, file, journal_name, journal };
        let verified = part.verify(list, job).map_err(|failure| match failure {
            Failure::Io(error) => place.problem(&error),
            Failure::Problem(problem) => problem,
        })?;
        Ok((part, verified))
    }

    /// Writes a chunk that has been checked.
    pub fn write(&mut self, index: u64, content: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(index * CHUNK))?;
        self.file.write_all(content)
    }

    /// Records what is there.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        write_record(&mut self.journal, record)
    }

    /// Finds the chunks that are there and right. Where the journal is damaged, all are
    /// read; where it is about another file, none.
    fn verify(&mut self, list: &HashList, job: &mut Job<'_>) -> Result<ChunkSet, Failure> {
        let mut verified = ChunkSet::empty(list.want());
        let record = read_record(&mut self.journal);
        let all = || ChunkSet::full(list.want());
        let candidates = match &record {
            Some(record) if !record.is_of(list) => ChunkSet::empty(list.want()),
            Some(record) => record.chunks(list.want()).unwrap_or_else(all),
            None => all(),
        };
        let length = self.file.metadata()?.len();
        if length != list.size {
            // What is beyond the end was never there.
            self.file.set_len(list.size)?;
        }
        let mut content = Vec::new();
        for index in (0..list.want()).filter(|index| candidates.contains(*index)) {
            let range = range_of(index, list.size);
            if range.to > length {
                break;
            }
            job.advance(0)?;
            content.clear();
            self.file.seek(SeekFrom::Start(range.from))?;
            (&self.file).take(range.to - range.from).read_to_end(&mut content)?;
            if list.is_chunk(index, &content) {
                verified.insert(index);
            }
        }
        Ok(verified)
    }
}

/// Why the part could not be read.
enum Failure {
    Io(io::Error),
    Problem(FileProblem),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<FileProblem> for Failure {
    fn from(problem: FileProblem) -> Self {
        Self::Problem(problem)
    }
}

/// Opens the part and makes sure that it is still under its name, and nobody else's.
fn lock(place: &Place, name: &OsStr, job: &mut Job<'_>) -> Result<File, FileProblem> {
    for _ in 0..ATTEMPTS {
        let file = open_or_create(place, name)?;
        if !is_locked(&file, job)? {
            let message = format!("{} is being uploaded by somebody else.", place.path);
            return Err(FileProblem::new(ProblemCode::Exists, message));
        }
        // The one who had the lock before may have finished: then it is the real file.
        let own = facts_of(&file).map_err(|error| place.problem(&error))?;
        if place.folder.facts(name).is_ok_and(|named| named.is_same_file(&own)) {
            return Ok(file);
        }
    }
    Err(place.problem(&ErrorKind::AlreadyExists.into()))
}

/// Locks the file, or returns false when somebody goes on holding it.
#[expect(clippy::disallowed_methods, reason = "files have threads of their own")]
fn is_locked(file: &File, job: &mut Job<'_>) -> Result<bool, FileProblem> {
    let begun = Instant::now();
    while file.try_lock().is_err() {
        if begun.elapsed() > LEAVING {
            return Ok(false);
        }
        job.advance(0)?;
        sleep(PAUSE);
    }
    Ok(true)
}

fn open_or_create(place: &Place, name: &OsStr) -> Result<File, FileProblem> {
    for _ in 0..ATTEMPTS {
        match place.folder.open_private(name) {
            Ok(file) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(in_the_way(place, name, &error)),
        }
        match place.folder.create_private(name) {
            Ok(file) => return Ok(file),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(place.problem(&error)),
        }
    }
    Err(in_the_way(place, name, &ErrorKind::AlreadyExists.into()))
}

fn in_the_way(place: &Place, name: &OsStr, error: &io::Error) -> FileProblem {
    if error.kind() != ErrorKind::AlreadyExists {
        return place.problem(error);
    }
    let name = name.to_string_lossy();
    let message = format!("{name} is in the way and not the agent's own: remove it first.");
    FileProblem::new(ProblemCode::Exists, message)
}
