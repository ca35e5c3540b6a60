//! What threads report to the session: each request, and each part of some content, runs in
//! a thread where it may block.

use std::fmt;

use tokio::sync::mpsc;

use super::content::{Piece, Source, Written};
use crate::remote::files::{Download, FileProblem, Progress, Upload, ZipStream};

/// Something that one of them has done.
pub struct Step {
    /// The viewer whose request it is.
    pub desk: u64,
    /// The number of the request.
    pub id: u64,
    /// What was done.
    pub done: Done,
}

/// What was done.
pub enum Done {
    /// So much of a request.
    Progress(Progress),
    /// All of a request: the answer, and whether it says why not.
    Answered(String, bool),
    /// The request has content, which begins now, after this answer.
    Begun(String, Content),
    /// Some of an upload was written.
    Written(Result<Written, FileProblem>),
    /// Some of what the viewer gets was read.
    Read(Source, Result<Piece, FileProblem>),
    /// Nothing: the thread ended by a mistake.
    Lost,
}

/// What comes or goes after the first answer.
pub enum Content {
    /// A file from the viewer.
    Upload(Box<Upload>),
    /// A file for the viewer.
    Download(Box<Download>),
    /// An archive for the viewer.
    Zip(ZipStream),
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step")
            .field("desk", &self.desk)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// Reports once, also when its thread panics.
#[derive(Debug)]
pub struct Reply {
    steps: mpsc::UnboundedSender<Step>,
    desk: u64,
    id: u64,
    is_sent: bool,
}

impl Reply {
    /// For a request of a viewer.
    pub fn new(steps: &mpsc::UnboundedSender<Step>, desk: u64, id: u64) -> Self {
        Self { steps: steps.clone(), desk, id, is_sent: false }
    }

    /// The number of the request.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// How far it is.
    pub fn progress(&self, progress: Progress) {
        self.tell(Done::Progress(progress));
    }

    /// What came of it.
    pub fn send(mut self, done: Done) {
        self.is_sent = true;
        self.tell(done);
    }

    fn tell(&self, done: Done) {
        // A session that has ended needs no reports.
        let _ = self.steps.send(Step { desk: self.desk, id: self.id, done });
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        if !self.is_sent {
            self.tell(Done::Lost);
        }
    }
}
