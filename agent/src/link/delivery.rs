//! How much of one run was sent on one connection, and what to send next. Pure.

use muster_protocol::{OUTPUT_CHUNK_BYTES, OUTPUT_WINDOW_BYTES, Stream};

use crate::board::Run;

/// What was sent of a run on this connection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Delivery {
    accepted_sent: bool,
    finished_sent: bool,
    sent: Offsets,
    stored: Offsets,
}

/// A position in each of the two streams.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Offsets {
    stdout: u64,
    stderr: u64,
}

/// What to send next of a run.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// Its order is in the ledger, or it was started without one.
    Accepted,
    /// A chunk of output.
    Output { stream: Stream, offset: u64, length: usize },
    /// How it ended.
    Finished,
}

impl Delivery {
    /// A run that the server knows from the hello, with what it has of it.
    pub fn resumed(stdout: u64, stderr: u64) -> Self {
        let offsets = Offsets { stdout, stderr };
        Self { accepted_sent: true, finished_sent: false, sent: offsets, stored: offsets }
    }

    /// The order was received again: report again that it was accepted, and how it
    /// ended.
    pub fn resend(&mut self) {
        self.accepted_sent = false;
        self.finished_sent = false;
    }

    /// The server has stored so much: there is room for more.
    pub fn stored(&mut self, stdout: u64, stderr: u64) {
        self.stored.stdout = self.stored.stdout.max(stdout.min(self.sent.stdout));
        self.stored.stderr = self.stored.stderr.max(stderr.min(self.sent.stderr));
    }

    /// What to send next; none while there is nothing new or no room.
    pub fn next(&self, run: &Run) -> Option<Step> {
        if !self.accepted_sent && run.accepted {
            return Some(Step::Accepted);
        }
        let streams = [
            (Stream::Stdout, self.sent.stdout, run.stdout),
            (Stream::Stderr, self.sent.stderr, run.stderr),
        ];
        // The stream that is further behind goes first, so that neither waits
        // for the end of the other.
        let behind = streams.into_iter().filter(|(_, sent, spooled)| sent < spooled);
        if let Some((stream, offset, spooled)) = behind.min_by_key(|(_, sent, _)| *sent) {
            let room = OUTPUT_WINDOW_BYTES.saturating_sub(self.unacknowledged());
            let bytes = (spooled - offset).min(room).min(OUTPUT_CHUNK_BYTES as u64);
            let length = usize::try_from(bytes).unwrap_or(OUTPUT_CHUNK_BYTES);
            return (length > 0).then_some(Step::Output { stream, offset, length });
        }
        (!self.finished_sent && run.outcome.is_some()).then_some(Step::Finished)
    }

    /// Notes that a step was sent.
    pub fn sent(&mut self, step: &Step) {
        match step {
            Step::Accepted => self.accepted_sent = true,
            Step::Finished => self.finished_sent = true,
            Step::Output { stream: Stream::Stdout, offset, length } => {
                self.sent.stdout = offset + *length as u64;
            }
            Step::Output { stream: Stream::Stderr, offset, length } => {
                self.sent.stderr = offset + *length as u64;
            }
        }
    }

    fn unacknowledged(&self) -> u64 {
        let (sent, stored) = (self.sent, self.stored);
        sent.stdout.saturating_sub(stored.stdout) + sent.stderr.saturating_sub(stored.stderr)
    }
}

#[cfg(test)]
#[path = "delivery_tests.rs"]
mod tests;
