//! An upload: what comes is written in a thread, and more is asked for when it is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_protocol::hex;
use muster_remote::{Frame, Incoming, StreamError};
use ring::digest::{Context, SHA256};

use super::content::Written;
use super::message::channel_of;
use super::step::{Done, Reply};
use crate::remote::files::{FileProblem, Upload};
use crate::remote::helper::audience::Audience;

/// Bytes that a viewer may send before they are written.
const WINDOW: u64 = 1024 * 1024;

/// An upload that one thread at a time works on; none after its end. While it is there,
/// nobody else can upload to the same path.
#[derive(Clone)]
pub struct Held(Arc<Mutex<Option<Receiving>>>);

/// An upload with what is known of its content.
struct Receiving {
    upload: Box<Upload>,
    /// Over all content, where somebody wants to know and all of it comes now.
    digest: Option<Context>,
}

impl Held {
    /// Lets go of it. What it has brought stays for its next attempt.
    pub fn release(&self) {
        self.lock().take();
    }

    /// Removes what it has brought.
    pub fn discard(&self) {
        if let Some(receiving) = self.lock().take() {
            receiving.upload.discard();
        }
    }

    /// Writes, and gives the file its name when it is complete.
    fn write(&self, bytes: &[u8]) -> Result<Written, FileProblem> {
        let mut held = self.lock();
        let Some(receiving) = held.as_mut() else { return Err(FileProblem::cancelled()) };
        if let Some(digest) = &mut receiving.digest {
            digest.update(bytes);
        }
        let written = receiving.upload.write_next(bytes);
        if written.is_ok() && !receiving.upload.is_complete() {
            return Ok(Written::Some(bytes.len()));
        }
        // Whatever the end is, nobody waits for the lock on the file.
        let receiving = held.take();
        written?;
        let Receiving { upload, digest } = receiving.ok_or_else(FileProblem::cancelled)?;
        let hash = digest.map(|digest| hex::encode(digest.finish().as_ref()));
        upload.finish().map(|answer| Written::All(answer, hash))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Receiving>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An upload with its stream.
pub struct Inflow {
    id: u64,
    /// Where the file should be, as text.
    pub path: String,
    stream: Incoming,
    /// The upload.
    pub held: Held,
    /// What came and is not being written yet.
    waiting: Vec<u8>,
    is_writing: bool,
}

impl Inflow {
    /// Of an upload that has begun; `is_hashed` if its hash is of use.
    pub fn new(id: u64, path: String, upload: Box<Upload>, is_hashed: bool) -> Self {
        let digest = (is_hashed && upload.is_untouched()).then(|| Context::new(&SHA256));
        let held = Held(Arc::new(Mutex::new(Some(Receiving { upload, digest }))));
        let (stream, waiting) = (Incoming::new(0, WINDOW), Vec::new());
        Self { id, path, stream, held, waiting, is_writing: false }
    }

    /// Says where the stream goes on, at its beginning and after a break.
    pub fn invite(&mut self, audience: &Audience, viewer: &str) {
        let (received, limit) = self.stream.first_credit();
        audience.frame(viewer, channel_of(self.id), &Frame::Credit { received, limit });
    }

    /// Bytes that came.
    pub fn received(&self) -> u64 {
        self.stream.received()
    }

    /// Takes what a viewer sent.
    pub fn take(&mut self, offset: u64, bytes: &[u8]) -> Result<(), StreamError> {
        let new = self.stream.take(offset, bytes)?;
        self.waiting.extend_from_slice(new);
        Ok(())
    }

    /// Begins to write what has come. An upload of which nothing is missing ends so, too.
    pub fn write(&mut self, reply: impl FnOnce() -> Reply) {
        if self.is_writing {
            return;
        }
        self.is_writing = true;
        let (held, bytes) = (self.held.clone(), std::mem::take(&mut self.waiting));
        let reply = reply();
        tokio::task::spawn_blocking(move || reply.send(Done::Written(held.write(&bytes))));
    }

    /// So many bytes were written. Returns whether there are more.
    pub fn written(&mut self, audience: &Audience, viewer: &str, count: usize) -> bool {
        self.is_writing = false;
        self.stream.used(count);
        if let Some((received, limit)) = self.stream.next_credit() {
            audience.frame(viewer, channel_of(self.id), &Frame::Credit { received, limit });
        }
        !self.waiting.is_empty()
    }
}
