//! Recordings of sessions: what the helper writes down, and where it waits for the server.
//!
//! The session's task puts what happens into a queue (`queue`) and never waits for a disk. A
//! thread (`keeper`) makes sealed parts of it and writes them into the spool (`spool`). The
//! agent's own process sends them from there (`outbox`), whether the session goes on or not.

mod heading;
mod keeper;
mod outbox;
mod queue;
mod recorder;
mod spool;

pub use heading::{heading, marker};
pub use keeper::KeeperPace;
pub use outbox::RecordingOutbox;
pub use queue::Hold;
pub use recorder::{Recorder, RecorderSettings};
pub use spool::{SpoolFolder, SpooledRecording, tidy};
