//! A viewer of a terminal: types, reads, and keeps nothing of what it read.

use anyhow::Context;
use muster_remote::{Frame, Incoming};

use super::WORK;
use super::pipe::Pipe;
use super::session::{Caller, said};

/// Output that it has room for.
const WINDOW: u64 = 256 * 1024;
/// Of the output this much is kept, to look for a prompt in it.
const KEPT: usize = 200;

/// A terminal from the side of the person who types.
pub struct Terminal {
    /// The session.
    pub session: String,
    /// The last of what was printed.
    pub seen: Vec<u8>,
    pipe: Pipe,
    output: Incoming,
    typed: u64,
    limit: u64,
}

impl Terminal {
    /// Opens one, up to the first screen.
    pub async fn open(caller: Caller<'_>, number: usize, agent_id: &str) -> anyhow::Result<Self> {
        let (session, pipe) = caller.open(number, agent_id, "terminal").await?;
        let (seen, output) = (Vec::new(), Incoming::new(0, 0));
        let mut terminal = Self { session, seen, pipe, output, typed: 0, limit: 0 };
        while !terminal.hear().await? {}
        Ok(terminal)
    }

    /// Offset after the last byte that was printed.
    pub fn printed(&self) -> u64 {
        self.output.received()
    }

    /// Types something.
    pub async fn type_bytes(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        while self.typed + bytes.len() as u64 > self.limit {
            self.hear().await?;
        }
        let offset = self.typed;
        self.typed += bytes.len() as u64;
        self.pipe.send(WORK, &Frame::Data { offset, bytes }).await
    }

    /// Reads until this was printed last.
    pub async fn read_until(&mut self, endings: &[&str]) -> anyhow::Result<()> {
        while !endings.iter().any(|ending| self.seen.ends_with(ending.as_bytes())) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Waits for what comes next and takes it. Returns whether it was a whole screen.
    pub async fn hear(&mut self) -> anyhow::Result<bool> {
        let plain = self.next().await?;
        self.take(&plain).await
    }

    /// Waits for what comes next. Nothing is lost when nobody waits any more.
    pub async fn next(&mut self) -> anyhow::Result<Vec<u8>> {
        self.pipe.receive().await
    }

    /// Takes what came, to its end. Returns whether it was a whole screen.
    pub async fn take(&mut self, plain: &[u8]) -> anyhow::Result<bool> {
        let (_, frame) = Frame::decode(plain)?;
        match frame {
            Frame::Data { offset, bytes } => {
                let new = self.output.take(offset, bytes)?;
                self.output.used(new.len());
                keep(&mut self.seen, new);
                if let Some((received, limit)) = self.output.next_credit() {
                    self.pipe.send(WORK, &Frame::Credit { received, limit }).await?;
                }
            }
            Frame::Credit { limit, .. } => self.limit = limit,
            Frame::Packet(_) => {}
            Frame::Control(_) => {
                let snapshot = said(&frame)?.filter(|said| said["type"] == "snapshot");
                let Some(snapshot) = snapshot else { return Ok(false) };
                let offset = snapshot["offset"].as_u64().context("a screen has no offset")?;
                keep(&mut self.seen, snapshot["text"].as_str().unwrap_or_default().as_bytes());
                self.output = Incoming::new(offset, WINDOW);
                let (received, limit) = self.output.first_credit();
                self.pipe.send(WORK, &Frame::Credit { received, limit }).await?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn keep(seen: &mut Vec<u8>, new: &[u8]) {
    seen.extend_from_slice(new);
    seen.drain(..seen.len().saturating_sub(KEPT));
}
