//! What the helper wants of a session of the screen.

use tokio::sync::mpsc;

use super::viewer::{Role, ToViewer};

/// One wish; they are carried out in their order.
#[derive(Debug)]
pub enum Command {
    /// Somebody wants to see the screen.
    Join {
        /// The id of the viewer.
        id: String,
        /// What they may do.
        role: Role,
        /// What is sent to them.
        outgoing: mpsc::Sender<ToViewer>,
    },
    /// This viewer is gone.
    Leave(String),
    /// This viewer, which never drives, gets what it lacks, and is gone then.
    Finish(String),
    /// This viewer may use mouse and keyboard, or nobody.
    Drive(Option<String>),
    /// A viewer sent a message on channel 1 or 2.
    Message {
        /// The id of the viewer.
        id: String,
        /// The message.
        text: String,
    },
}
