//! What one viewer does with files: a few of its requests run at once, the others wait.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use muster_remote::Frame;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::asking::carry_out;
use super::inflow::Held;
use super::message::{self, CHANNEL, channel_of, invalid, refusal};
use super::said::Said;
use super::step::{Reply, Step};
use super::transfers::{Transfer, Transfers};
use crate::remote::files::{
    Answer, FileProblem, Files, Options, ProblemCode, Request, UploadRequest,
};
use crate::remote::helper::audience::Audience;

/// Requests that run at once.
const AT_ONCE: usize = 4;

/// Requests that wait for them.
const MOST_WAITING: usize = 64;

/// What one viewer does. It stays for a while after its connection broke.
pub struct Desk {
    /// Its number in the session.
    pub number: u64,
    /// The viewer's id.
    pub viewer: String,
    /// The viewer's user.
    pub user: String,
    /// Whether nothing may be changed.
    pub view_only: bool,
    /// Since when the viewer is not there.
    pub left: Option<Instant>,
    pub(super) files: Arc<Files>,
    pub(super) steps: mpsc::UnboundedSender<Step>,
    waiting: VecDeque<Waiting>,
    pub(super) running: HashMap<u64, Running>,
    pub(super) transfers: Transfers,
    /// Where uploads should be that have not begun, by their requests.
    pub(super) paths: HashMap<u64, String>,
    /// What viewers asked for before it was there, by channel.
    pub(super) credits: HashMap<u16, (u64, u64)>,
    pub(super) said: Said,
    /// What is to be recorded when requests are done.
    pub(super) events: HashMap<u64, Value>,
}

struct Waiting {
    id: u64,
    request: Request,
    /// Uploads in whose place this one comes.
    replaced: Vec<Held>,
}

/// A request that runs.
pub(super) struct Running {
    /// The request whose content it is about.
    pub transfer: u64,
    /// Whether it can be asked again without doing anything twice.
    is_read: bool,
    /// Nobody wants it any more; whether an upload keeps what it has.
    pub cancelled: Option<bool>,
}

impl Desk {
    /// For a viewer who has asked for nothing yet.
    pub fn new(
        number: u64,
        (viewer, user): (&str, &str),
        options: Options,
        steps: mpsc::UnboundedSender<Step>,
    ) -> Self {
        Self {
            number,
            viewer: viewer.to_owned(),
            user: user.to_owned(),
            view_only: !options.may_change,
            left: None,
            files: Arc::new(Files::new(options)),
            steps,
            waiting: VecDeque::new(),
            running: HashMap::new(),
            transfers: Transfers::default(),
            paths: HashMap::new(),
            credits: HashMap::new(),
            said: Said::default(),
            events: HashMap::new(),
        }
    }

    /// Where the upload should be that a request is about.
    pub fn path_of(&self, request: &Request) -> Option<String> {
        match request {
            Request::Upload(UploadRequest { path, .. }) => {
                path.check().ok().map(|path| path.to_string())
            }
            Request::UploadHashes { upload, .. } => self.paths.get(upload).cloned(),
            _ => None,
        }
    }

    /// Takes a request: it begins now or after others.
    pub fn ask(&mut self, audience: &Audience, id: u64, request: Request, replaced: Vec<Held>) {
        if let Request::Cancel { request, keep } = request {
            return self.cancel(audience, id, request, keep);
        }
        let is_known = self.running.contains_key(&id)
            || self.waiting.iter().any(|waiting| waiting.id == id)
            || self.transfers.find(id).is_some();
        if is_known {
            let problem = invalid(format!("Request {id} still runs: use another number."));
            return self.say(audience, refusal(id, &problem), false);
        }
        if self.waiting.len() >= MOST_WAITING {
            let message = format!("{MOST_WAITING} requests already wait.");
            let problem = FileProblem::new(ProblemCode::TooLarge, message);
            return self.say(audience, refusal(id, &problem), false);
        }
        if matches!(request, Request::Upload(_))
            && let Some(path) = self.path_of(&request)
        {
            self.paths.insert(id, path);
        }
        self.expect(audience, id, &request);
        self.waiting.push_back(Waiting { id, request, replaced });
        self.start_waiting();
    }

