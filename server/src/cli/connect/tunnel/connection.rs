//! One connection of a client, and its channel to the agent.
//!
//! The client's bytes and the agent's are two streams with credit. Each ends by itself with
//! `end`; once both have, the agent says `closed`. It says that at once when the connection
//! cannot be made or breaks, and this side gives up with `close`, which has no answer. Before
//! `opened`, everything but that and `closed` is about an earlier connection on the channel.

use muster_remote::{Frame, Incoming};
use serde::Deserialize;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::inbox::Inbox;
use crate::cli::connect::notice::say;
use crate::cli::connect::target::Target;
use crate::remote_viewer::Outbox;

/// Bytes that may come before the client has taken them.
const WINDOW: u64 = 256 * 1024;

/// The most that is read from a client at once.
const CHUNK: usize = 32 * 1024;

/// A connection has ended.
pub struct Finished {
    /// Its channel.
    pub channel: u16,
    /// Whether the agent said so, too: nothing about it can come any more.
    pub is_agreed: bool,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum FromAgent {
    Opened,
    End,
    Closed {
        #[serde(default)]
        reason: String,
    },
    #[serde(other)]
    Unknown,
}

/// Carries a client's connection to its end.
pub async fn carry(
    channel: u16,
    socket: TcpStream,
    outbox: Outbox,
    mut inbox: Inbox,
    target: Target,
) -> Finished {
    let mut line = Line::new(channel, outbox);
    let is_agreed = run(&mut line, socket, &mut inbox).await.is_ok();
    if !is_agreed {
        line.give_up().await;
    } else if !line.is_open {
        say(format_args!("{target}: {}", line.closed.unwrap_or_default()));
    }
    Finished { channel, is_agreed }
}

/// Carries it until the agent has closed it.
async fn run(line: &mut Line, socket: TcpStream, inbox: &mut Inbox) -> Result<(), Broken> {
    // Without it, each key of a shell waits for the answer to the last one.
    let _ = socket.set_nodelay(true);
    let (mut reader, mut writer) = socket.into_split();
    line.open().await;
    let (mut buffer, mut ended) = (vec![0; CHUNK], Ok(()));
    while ended.is_ok() && !line.is_done() {
        let room = line.room();
        ended = tokio::select! {
            frame = inbox.next() => match frame {
                Some(frame) => line.take(&frame).await,
                None => Err(Broken),
            },
            read = reader.read(&mut buffer[..room]), if room > 0 => match read {
                Ok(count) => line.pass_on(&buffer[..count]).await,
                Err(_) => Err(Broken),
            },
            written = writer.write(&line.unwritten), if line.must_write() => match written {
                Ok(count) if count > 0 => line.written(count).await,
                Ok(_) | Err(_) => Err(Broken),
            },
        };
        if line.wants_shutdown() {
            // A client that is gone already learns nothing.
            let _ = writer.shutdown().await;
            line.is_shut = true;
        }
    }
    if ended.is_err() || !line.is_shut {
        // With a reset the client does not take what it has for the whole.
        let _ = reader.as_ref().set_zero_linger();
    }
    ended
}

/// A connection that cannot go on: the client or the pipe is gone, or the agent does not keep
/// the rules.
struct Broken;

/// The state of a connection.
struct Line {
    channel: u16,
    outbox: Outbox,
    incoming: Incoming,
    /// Came from the agent, and was not written to the client yet.
    unwritten: Vec<u8>,
    /// Offset of what the client sends next, and what the agent takes up to.
    sent: u64,
    limit: u64,
    is_open: bool,
    /// Nothing more comes from the client.
    has_ended: bool,
    /// Nothing more comes from the agent.
    agent_has_ended: bool,
    /// The client was told so.
    is_shut: bool,
    /// The agent has closed the channel, for this reason.
    closed: Option<String>,
}

impl Line {
    fn new(channel: u16, outbox: Outbox) -> Self {
        Self {
            channel,
            outbox,
            incoming: Incoming::new(0, WINDOW),
            unwritten: Vec::new(),
            sent: 0,
            limit: 0,
            is_open: false,
            has_ended: false,
            agent_has_ended: false,
            is_shut: false,
            closed: None,
        }
    }

    async fn open(&self) {
        self.outbox.control(self.channel, &json!({ "type": "open" })).await;
    }

    async fn give_up(&self) {
        self.outbox.control(self.channel, &json!({ "type": "close" })).await;
    }

    /// What came before the end is still written.
    fn is_done(&self) -> bool {
        self.closed.is_some() && self.unwritten.is_empty()
    }

    fn must_write(&self) -> bool {
        !self.unwritten.is_empty()
    }

    /// How much may be read from the client now.
    fn room(&self) -> usize {
        if self.has_ended || self.closed.is_some() {
            return 0;
        }
        let allowed = self.limit.saturating_sub(self.sent);
        usize::try_from(allowed).unwrap_or(usize::MAX).min(CHUNK)
    }

    fn wants_shutdown(&self) -> bool {
        self.agent_has_ended && self.unwritten.is_empty() && !self.is_shut
    }

    /// Acts on a frame of the agent.
    async fn take(&mut self, frame: &[u8]) -> Result<(), Broken> {
        let (_, frame) = Frame::decode(frame).map_err(|_| Broken)?;
        match frame {
            // What only newer agents say is ignored.
            Frame::Control(text) => {
                match serde_json::from_str(text).unwrap_or(FromAgent::Unknown) {
                    FromAgent::Opened if !self.is_open => {
                        self.is_open = true;
                        let (received, limit) = self.incoming.first_credit();
                        self.outbox.frame(self.channel, Frame::Credit { received, limit }).await;
                    }
                    FromAgent::End => self.agent_has_ended |= self.is_open,
                    FromAgent::Closed { reason } => self.closed = Some(reason),
                    FromAgent::Opened | FromAgent::Unknown => {}
                }
            }
            Frame::Data { offset, bytes } if self.is_open => {
                let new = self.incoming.take(offset, bytes).map_err(|_| Broken)?;
                self.unwritten.extend_from_slice(new);
            }
            Frame::Credit { limit, .. } if self.is_open => self.limit = self.limit.max(limit),
            Frame::Data { .. } | Frame::Credit { .. } | Frame::Packet(_) => {}
        }
        Ok(())
    }

    /// Passes on what the client sent; nothing is its end.
    async fn pass_on(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        if bytes.is_empty() {
            self.has_ended = true;
            self.outbox.control(self.channel, &json!({ "type": "end" })).await;
            return Ok(());
        }
        self.outbox.frame(self.channel, Frame::Data { offset: self.sent, bytes }).await;
        self.sent += bytes.len() as u64;
        Ok(())
    }

    /// The client took so many bytes.
    async fn written(&mut self, count: usize) -> Result<(), Broken> {
        self.unwritten.drain(..count);
        self.incoming.used(count);
        if let Some((received, limit)) = self.incoming.next_credit() {
            self.outbox.frame(self.channel, Frame::Credit { received, limit }).await;
        }
        Ok(())
    }
}
