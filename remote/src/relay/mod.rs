//! Connects a viewer with the agent's helper, and passes on what it cannot read.
//!
//! It holds at most one message for either side: who reads slowly slows the
//! other side down, and who does not read at all is cut off.

mod event;
mod meeting;
mod passage;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::{Sink, Stream};

pub use event::AgentEvent;
use meeting::{Meeting, Seat};

/// How long a side waits for the other one.
const PAIR_LIMIT: Duration = Duration::from_secs(30);

/// The two sides of a pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The person's browser or program.
    Viewer,
    /// The helper process of the agent.
    Agent,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Viewer => Self::Agent,
            Self::Agent => Self::Viewer,
        }
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Agent => "agent",
        }
    }
}

/// A message of a socket, whichever library it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// For the relay.
    Text(String),
    /// For the other side.
    Binary(Bytes),
    /// Asks for a pong.
    Ping,
    /// The answer to a ping.
    Pong,
    /// The socket is about to close.
    Close,
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// For programs.
    pub code: String,
    /// For people.
    pub reason: String,
    /// Whether the other side ever came.
    pub paired: bool,
    /// Bytes that were passed on to the agent.
    pub to_agent: u64,
    /// Bytes that were passed on to the viewer.
    pub to_viewer: u64,
    /// How long both sides were connected.
    pub seconds: u64,
}

/// Why a connection ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub code: String,
    pub reason: String,
}

impl Reason {
    pub fn new(code: &str, reason: &str) -> Self {
        Self { code: code.to_owned(), reason: reason.to_owned() }
    }
}

/// Pairs of one process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Relay {
    meetings: Arc<Mutex<HashMap<String, Arc<Meeting>>>>,
}

impl Relay {
    /// Serves one socket: waits for the other side of this viewer, passes
    /// messages on until a side leaves or somebody cuts it, and says why it
    /// ended. The socket is told, and has to be closed by the caller.
    pub async fn serve<S, E>(
        &self,
        viewer: &str,
        side: Side,
        socket: S,
        on_event: impl FnMut(AgentEvent) + Send,
    ) -> Ended
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin + Send,
        E: Send,
    {
        let Some((meeting, seat)) = self.enter(viewer, side) else {
            let reason = Reason::new("taken", "somebody is connected with this ticket already");
            return passage::turn_away(socket, reason).await;
        };
        let _leaving = Leaving { relay: self, viewer, meeting: &meeting };
        passage::run(&meeting, seat, side, socket, on_event).await
    }

    /// Ends a viewer's connection, if it is here. Both sides are told the
    /// reason.
    pub fn cut(&self, viewer: &str, code: &str, reason: &str) -> bool {
        let meeting = self.lock().get(viewer).cloned();
        let Some(meeting) = meeting else { return false };
        meeting.end(Reason::new(code, reason));
        true
    }

    /// How many viewers are connected, or waiting for their agent.
    pub fn open(&self) -> usize {
        self.lock().len()
    }

    fn enter(&self, viewer: &str, side: Side) -> Option<(Arc<Meeting>, Seat)> {
        let mut meetings = self.lock();
        let meeting = meetings.entry(viewer.to_owned()).or_default();
        let seat = meeting.take_seat(side)?;
        Some((Arc::clone(meeting), seat))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Meeting>>> {
        self.meetings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a meeting off the list when its last side has ended, however that did.
struct Leaving<'a> {
    relay: &'a Relay,
    viewer: &'a str,
    meeting: &'a Arc<Meeting>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut meetings = self.relay.lock();
        let is_known = meetings.get(self.viewer).is_some_and(|known| {
            // Not the one of a later connection.
            Arc::ptr_eq(known, self.meeting)
        });
        if self.meeting.leave() && is_known {
            meetings.remove(self.viewer);
        }
    }
}
