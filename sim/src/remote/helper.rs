//! The terminal of a simulated computer: it echoes what is typed, and prints a screen for
//! each line.

use std::sync::Arc;

use muster_protocol::OpenRemote;
use muster_remote::{Cursor, Frame, Incoming, Ring};
use serde_json::{Value, json};

use super::pipe::Pipe;
use super::{SESSION, WORK};
use crate::fleet::{Common, Signal};
use crate::identity::Identity;

/// What is printed for a line, beyond its echo: half a screen of text.
pub const SCREEN_BYTES: usize = 1000;
/// Input that there is room for.
const WINDOW: u64 = 16 * 1024;
/// Output that is kept for a viewer who is slow to read.
const KEPT: usize = 64 * 1024;
/// The most of it in one message.
const PIECE: usize = 16 * 1024;
/// An agent of a thousand sessions has as many of these buffers.
const READ_BYTES: usize = 4096;

struct Terminal {
    pipe: Pipe,
    typed: Incoming,
    output: Ring,
    cursor: Cursor,
}

/// Serves one viewer until either side goes, or the simulation is over.
pub async fn serve(number: usize, open: OpenRemote, identity: Arc<Identity>, common: Arc<Common>) {
    let mut signal = common.signal.subscribe();
    let serving = async {
        let pipe = Pipe::of_agent(&common.server, number, READ_BYTES, &open, &identity).await?;
        let (typed, output, cursor) = (Incoming::new(0, WINDOW), Ring::new(KEPT), Cursor::at(0));
        let mut terminal = Terminal { pipe, typed, output, cursor };
        loop {
            terminal.hear().await?;
        }
    };
    // A viewer who leaves ends it with an error, which is not reported here: the viewer's
    // side counts the sessions.
    let _: Result<(), anyhow::Error> = tokio::select! {
        ended = serving => ended,
        _ = signal.wait_for(|signal| *signal == Signal::Stop) => Ok(()),
    };
}

impl Terminal {
    async fn hear(&mut self) -> anyhow::Result<()> {
        let plain = self.pipe.receive().await?;
        match Frame::decode(&plain)? {
            (SESSION, Frame::Control(text)) => {
                let said: Value = serde_json::from_str(text).unwrap_or_default();
                if said["type"] == "start" {
                    self.begin().await?;
                }
            }
            (WORK, Frame::Data { offset, bytes }) => {
                let new = self.typed.take(offset, bytes)?;
                for byte in new {
                    self.output.push(&[*byte]);
                    if *byte == b'\n' {
                        self.output.push(&[b'.'; SCREEN_BYTES]);
                    }
                }
                self.typed.used(new.len());
                if let Some((received, limit)) = self.typed.next_credit() {
                    self.pipe.send(WORK, &Frame::Credit { received, limit }).await?;
                }
            }
            (WORK, Frame::Credit { received, limit }) => {
                self.cursor.credit(received, limit, &self.output)?;
            }
            _ => {}
        }
        while let Some((offset, bytes)) = self.cursor.next(&self.output, PIECE) {
            self.pipe.send(WORK, &Frame::Data { offset, bytes: &bytes }).await?;
        }
        Ok(())
    }

    async fn begin(&mut self) -> anyhow::Result<()> {
        let started = json!({ "type": "started", "resumed": false, "driver": true });
        self.pipe.say(SESSION, &started).await?;
        let (received, limit) = self.typed.first_credit();
        self.pipe.send(WORK, &Frame::Credit { received, limit }).await?;
        let offset = self.output.end();
        self.cursor = Cursor::at(offset);
        let snapshot = json!({ "type": "snapshot", "text": "$ ", "offset": offset });
        self.pipe.say(WORK, &snapshot).await
    }
}
