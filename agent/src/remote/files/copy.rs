//! Copies a file, or a folder with all that is below it. The copy has its name when it is
//! complete, and not before.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};

use super::answer::Answer;
use super::change::refuse_within;
use super::conflict::{check_conflict, give_name};
use super::delete::remove_all;
use super::job::{Cancel, Job};
use super::options::Options;
use super::place::Place;
use super::problem::{FileProblem, ProblemCode};
use super::request::IfExists;
use super::safe_path::{SafePath, text_of};
use super::temporary::{draft_name, remove_leftovers};
use super::walk::{Step, Walk};
use crate::os::remote_files::{Folder, facts_of, take_rights};
use crate::os::{FileFacts, FileKind};

/// Bytes that are read at once.
const BLOCK: usize = 256 * 1024;

/// What a copy is made of so far.
#[derive(Default)]
struct Tally {
    items: u64,
    bytes: u64,
    left_out: u64,
}

/// Copies what one path names to another one.
pub fn copy(
    from: SafePath,
    to: SafePath,
    replace: bool,
    options: &Options,
    job: &mut Job<'_>,
) -> Result<Answer, FileProblem> {
    to.check_new_name()?;
    refuse_within(&to, &from)?;
    // Also what is read may not be behind a link of somebody else: the copy would show
    // them what they may not read.
    let (from, to) = (Place::to_change(from)?, Place::to_change(to)?);
    let facts = from.folder.facts(&from.name).map_err(|error| from.problem(&error))?;
    let if_exists = match replace && facts.kind == FileKind::File {
        true => IfExists::Replace,
        false => IfExists::Fail,
    };
    check_conflict(&to, if_exists)?;
    remove_leftovers(&to.folder, (options.now)());
    let needed = measure(&from, &facts, job)?;
    options.check_space(&to.folder, needed)?;
    job.expect(needed);

    let draft = draft_name(&to.name);
    let copied = copy_to(&from, &facts, &to, &draft, job)
        .and_then(|tally| give_name(&to, &draft, if_exists).map(|_| tally));
    if copied.is_err() {
        let _ = remove_all(&to.folder, &draft, &mut Job::new(Cancel::default(), &mut |_| {}));
    }
    let Tally { items, bytes, left_out } = copied?;
    to.folder.sync().map_err(|error| to.problem(&error))?;
    Ok(Answer::Done { items, bytes, left_out })
}

/// The bytes of all files.
fn measure(from: &Place, facts: &FileFacts, job: &mut Job<'_>) -> Result<u64, FileProblem> {
    if facts.kind != FileKind::Folder {
        return Ok(facts.size);
    }
    let (mut walk, mut bytes) = (Walk::begin(&from.folder, &from.name)?, 0_u64);
    while let Some(step) = walk.step()? {
        job.advance(0)?;
        match step {
            Step::Item(_, facts) if facts.kind == FileKind::File => {
                bytes = bytes.saturating_add(facts.size);
            }
            Step::Refused(problem) => return Err(problem),
            _ => {}
        }
    }
    Ok(bytes)
}

fn copy_to(
    from: &Place,
    facts: &FileFacts,
    to: &Place,
    draft: &OsStr,
    job: &mut Job<'_>,
) -> Result<Tally, FileProblem> {
    let mut copier = Copier { tally: Tally::default(), job };
    match facts.kind {
        FileKind::Folder => copier.copy_folder(from, facts, to, draft)?,
        FileKind::File | FileKind::Link => {
            copier.copy_item(&from.folder, &from.name, facts, &to.folder, draft)?;
        }
        FileKind::Other => {
            let message = format!("{} is a device, a pipe or a socket.", from.path);
            return Err(FileProblem::new(ProblemCode::Io, message));
        }
    }
    // A link that cannot be copied alone is not left out: it is all there was.
    match copier.tally.items {
        0 => Err(FileProblem::new(ProblemCode::Io, "Links cannot be copied on this system.")),
        _ => Ok(copier.tally),
    }
}

struct Copier<'a, 'b> {
    tally: Tally,
    job: &'a mut Job<'b>,
}

