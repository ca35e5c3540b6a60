//! Streams of bytes that go on after a break: everything has an absolute offset.

use std::collections::VecDeque;

/// The other side asked for, or sent, what cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// Bytes before these are missing.
    #[error("a part of a stream is missing")]
    Gap,
    /// More was sent than was allowed.
    #[error("more was sent than was asked for")]
    BeyondLimit,
    /// It says that it received what was never sent.
    #[error("more was acknowledged than was sent")]
    NeverSent,
    /// What it still needs is no longer kept.
    #[error("what is still needed is no longer kept")]
    Gone,
}

/// The last bytes of a stream, for any number of readers.
#[derive(Clone, Debug)]
pub struct Ring {
    kept: VecDeque<u8>,
    capacity: usize,
    start: u64,
}

impl Ring {
    /// Keeps at most so many bytes.
    pub fn new(capacity: usize) -> Self {
        Self { kept: VecDeque::new(), capacity, start: 0 }
    }

    /// Adds bytes at the end; the oldest make room for them.
    pub fn push(&mut self, bytes: &[u8]) {
        self.kept.extend(bytes);
        let surplus = self.kept.len().saturating_sub(self.capacity);
        self.kept.drain(..surplus);
        self.start += surplus as u64;
    }

    /// Forgets everything before an offset.
    pub fn forget_before(&mut self, offset: u64) {
        let known = offset.clamp(self.start, self.end());
        let count = usize::try_from(known - self.start).unwrap_or(usize::MAX);
        self.kept.drain(..count.min(self.kept.len()));
        self.start = known;
    }

    /// Offset of the first byte that is kept.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Offset after the last byte.
    pub fn end(&self) -> u64 {
        self.start + self.kept.len() as u64
    }

    /// How many bytes are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether none are.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Bytes from an offset on; none when they are no longer kept.
    pub fn read(&self, from: u64, most: usize) -> Option<Vec<u8>> {
        let at = usize::try_from(from.checked_sub(self.start)?).ok()?;
        let end = at.checked_add(most)?.min(self.kept.len());
        (at <= end).then(|| self.kept.range(at..end).copied().collect())
    }
}

/// How far one reader of a stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    sent: u64,
    received: u64,
    limit: u64,
    /// Nothing is sent before the reader has said where it is.
    has_begun: bool,
}

impl Cursor {
    /// A reader who has nothing before this offset, and has not asked yet.
    pub fn at(offset: u64) -> Self {
        Self { sent: offset, received: offset, limit: offset, has_begun: false }
    }

    /// What may be sent next: an offset and bytes.
    pub fn next(&mut self, ring: &Ring, most: usize) -> Option<(u64, Vec<u8>)> {
        let room = usize::try_from(self.limit.saturating_sub(self.sent)).unwrap_or(usize::MAX);
        let bytes = ring.read(self.sent, most.min(room))?;
        if bytes.is_empty() {
            return None;
        }
        let offset = self.sent;
        self.sent += bytes.len() as u64;
        Some((offset, bytes))
    }

    /// Takes the reader's credit. The first one says where it goes on, which
    /// must still be kept.
    pub fn credit(&mut self, received: u64, limit: u64, ring: &Ring) -> Result<(), StreamError> {
        if received > ring.end() || (self.has_begun && received > self.sent) {
            return Err(StreamError::NeverSent);
        }
        if !self.has_begun {
            if received < ring.start() {
                return Err(StreamError::Gone);
            }
            (self.sent, self.received, self.limit) = (received, received, limit);
            self.has_begun = true;
            return Ok(());
        }
        self.received = self.received.max(received);
        self.limit = self.limit.max(limit);
        Ok(())
    }

    /// Everything before this was received.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// Everything before this was sent.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Whether the reader takes more.
    pub fn has_room(&self) -> bool {
        self.sent < self.limit
    }
}

/// What was received of the other side's stream.
#[derive(Clone, Copy, Debug)]
pub struct Incoming {
    received: u64,
    used: u64,
    window: u64,
    limit: u64,
}

impl Incoming {
    /// A stream of which everything before `received` is there, and of which so
    /// many bytes may come before they are used.
    pub fn new(received: u64, window: u64) -> Self {
        Self { received, used: received, window, limit: received }
    }

    /// Takes a part and returns what is new of it: parts may be repeated after
    /// a break.
    pub fn take<'a>(&mut self, offset: u64, bytes: &'a [u8]) -> Result<&'a [u8], StreamError> {
        let end = offset + bytes.len() as u64;
        if offset > self.received {
            return Err(StreamError::Gap);
        }
        if end > self.limit {
            return Err(StreamError::BeyondLimit);
        }
        let known = usize::try_from(self.received - offset).unwrap_or(usize::MAX);
        let new = bytes.get(known..).unwrap_or_default();
        self.received = self.received.max(end);
        Ok(new)
    }

    /// So many of the bytes that were taken are done with.
    pub fn used(&mut self, bytes: usize) {
        self.used = (self.used + bytes as u64).min(self.received);
    }

    /// Everything before this was taken.
    pub fn received(&self) -> u64 {
        self.received
    }

    /// The credit that opens a connection, also after a break.
    pub fn first_credit(&mut self) -> (u64, u64) {
        self.limit = self.limit.max(self.used + self.window);
        (self.received, self.limit)
    }

    /// The next credit, once half of the window is used; none before.
    pub fn next_credit(&mut self) -> Option<(u64, u64)> {
        let limit = self.used + self.window;
        if limit < self.limit + self.window / 2 {
            return None;
        }
        self.limit = limit;
        Some((self.received, self.limit))
    }
}
