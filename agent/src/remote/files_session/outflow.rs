//! A download or an archive: read in a thread as far as there is room, sent as far as the
//! viewer takes it, and kept until the viewer has it.

use muster_protocol::hex;
use muster_remote::{Cursor, Frame, Ring, StreamError};
use ring::digest::{Context, SHA256};

use super::content::{FileSource, Piece, Source};
use super::message::channel_of;
use super::step::{Done, Reply};
use crate::remote::files::{CHUNK, Download, FileProblem};
use crate::remote::helper::audience::Audience;

/// Bytes that are kept: two chunks. A viewer's window must not be larger.
const KEPT: usize = 2 * 1024 * 1024;

/// The most that is read and sent at once.
const PIECE: usize = 256 * 1024;

impl Source {
    /// A file from the first byte that was asked for; `is_hashed` if its hash is of use.
    pub fn of_file(download: Download, is_hashed: bool) -> Self {
        let at = download.first_byte();
        let digest = (is_hashed && at == 0).then(|| Context::new(&SHA256));
        Self::File(Box::new(FileSource { download, at, digest }))
    }

    /// Reads the next piece, where it may take its time.
    fn read(self, reply: Reply) {
        match self {
            Self::File(mut file) => {
                tokio::task::spawn_blocking(move || {
                    let piece = file.read();
                    reply.send(Done::Read(Self::File(file), piece));
                });
            }
            Self::Archive(mut archive) => {
                tokio::spawn(async move {
                    let piece = match archive.next().await {
                        Some(Ok(bytes)) => Ok(piece(bytes, false)),
                        Some(Err(problem)) => Err(problem),
                        None => Ok(piece(Vec::new(), true)),
                    };
                    reply.send(Done::Read(Self::Archive(archive), piece));
                });
            }
        }
    }
}

/// A piece of an archive.
fn piece(bytes: Vec<u8>, is_last: bool) -> Piece {
    Piece { bytes, chunk: None, is_last, hash: None }
}

impl FileSource {
    /// Reads the next piece. None goes beyond the end of its chunk.
    fn read(&mut self) -> Result<Piece, FileProblem> {
        let (index, size) = (self.at / CHUNK, self.download.size());
        let end = ((index + 1) * CHUNK).min(size);
        let left = usize::try_from(end.saturating_sub(self.at)).unwrap_or(PIECE);
        let bytes = self.download.read(self.at, left.min(PIECE))?;
        self.at += bytes.len() as u64;
        if let Some(digest) = &mut self.digest {
            digest.update(&bytes);
        }
        let is_whole = self.at == end && !bytes.is_empty();
        let chunk = if is_whole { Some((index, self.download.hash(index)?)) } else { None };
        let is_last = self.at >= size;
        let digest = if is_last { self.digest.take() } else { None };
        let hash = digest.map(|digest| hex::encode(digest.finish().as_ref()));
        Ok(Piece { bytes, chunk, is_last, hash })
    }
}

/// Content with its stream.
pub struct Outflow {
    id: u64,
    ring: Ring,
    cursor: Cursor,
    /// None while it is read, and after its end.
    source: Option<Source>,
    is_read: bool,
    /// SHA-256 of all content, in hex, once it is known.
    pub hash: Option<String>,
    /// The viewer was told that this is all.
    pub is_over: bool,
}

impl Outflow {
    /// Of content that has begun.
    pub fn new(id: u64, source: Source) -> Self {
        let (ring, cursor) = (Ring::new(KEPT), Cursor::at(0));
        Self { id, ring, cursor, source: Some(source), is_read: false, hash: None, is_over: false }
    }

    /// Reads on when there is room for what comes.
    pub fn read(&mut self, reply: impl FnOnce() -> Reply) {
        if self.ring.len() + PIECE <= KEPT
            && let Some(source) = self.source.take()
        {
            source.read(reply());
        }
    }

    /// Takes what was read.
    pub fn add(&mut self, source: Source, piece: &Piece) {
        self.hash.clone_from(&piece.hash);
        self.ring.push(&piece.bytes);
        self.is_read = piece.is_last;
        self.source = (!piece.is_last).then_some(source);
    }

    /// Takes the viewer's credit.
    pub fn credit(&mut self, received: u64, limit: u64) -> Result<(), StreamError> {
        self.cursor.credit(received, limit, &self.ring)?;
        self.ring.forget_before(self.cursor.received());
        Ok(())
    }

    /// The viewer has another connection: it says first where it is.
    pub fn resume(&mut self) {
        self.cursor = Cursor::at(self.ring.start());
    }

    /// Sends one piece, if the viewer takes any; whether it did.
    pub fn send(&mut self, audience: &Audience, viewer: &str) -> bool {
        let Some((offset, bytes)) = self.cursor.next(&self.ring, PIECE) else { return false };
        audience.frame(viewer, channel_of(self.id), &Frame::Data { offset, bytes: &bytes });
        true
    }

    /// How many bytes it was, once all are on their way. Says so once.
    pub fn take_end(&mut self) -> Option<u64> {
        let is_sent = self.is_read && self.cursor.sent() == self.ring.end();
        if self.is_over || !is_sent {
            return None;
        }
        self.is_over = true;
        Some(self.ring.end())
    }

    /// Bytes that were sent.
    pub fn sent(&self) -> u64 {
        self.cursor.sent()
    }

    /// Whether the viewer has all of it.
    pub fn is_received(&self) -> bool {
        self.is_over && self.cursor.received() == self.ring.end()
    }
}