impl Copier<'_, '_> {
    fn copy_folder(
        &mut self,
        from: &Place,
        facts: &FileFacts,
        to: &Place,
        draft: &OsStr,
    ) -> Result<(), FileProblem> {
        let mut walk = Walk::begin(&from.folder, &from.name)?;
        // The folders that are being filled, and whose rights each will have.
        let first = self.make_folder(&to.folder, draft)?;
        let root = first.own_facts().map_err(|error| to.problem(&error))?;
        let mut targets: Vec<(Folder, FileFacts)> = vec![(first, facts.clone())];
        while let Some(step) = walk.step()? {
            let Some((target, _)) = targets.last() else { break };
            match step {
                // By another way the copy may be in what is copied: it would have no end.
                Step::Entered(_, facts) if facts.is_same_file(&root) => {
                    let message = format!("{} is below {}.", to.path, from.path);
                    return Err(FileProblem::new(ProblemCode::InvalidPath, message));
                }
                Step::Entered(name, facts) => {
                    let folder = self.make_folder(target, &name)?;
                    targets.push((folder, facts));
                }
                Step::Item(name, facts) => {
                    let Some(source) = walk.folder() else { break };
                    self.copy_item(source, &name, &facts, target, &name)?;
                }
                Step::Left(name) => {
                    let problem = |error| FileProblem::of_io(&error, text_of(&name));
                    target_rights(&mut targets).map_err(problem)?;
                }
                Step::Refused(problem) => return Err(problem),
            }
        }
        target_rights(&mut targets).map_err(|error| to.problem(&error))
    }

    fn make_folder(&mut self, parent: &Folder, name: &OsStr) -> Result<Folder, FileProblem> {
        self.tally.items += 1;
        self.job.advance(0)?;
        let made = parent.make_folder(name, true).and_then(|()| parent.enter(name));
        made.map_err(|error| FileProblem::of_io(&error, text_of(name)))
    }

    fn copy_item(
        &mut self,
        source: &Folder,
        name: &OsStr,
        facts: &FileFacts,
        target: &Folder,
        new_name: &OsStr,
    ) -> Result<(), FileProblem> {
        let problem = |error: std::io::Error| FileProblem::of_io(&error, text_of(name));
        match facts.kind {
            FileKind::File => self.copy_file(source, name, target, new_name)?,
            FileKind::Link => {
                let made = source.link_target(name).and_then(|to| target.make_link(new_name, &to));
                match made {
                    Err(error) if error.kind() == ErrorKind::Unsupported => {
                        self.tally.left_out += 1;
                        return Ok(());
                    }
                    made => made.map_err(problem)?,
                }
            }
            FileKind::Folder | FileKind::Other => {
                self.tally.left_out += 1;
                return Ok(());
            }
        }
        self.tally.items += 1;
        self.job.advance(0)
    }

    fn copy_file(
        &mut self,
        source: &Folder,
        name: &OsStr,
        target: &Folder,
        new_name: &OsStr,
    ) -> Result<(), FileProblem> {
        let problem = |error: std::io::Error| FileProblem::of_io(&error, text_of(name));
        let mut from = source.open_to_read(name).map_err(problem)?;
        let mut to = target.create_private(new_name).map_err(problem)?;
        let like = facts_of(&from).map_err(problem)?;
        self.copy_content(&mut from, &mut to, like.size, name)?;
        take_rights(&to, Some(&like)).map(drop).map_err(problem)
    }

    /// As much as the file had: one that grows all the time would have no end.
    fn copy_content(
        &mut self,
        from: &mut File,
        to: &mut File,
        size: u64,
        name: &OsStr,
    ) -> Result<(), FileProblem> {
        let problem = |error: std::io::Error| FileProblem::of_io(&error, text_of(name));
        let mut block = vec![0; BLOCK];
        let mut from = from.take(size);
        loop {
            let read = from.read(&mut block).map_err(problem)?;
            if read == 0 {
                return Ok(());
            }
            to.write_all(&block[..read]).map_err(problem)?;
            self.tally.bytes += read as u64;
            self.job.advance(read as u64)?;
        }
    }
}

/// Gives the folder that is complete the rights of the one it is a copy of.
fn target_rights(targets: &mut Vec<(Folder, FileFacts)>) -> std::io::Result<()> {
    match targets.pop() {
        Some((folder, like)) => folder.take_rights(Some(&like)).map(drop),
        None => Ok(()),
    }
}
