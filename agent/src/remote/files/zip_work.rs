//! Writes an archive. What cannot be read is left out, and the archive says so at its end.

use std::ffi::OsStr;
use std::io::{self, Read, Write};

use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{ZIP64_BYTES_THR, ZipWriter};

use super::job::Cancel;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::walk::{Step, Walk};
use super::zip_names::{name_of, time_of};
use crate::os::remote_files::{Folder, facts_of};
use crate::os::{FileFacts, FileKind};

/// Files and folders of one archive: its list of contents is kept in memory until the end.
const MAX_ENTRIES: usize = 100_000;

/// Sentences about what is left out.
const MAX_LEFT_OUT: usize = 1000;

/// Bytes that are read at once.
const BLOCK: usize = 64 * 1024;

/// The file in the archive that says what is not in it.
const LEFT_OUT: &str = "LEFT OUT.txt";

/// Writes an archive of these, and of all that is below them. No link is followed.
pub fn write_archive(
    places: &[Place],
    sink: impl Write,
    cancel: &Cancel,
) -> Result<(), FileProblem> {
    let mut archive =
        Archive { writer: ZipWriter::new_stream(sink), cancel, entries: 0, left_out: Vec::new() };
    for (number, place) in places.iter().enumerate() {
        let facts = place.folder.facts(&place.name).map_err(|error| place.problem(&error))?;
        // Two folders may hold files of one name.
        let top = match number {
            0 => name_of(&place.name),
            _ if is_first(&places[..=number]) => name_of(&place.name),
            _ => format!("{} ({})", name_of(&place.name), number + 1),
        };
        match facts.kind {
            FileKind::Folder => archive.add_tree(place, &top, &facts)?,
            _ => archive.add_item(&place.folder, &place.name, &top, &facts)?,
        }
    }
    archive.finish()
}

/// Whether the last one has a name that none before it has.
fn is_first(places: &[Place]) -> bool {
    let Some((last, before)) = places.split_last() else { return true };
    let name = |place: &Place| name_of(&place.name).to_lowercase();
    before.iter().all(|place| name(place) != name(last))
}

struct Archive<'a, W: Write> {
    writer: ZipWriter<StreamWriter<W>>,
    cancel: &'a Cancel,
    entries: usize,
    left_out: Vec<String>,
}

impl<W: Write> Archive<'_, W> {
    fn add_tree(&mut self, place: &Place, top: &str, facts: &FileFacts) -> Result<(), FileProblem> {
        let mut walk = Walk::begin(&place.folder, &place.name)?;
        let mut folder = top.to_owned();
        self.add_folder(&folder, facts)?;
        while let Some(step) = walk.step()? {
            match step {
                Step::Entered(name, facts) => {
                    folder = format!("{folder}/{}", name_of(&name));
                    self.add_folder(&folder, &facts)?;
                }
                Step::Left(_) => {
                    let length = folder.rfind('/').unwrap_or_default();
                    folder.truncate(length);
                }
                Step::Item(name, facts) => {
                    let Some(source) = walk.folder() else { break };
                    let path = format!("{folder}/{}", name_of(&name));
                    self.add_item(source, &name, &path, &facts)?;
                }
                Step::Refused(problem) => self.leave_out(&folder, &problem.message),
            }
        }
        Ok(())
    }

    fn add_folder(&mut self, path: &str, facts: &FileFacts) -> Result<(), FileProblem> {
        self.count()?;
        let options = SimpleFileOptions::default().last_modified_time(time_of(facts));
        match self.writer.add_directory(path, options) {
            Ok(()) => Ok(()),
            Err(error) => self.refused(path, error),
        }
    }

    fn add_item(
        &mut self,
        folder: &Folder,
        name: &OsStr,
        path: &str,
        facts: &FileFacts,
    ) -> Result<(), FileProblem> {
        self.count()?;
        if facts.kind != FileKind::File {
            self.leave_out(path, "it is a link, a device or the like");
            return Ok(());
        }
        let opened = folder.open_to_read(name).and_then(|file| Ok((facts_of(&file)?, file)));
        let (facts, mut file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                self.leave_out(path, &error.to_string());
                return Ok(());
            }
        };
        let mut options = SimpleFileOptions::default()
            .last_modified_time(time_of(&facts))
            .large_file(facts.size >= ZIP64_BYTES_THR / 2);
        if let Some(mode) = facts.mode {
            options = options.unix_permissions(mode);
        }
        if let Err(error) = self.writer.start_file(path, options) {
            return self.refused(path, error);
        }
        self.add_content(&mut file, facts.size, path)
    }

    fn add_content(
        &mut self,
        file: &mut impl Read,
        size: u64,
        path: &str,
    ) -> Result<(), FileProblem> {
        let (mut block, mut left) = (vec![0; BLOCK], size);
        while left > 0 {
            self.cancel.check()?;
            let most = usize::try_from(left).unwrap_or(BLOCK).min(BLOCK);
            let read = match file.read(&mut block[..most]) {
                Ok(read) if read > 0 => read,
                Ok(_) => {
                    self.leave_out(path, "its end: it got shorter while it was read");
                    return Ok(());
                }
                Err(error) => {
                    self.leave_out(path, &format!("its end: {error}"));
                    return Ok(());
                }
            };
            let written = self.writer.write_all(&block[..read]);
            written.map_err(|error| failed(&error))?;
            left -= read as u64;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(), FileProblem> {
        if !self.left_out.is_empty() {
            let text = self.left_out.join("\n") + "\n";
            let options = SimpleFileOptions::default();
            let started = self.writer.start_file(LEFT_OUT, options).map_err(io::Error::from);
            let written = started.and_then(|()| self.writer.write_all(text.as_bytes()));
            written.map_err(|error| failed(&error))?;
        }
        let finished = self.writer.finish().map_err(io::Error::from);
        let flushed = finished.and_then(|stream| stream.into_inner().flush());
        flushed.map_err(|error| failed(&error))?;
        self.cancel.check()
    }

    /// A name that the archive cannot hold is left out; all else ends it.
    fn refused(&mut self, path: &str, error: ZipError) -> Result<(), FileProblem> {
        match error {
            ZipError::Io(error) => Err(failed(&error)),
            other => {
                self.leave_out(path, &other.to_string());
                Ok(())
            }
        }
    }

    fn leave_out(&mut self, path: &str, why: &str) {
        if self.left_out.len() < MAX_LEFT_OUT {
            self.left_out.push(format!("{path}: {why}"));
        }
    }

    fn count(&mut self) -> Result<(), FileProblem> {
        self.entries += 1;
        if self.entries > MAX_ENTRIES {
            let message = format!("An archive holds at most {MAX_ENTRIES} files and folders.");
            return Err(FileProblem::new(ProblemCode::TooLarge, message));
        }
        self.cancel.check()
    }
}

fn failed(error: &io::Error) -> FileProblem {
    FileProblem::of_io(error, "The archive")
}
