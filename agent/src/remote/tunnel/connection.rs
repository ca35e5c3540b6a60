//! One TCP connection of a viewer, on one channel.
//!
//! Reading and writing are tasks that end after one step each: whoever does not read makes
//! nobody wait, and nothing is read that nobody takes.

use std::io;

use muster_remote::{Cursor, Frame, Incoming, Ring, StreamError};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::AbortHandle;

use super::step::{Done, Reply};
use crate::remote::helper::audience::Audience;

/// Bytes that wait in one direction.
const WINDOW: u64 = 256 * 1024;

/// The most that is read at once.
const READ: usize = 32 * 1024;

/// How the viewer hears that both directions have ended.
const OVER: &str = "Both sides have ended it.";

/// A connection that is there.
pub struct Connection {
    /// Its tasks report with it.
    reply: Reply,
    /// None while it is read from, and after the end.
    reader: Option<OwnedReadHalf>,
    /// None while it is written to, and after the end.
    writer: Option<OwnedWriteHalf>,
    /// What came out of it.
    ring: Ring,
    cursor: Cursor,
    /// It says nothing more, and whether the viewer knows it.
    is_read: bool,
    is_read_told: bool,
    /// What the viewer sends.
    stream: Incoming,
    waiting: Vec<u8>,
    /// The viewer says nothing more, and whether the other side knows it.
    has_ended: bool,
    is_shut: bool,
    tasks: [Option<AbortHandle>; 2],
}

impl Connection {
    /// Of a stream that has just been connected.
    pub fn new(stream: TcpStream, reply: Reply) -> Self {
        let (reader, writer) = stream.into_split();
        Self {
            reply,
            reader: Some(reader),
            writer: Some(writer),
            // Nothing goes on after a break: what is sent is not kept.
            ring: Ring::new(usize::MAX),
            cursor: Cursor::at(0),
            is_read: false,
            is_read_told: false,
            stream: Incoming::new(0, WINDOW),
            waiting: Vec::new(),
            has_ended: false,
            is_shut: false,
            tasks: [None, None],
        }
    }

    /// The credit with which the viewer begins to send.
    pub fn first_credit(&mut self) -> Frame<'static> {
        let (received, limit) = self.stream.first_credit();
        Frame::Credit { received, limit }
    }

    /// Takes what the viewer sent.
    pub fn take(&mut self, offset: u64, bytes: &[u8]) -> Result<(), StreamError> {
        let new = self.stream.take(offset, bytes)?;
        // After its end nothing counts.
        if self.has_ended {
            self.stream.used(new.len());
        } else {
            self.waiting.extend_from_slice(new);
        }
        self.write();
        Ok(())
    }

    /// The viewer sends nothing more.
    pub fn end_input(&mut self) {
        self.has_ended = true;
        self.write();
    }

    /// Takes the viewer's credit.
    pub fn credit(&mut self, received: u64, limit: u64) -> Result<(), StreamError> {
        self.cursor.credit(received, limit, &self.ring)
    }

    /// Sends a piece, if there is one and the viewer takes it; whether it did.
    pub fn send(&mut self, audience: &Audience, viewer: &str, channel: u16) -> bool {
        let Some((offset, bytes)) = self.cursor.next(&self.ring, READ) else { return false };
        audience.frame(viewer, channel, &Frame::Data { offset, bytes: &bytes });
        self.ring.forget_before(self.cursor.sent());
        true
    }

    /// Says after the last byte that no more comes, and reads on when there is room.
    pub fn go_on(&mut self, audience: &Audience, viewer: &str, channel: u16) {
        if self.is_read && self.ring.is_empty() && !self.is_read_told {
            self.is_read_told = true;
            audience.control(viewer, channel, &json!({ "type": "end" }));
        }
        if self.is_read || self.ring.len() as u64 >= WINDOW {
            return;
        }
        let Some(mut reader) = self.reader.take() else { return };
        let reply = self.reply.clone();
        let task = tokio::spawn(async move {
            let mut bytes = vec![0; READ];
            let read = reader.read(&mut bytes).await;
            let read = read.map(|count| {
                bytes.truncate(count);
                bytes
            });
            reply.send(Done::Read(reader, read));
        });
        self.tasks[0] = Some(task.abort_handle());
    }

    /// Takes what was read.
    pub fn read(&mut self, reader: OwnedReadHalf, read: io::Result<Vec<u8>>) -> io::Result<()> {
        let bytes = read?;
        self.is_read = bytes.is_empty();
        self.ring.push(&bytes);
        self.reader = Some(reader);
        Ok(())
    }

    /// So many bytes were written. Returns a credit when there is one to send.
    pub fn written(
        &mut self,
        writer: OwnedWriteHalf,
        written: io::Result<usize>,
    ) -> io::Result<Option<Frame<'static>>> {
        let count = written?;
        self.writer = Some(writer);
        self.is_shut = self.has_ended && count == 0;
        self.stream.used(count);
        self.write();
        let credit = self.stream.next_credit();
        Ok(credit.map(|(received, limit)| Frame::Credit { received, limit }))
    }

    /// Bytes that the viewer sent, and that it was sent.
    pub fn bytes(&self) -> (u64, u64) {
        (self.stream.received(), self.cursor.sent())
    }

    /// How it ended, when it has.
    pub fn end(&self) -> Option<&'static str> {
        (self.is_read_told && self.is_shut).then_some(OVER)
    }

    /// Writes what waits; after the last of it, the end.
    fn write(&mut self) {
        if self.is_shut || (self.waiting.is_empty() && !self.has_ended) {
            return;
        }
        let Some(mut writer) = self.writer.take() else { return };
        let (bytes, reply) = (std::mem::take(&mut self.waiting), self.reply.clone());
        let task = tokio::spawn(async move {
            let written = match bytes.is_empty() {
                true => writer.shutdown().await.map(|()| 0),
                false => writer.write_all(&bytes).await.map(|()| bytes.len()),
            };
            reply.send(Done::Written(writer, written));
        });
        self.tasks[1] = Some(task.abort_handle());
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.tasks.iter().flatten().for_each(AbortHandle::abort);
    }
}
