//! The shell on the agent, from its first screen to its end, over as many connections as it
//! takes.

use std::pin::pin;

use muster_remote::{Frame, StreamError};
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};

use super::console::{CHUNK, Console};
use super::escape::Escape;
use super::raw_mode::size;
use crate::cli::connect::message;
use crate::cli::connect::notice::say;
use crate::cli::connect::session::Session;
use crate::remote_viewer::{
    CHANNEL, CLEAR, Credit, FromTerminal, Gone, Outbox, Pipe, SESSION, Started, Streams,
};

/// Why nobody is at the shell any more.
pub enum Left {
    /// It ended, with this code.
    Exited(Option<i64>),
    /// The person left.
    Away,
    /// The session has ended.
    Gone(Gone),
}

impl From<Gone> for Left {
    fn from(gone: Gone) -> Self {
        Self::Gone(gone)
    }
}

/// Stays at the shell until somebody or something ends it.
pub async fn attend(
    session: &mut Session<'_>,
    (mut pipe, mut started): (Pipe, Started),
    console: &mut Console,
) -> Left {
    let Ok(resized) = signal(SignalKind::window_change()) else {
        return Left::Gone(Gone::broken("this system has no signals"));
    };
    let mut shell = Shell { console, streams: Streams::new(), escape: Escape::default(), resized };
    loop {
        let reason = match shell.follow(&mut pipe, &started).await {
            Left::Gone(Gone::Broken(reason)) => reason,
            left => return left,
        };
        say(format_args!("{reason}; connecting again; ~. after Enter ends it"));
        (pipe, started) = match shell.reconnect(session, reason).await {
            Ok(connected) => connected,
            Err(left) => return left,
        };
    }
}

struct Shell<'a> {
    console: &'a mut Console,
    streams: Streams,
    escape: Escape,
    resized: Signal,
}

impl Shell<'_> {
    /// Follows it over one connection.
    async fn follow(&mut self, pipe: &mut Pipe, started: &Started) -> Left {
        let outbox = pipe.outbox();
        let credit = self.streams.connected(started.resumed);
        send_credit(&outbox, credit).await;
        send_size(&outbox).await;
        loop {
            while let Some((offset, bytes)) = self.streams.next() {
                outbox.frame(CHANNEL, Frame::Data { offset, bytes: &bytes }).await;
            }
            tokio::select! {
                plain = pipe.next() => match plain {
                    Ok(plain) => match self.hear(&plain, &outbox).await {
                        Ok(None) => {}
                        Ok(Some(left)) => return left,
                        Err(gone) => return gone.into(),
                    },
                    Err(gone) => return gone.into(),
                },
                Some(typed) = self.console.typed.recv(), if self.streams.has_room(2 * CHUNK) => {
                    match self.escape.pass(&typed) {
                        Some(typed) => self.streams.push(&typed),
                        None => return Left::Away,
                    }
                }
                Some(count) = self.console.shown.recv() => {
                    send_credit(&outbox, self.streams.shown(count)).await;
                }
                Some(()) = self.resized.recv() => send_size(&outbox).await,
            }
        }
    }

    /// Connects again, unless the person has enough of it. What they type meanwhile is lost:
    /// nobody sees what it would be typed into.
    async fn reconnect(
        &mut self,
        session: &mut Session<'_>,
        reason: String,
    ) -> Result<(Pipe, Started), Left> {
        let mut connecting = pin!(session.reconnect(reason));
        loop {
            tokio::select! {
                connected = &mut connecting => return connected.map_err(Left::Gone),
                Some(typed) = self.console.typed.recv() => {
                    if self.escape.pass(&typed).is_none() {
                        return Err(Left::Away);
                    }
                }
            }
        }
    }

    async fn hear(&mut self, plain: &[u8], outbox: &Outbox) -> Result<Option<Left>, Gone> {
        // Another connection goes on behind the last byte that came.
        let broken = |error: StreamError| Gone::Broken(error.to_string());
        match Frame::decode(plain).map_err(Gone::ended)? {
            (SESSION, frame) => {
                message::hear(frame)?;
            }
            (CHANNEL, Frame::Control(text)) => {
                match serde_json::from_str(text).unwrap_or(FromTerminal::Unknown) {
                    FromTerminal::Snapshot { offset, text } => {
                        self.console.draw(format!("{CLEAR}{text}"));
                        let credit = self.streams.restart(offset);
                        send_credit(outbox, Some(credit)).await;
                    }
                    FromTerminal::Exit { code } => return Ok(Some(Left::Exited(code))),
                    FromTerminal::Unknown => {}
                }
            }
            (CHANNEL, Frame::Data { offset, bytes }) => {
                let new = self.streams.take(offset, bytes).map_err(broken)?;
                self.console.show(new.to_vec());
            }
            (CHANNEL, Frame::Credit { received, limit }) => {
                self.streams.credit(received, limit).map_err(broken)?;
            }
            _ => {}
        }
        Ok(None)
    }
}

async fn send_credit(outbox: &Outbox, credit: Option<Credit>) {
    if let Some((received, limit)) = credit {
        outbox.frame(CHANNEL, Frame::Credit { received, limit }).await;
    }
}

async fn send_size(outbox: &Outbox) {
    let (rows, cols) = size();
    let message = json!({ "type": "resize", "rows": rows, "cols": cols });
    outbox.control(CHANNEL, &message).await;
}
