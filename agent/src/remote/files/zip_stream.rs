//! Folders as one archive that nobody keeps: written while it is sent.

use std::io::{self, Write};

use tokio::sync::mpsc;

use super::answer::Answer;
use super::job::Cancel;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::request::UncheckedPath;
use super::zip_names::name_of;
use super::zip_work::write_archive;

/// Bytes of a block, and how many of them wait for a viewer that is slow.
const BLOCK: usize = 64 * 1024;
const WAITING: usize = 4;

/// Files and folders that somebody may choose.
const MAX_PATHS: usize = 1000;

/// What the thread that writes the archive sends.
#[derive(Debug)]
enum Part {
    Block(Vec<u8>),
    End(Result<(), FileProblem>),
}

/// An archive that is being written. Dropped, it is given up.
#[derive(Debug)]
pub struct ZipStream {
    parts: mpsc::Receiver<Part>,
    cancel: Cancel,
    name: String,
    is_finished: bool,
}

impl ZipStream {
    /// Begins an archive of files and folders with all that is below them.
    pub fn begin(paths: &[UncheckedPath], cancel: Cancel) -> Result<Self, FileProblem> {
        if paths.is_empty() || paths.len() > MAX_PATHS {
            let message = format!("It needs 1 to {MAX_PATHS} paths.");
            return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
        }
        let place = |path: &UncheckedPath| -> Result<Place, FileProblem> {
            let place = Place::to_read(path.check()?)?;
            place.folder.facts(&place.name).map_err(|error| place.problem(&error))?;
            Ok(place)
        };
        let places = paths.iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let first = name_of(&places[0].name);
        let name = format!("{}.zip", if places.len() == 1 { first } else { "files".to_owned() });

        let (sender, parts) = mpsc::channel(WAITING);
        let (stop, end) = (cancel.clone(), sender.clone());
        let work = move || {
            let sink = Sink { sender, block: Vec::with_capacity(BLOCK), cancel: stop.clone() };
            let written = write_archive(&places, sink, &stop);
            // Whoever gave it up is not there any more.
            let _ = end.blocking_send(Part::End(written));
        };
        let thread = std::thread::Builder::new().name("zip".to_owned()).spawn(work);
        thread.map_err(|error| FileProblem::of_io(&error, "The archive"))?;
        Ok(Self { parts, cancel, name, is_finished: false })
    }

    /// What the viewer needs to begin.
    pub fn answer(&self) -> Answer {
        Answer::Zip { name: self.name.clone() }
    }

    /// The next bytes; none at the end.
    pub async fn next(&mut self) -> Option<Result<Vec<u8>, FileProblem>> {
        if self.is_finished {
            return None;
        }
        let part = self.parts.recv().await;
        self.take(part)
    }

    /// The same, for tests, which wait in a thread.
    #[cfg(test)]
    pub fn next_blocking(&mut self) -> Option<Result<Vec<u8>, FileProblem>> {
        if self.is_finished {
            return None;
        }
        let part = self.parts.blocking_recv();
        self.take(part)
    }

    fn take(&mut self, part: Option<Part>) -> Option<Result<Vec<u8>, FileProblem>> {
        let end = match part {
            Some(Part::Block(block)) => return Some(Ok(block)),
            Some(Part::End(end)) => end,
            // Without an end, what came is not the whole archive.
            None => Err(FileProblem::new(ProblemCode::Io, "The archive could not be written.")),
        };
        self.is_finished = true;
        end.err().map(Err)
    }
}

impl Drop for ZipStream {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Takes the bytes of the archive in blocks.
///
/// After a cancellation it takes them and forgets them: the archive writes its end when
/// it is dropped, and says on the standard error when that fails.
#[derive(Debug)]
struct Sink {
    sender: mpsc::Sender<Part>,
    block: Vec<u8>,
    cancel: Cancel,
}

impl Sink {
    fn send(&mut self) {
        let block = std::mem::replace(&mut self.block, Vec::with_capacity(BLOCK));
        let is_wanted = !block.is_empty() && !self.cancel.is_cancelled();
        if is_wanted && self.sender.blocking_send(Part::Block(block)).is_err() {
            self.cancel.cancel();
        }
    }
}

impl Write for Sink {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        let taken = content.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&content[..taken]);
        if self.block.len() == BLOCK {
            self.send();
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send();
        Ok(())
    }
}

#[cfg(test)]
#[path = "zip_tests.rs"]
mod tests;
