//! Carries out what a viewer asks for. It blocks: call it where that is allowed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answer::{Answer, Progress};
use super::change::{make_folder, rename, set_owner, set_permissions};
use super::copy::copy;
use super::delete::delete;
use super::download::Download;
use super::job::{Cancel, Job};
use super::list::{list_folder, list_roots, stat};
use super::options::Options;
use super::pending::{PendingUpload, PendingUploads};
use super::problem::{FileProblem, ProblemCode};
use super::request::Request;
use super::text::{read_text, write_text};
use super::upload::Upload;
use super::zip_stream::ZipStream;

/// Requests of one session that may run at once.
const MAX_RUNNING: usize = 64;

/// What comes of a request: an answer, and with some the content that goes along.
pub enum Handled {
    /// All there is.
    Answer(Answer),
    /// Content comes from the viewer now; at its end `finish` has the last answer.
    Upload(Answer, Box<Upload>),
    /// Content goes to the viewer.
    Download(Answer, Box<Download>),
    /// An archive goes to the viewer.
    Zip(Answer, ZipStream),
}

/// The files of this machine, for one session.
pub struct Files {
    options: Options,
    running: Mutex<HashMap<u64, Cancel>>,
    pending: Mutex<PendingUploads>,
}

impl Files {
    /// The files of this machine, as far as a session may use them.
    pub fn new(options: Options) -> Self {
        Self { options, running: Mutex::default(), pending: Mutex::default() }
    }

    /// Carries out the request that has this number in its session. `report` is told now
    /// and then how far it is.
    pub fn handle(
        &self,
        id: u64,
        request: Request,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Handled, FileProblem> {
        if request.is_change() && !self.options.may_change {
            let message = "This session may look at files and not change them.";
            return Err(FileProblem::new(ProblemCode::ReadOnly, message));
        }
        // Also when as many as may run are running.
        if let Request::Cancel { request, .. } = request {
            return Ok(Handled::Answer(self.cancel(request)));
        }
        let cancel = self.begin(id)?;
        let handled = self.carry_out(id, request, &cancel, report);
        // An archive is being written until its stream is dropped.
        if !matches!(handled, Ok(Handled::Zip(..))) {
            self.end(id);
        }
        handled
    }

    /// Forgets a request whose stream has ended.
    pub fn end(&self, id: u64) {
        lock(&self.running).remove(&id);
    }

    /// Cancels everything, at the end of a session.
    pub fn cancel_all(&self) {
        lock(&self.running).values().for_each(Cancel::cancel);
    }

    fn begin(&self, id: u64) -> Result<Cancel, FileProblem> {
        let mut running = lock(&self.running);
        if running.len() >= MAX_RUNNING {
            let message = format!("{MAX_RUNNING} requests already run in this session.");
            return Err(FileProblem::new(ProblemCode::TooLarge, message));
        }
        if running.contains_key(&id) {
            let message = format!("Request {id} still runs: use another number.");
            return Err(FileProblem::new(ProblemCode::InvalidRequest, message));
        }
        let cancel = Cancel::default();
        running.insert(id, cancel.clone());
        Ok(cancel)
    }

    fn cancel(&self, id: u64) -> Answer {
        let found = lock(&self.running).get(&id).cloned();
        lock(&self.pending).remove(id);
        if let Some(cancel) = &found {
            cancel.cancel();
        }
        Answer::Done { items: u64::from(found.is_some()), bytes: 0, left_out: 0 }
    }

    fn carry_out(
        &self,
        id: u64,
        request: Request,
        cancel: &Cancel,
        report: &mut dyn FnMut(Progress),
    ) -> Result<Handled, FileProblem> {
        let mut job = Job::new(cancel.clone(), report);
        match request {
            Request::Upload(request) => self.upload(id, PendingUpload::of(&request)?, &mut job),
            Request::UploadHashes { upload, hashes } => {
                let pending = lock(&self.pending).add(upload, &hashes)?;
                self.upload(upload, pending, &mut job)
            }
            Request::Download(request) => {
                let download = Download::begin(&request)?;
                Ok(Handled::Download(download.answer(), Box::new(download)))
            }
            Request::Zip { paths } => {
                let zip = ZipStream::begin(&paths, cancel.clone())?;
                Ok(Handled::Zip(zip.answer(), zip))
            }
            Request::Cancel { request, .. } => Ok(Handled::Answer(self.cancel(request))),
            other => Ok(Handled::Answer(answer(other, &self.options, &mut job)?)),
        }
    }

    /// Begins an upload whose hashes are all here; the others wait for the rest of them.
    fn upload(
        &self,
        id: u64,
        pending: PendingUpload,
        job: &mut Job<'_>,
    ) -> Result<Handled, FileProblem> {
        if !pending.list.is_complete() {
            let answer =
                Answer::MoreHashes { have: pending.list.have(), want: pending.list.want() };
            lock(&self.pending).keep(id, pending)?;
            return Ok(Handled::Answer(answer));
        }
        let PendingUpload { path, list, if_exists } = pending;
        let upload = Upload::begin(path, list, if_exists, &self.options, job)?;
        Ok(Handled::Upload(upload.answer(), Box::new(upload)))
    }
}

/// Carries out what has no content.
fn answer(request: Request, options: &Options, job: &mut Job<'_>) -> Result<Answer, FileProblem> {
    match request {
        Request::Roots => Ok(list_roots()),
        Request::List { path, after, limit } => {
            list_folder(&path.check()?, after.as_deref(), limit, job)
        }
        Request::Stat { path } => stat(path.check()?),
        Request::MakeFolder { path } => make_folder(path.check()?),
        Request::Rename { from, to, replace } => rename(from.check()?, to.check()?, replace),
        Request::Copy { from, to, replace } => {
            copy(from.check()?, to.check()?, replace, options, job)
        }
        Request::Delete { path } => delete(path.check()?, job),
        Request::ReadText { path } => read_text(path.check()?),
        Request::WriteText { path, text, if_hash } => {
            write_text(path.check()?, &text, if_hash.as_deref(), options)
        }
        Request::SetPermissions { path, mode, read_only } => {
            set_permissions(path.check()?, mode, read_only)
        }
        Request::SetOwner { path, owner, group } => {
            set_owner(path.check()?, owner.as_deref(), group.as_deref())
        }
        Request::Upload(_)
        | Request::UploadHashes { .. }
        | Request::Download(_)
        | Request::Zip { .. }
        | Request::Cancel { .. } => {
            let message = "This request is carried out by the session itself.";
            Err(FileProblem::new(ProblemCode::InvalidRequest, message))
        }
    }
}

/// What is in there is right after each step, also when a thread ended within one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile_tests;
