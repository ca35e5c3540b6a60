//! What happens to a session from outside.

use muster_remote::Grant;

use super::end::End;
use super::outbox::Outbox;
use crate::os::ConsentAnswer;

/// Something that the session's task has to act on.
#[derive(Debug)]
pub enum Event {
    /// A viewer is connected and has shaken hands.
    Joined(Box<Arrival>),
    /// A viewer sent a frame.
    Received {
        /// Its id.
        viewer: String,
        /// The frame, opened.
        frame: Vec<u8>,
    },
    /// There is room again for what a viewer gets.
    HasRoom {
        /// Its id.
        viewer: String,
    },
    /// The connection of a viewer has ended.
    Left {
        /// Its id.
        viewer: String,
        /// Why it must not come back; none when it may.
        cut: Option<End>,
    },
    /// The person at the computer was asked about a user.
    Answered {
        /// The user, and what they want to do.
        asked: Asked,
        /// What they said.
        answer: ConsentAnswer,
    },
}

/// What the person at the computer is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The login name of the user.
    pub user: String,
    /// Whether they only watch: who agrees to that has not agreed to more.
    pub view_only: bool,
}

impl Asked {
    /// What has to be asked before this is done.
    pub fn about(grant: &Grant) -> Self {
        Self { user: grant.user.clone(), view_only: grant.view_only }
    }
}

/// A viewer that has just connected.
#[derive(Debug)]
pub struct Arrival {
    /// What it may do.
    pub grant: Grant,
    /// Whether the person at the computer is asked, whatever the grant says.
    pub must_ask: bool,
    /// The way to it.
    pub outbox: Outbox,
}
