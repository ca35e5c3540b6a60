//! What the tasks of connections report to the session.

use std::fmt;
use std::io;

use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::mpsc;

/// Something that happened to a connection.
pub struct Step {
    /// Its number in the session.
    pub connection: u64,
    /// What happened.
    pub done: Done,
}

/// What happened.
pub enum Done {
    /// It is there, or cannot be, which a sentence explains.
    Dialled(Result<TcpStream, String>),
    /// It said something; nothing at its end.
    Read(OwnedReadHalf, io::Result<Vec<u8>>),
    /// It took so many bytes; none when it was told that no more come.
    Written(OwnedWriteHalf, io::Result<usize>),
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Step").field("connection", &self.connection).finish_non_exhaustive()
    }
}

/// The way back to the session.
#[derive(Clone, Debug)]
pub struct Reply {
    /// To the session.
    pub steps: mpsc::UnboundedSender<Step>,
    /// The number of the connection.
    pub connection: u64,
}

impl Reply {
    /// Reports. A session that has ended needs no reports.
    pub fn send(&self, done: Done) {
        let _ = self.steps.send(Step { connection: self.connection, done });
    }
}