    /// Begins what waits, as far as it may run.
    pub(super) fn start_waiting(&mut self) {
        while self.running.len() < AT_ONCE
            && let Some(Waiting { id, request, replaced }) = self.waiting.pop_front()
        {
            let transfer = match &request {
                Request::UploadHashes { upload, .. } => *upload,
                _ => id,
            };
            let is_read = !request.is_change();
            self.running.insert(id, Running { transfer, is_read, cancelled: None });
            let (files, reply) = (Arc::clone(&self.files), self.reply(id));
            tokio::task::spawn_blocking(move || carry_out(&files, request, &replaced, reply));
        }
    }

    /// A request has its only answer, or an upload the one that more hashes are needed.
    pub(super) fn answered(
        &mut self,
        audience: &Audience,
        id: u64,
        text: String,
        is_refusal: bool,
    ) {
        let Some(running) = self.running.remove(&id) else { return };
        if is_refusal {
            self.paths.remove(&running.transfer);
            self.credits.remove(&channel_of(running.transfer));
        }
        if running.cancelled.is_some() {
            // It may wait for hashes since.
            self.cancel_running(running.transfer);
        }
        // That of an upload is not its last one, as which it would be taken later.
        let is_last = is_refusal || !self.paths.contains_key(&id);
        if is_refusal || !self.paths.contains_key(&running.transfer) {
            self.record_answer(audience, running.transfer, &text);
        }
        self.say(audience, text, is_last && !running.is_read);
        self.start_waiting();
    }

    /// Ends a request, wherever it is.
    fn cancel(&mut self, audience: &Audience, id: u64, request: u64, keep: bool) {
        let mut items = 0;
        if let Some(place) = self.waiting.iter().position(|waiting| waiting.id == request) {
            self.waiting.remove(place);
            self.refuse(audience, request, &FileProblem::cancelled());
            items = 1;
        }
        let mut ends = vec![request];
        for (running_id, running) in &mut self.running {
            if *running_id == request || running.transfer == request {
                running.cancelled = Some(keep);
                ends.push(*running_id);
                items = 1;
            }
        }
        ends.into_iter().for_each(|request| self.cancel_running(request));
        self.paths.remove(&request);
        self.credits.remove(&channel_of(request));
        match self.transfers.remove(request) {
            Some(Transfer::Out(outflow)) if outflow.is_over => {}
            Some(transfer) => {
                if let Transfer::In(inflow) = transfer
                    && !keep
                {
                    tokio::task::spawn_blocking(move || inflow.held.discard());
                }
                self.files.end(request);
                self.refuse(audience, request, &FileProblem::cancelled());
                items = 1;
            }
            None => {}
        }
        let done = Answer::Done { items, bytes: 0, left_out: 0 };
        if let Ok(text) = message::answer(id, &done) {
            self.say(audience, text, false);
        }
    }

    /// Has a request stop at its next chance: it answers then.
    fn cancel_running(&self, request: u64) {
        // Never refused, and never of use to know.
        let _ = self.files.handle(request, Request::Cancel { request, keep: true }, &mut |_| {});
    }

    /// Lets go of uploads to a path: a newer one comes in their place.
    pub fn give_up_uploads_to(&mut self, audience: &Audience, path: &str) -> Vec<Held> {
        let taken = self.transfers.take_uploads_to(path);
        for (id, _) in &taken {
            let message = "A newer upload of this file took its place.";
            self.refuse(audience, *id, &FileProblem::new(ProblemCode::Cancelled, message));
        }
        taken.into_iter().map(|(_, inflow)| inflow.held).collect()
    }

    /// The last answer of a request, which says why not.
    pub(super) fn refuse(&mut self, audience: &Audience, id: u64, problem: &FileProblem) {
        let text = refusal(id, problem);
        self.record_answer(audience, id, &text);
        self.say(audience, text, true);
    }

    /// Says something. With `keep` it is said again to a viewer who comes back.
    pub(super) fn say(&mut self, audience: &Audience, text: String, keep: bool) {
        audience.frame(&self.viewer, CHANNEL, &Frame::Control(&text));
        if keep {
            self.said.keep(text);
        }
    }

    pub(super) fn reply(&self, id: u64) -> Reply {
        Reply::new(&self.steps, self.number, id)
    }
}
