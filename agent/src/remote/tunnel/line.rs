//! A channel of a viewer on which there is a connection, or the attempt to make one.

use std::collections::BTreeMap;

use tokio::task::AbortHandle;

use super::connection::Connection;

/// A viewer and a channel.
pub type Key = (String, u16);

/// All connections, and the attempts to make one.
pub type Lines = BTreeMap<Key, Line>;

/// A connection, or the attempt to make one.
pub struct Line {
    /// Its number in the session.
    pub number: u64,
    /// The viewer's user.
    pub user: String,
    /// How far it is.
    pub state: State,
}

/// How far it is.
pub enum State {
    /// It is not there yet.
    Dialling(AbortHandle),
    /// It is there.
    Open(Box<Connection>),
}

impl Line {
    /// Bytes that the viewer sent, and that it was sent; none before there is a connection.
    pub fn bytes(&self) -> Option<(u64, u64)> {
        match &self.state {
            State::Dialling(_) => None,
            State::Open(connection) => Some(connection.bytes()),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if let State::Dialling(task) = &self.state {
            task.abort();
        }
    }
}

/// The connections of a viewer that are there.
pub fn open_lines<'a>(
    lines: &'a mut Lines,
    viewer: &'a str,
) -> impl Iterator<Item = (u16, &'a mut Connection)> {
    let own = lines.iter_mut().filter(move |((owner, _), _)| owner == viewer);
    own.filter_map(|((_, channel), line)| match &mut line.state {
        State::Open(connection) => Some((*channel, &mut **connection)),
        State::Dialling(_) => None,
    })
}
