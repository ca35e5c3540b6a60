//! What the agent says of a program's terminal.

use muster_remote::{Frame, StreamError};

use super::ending::End;
use super::frames::info;
use super::terminal::Terminal;
use crate::remote_viewer::{
    CHANNEL, CLEAR, Credit, FromAgent, FromTerminal, Gone, Outbox, SESSION, read_message,
};

impl Terminal {
    /// Takes a frame of the agent.
    pub(super) async fn hear(
        &mut self,
        plain: &[u8],
        outbox: &Outbox,
    ) -> Result<Option<End>, Gone> {
        let broken = |error: StreamError| Gone::Broken(error.to_string());
        match Frame::decode(plain).map_err(Gone::ended)? {
            (SESSION, frame) => return self.hear_of_session(frame).await,
            (CHANNEL, Frame::Control(text)) => {
                match serde_json::from_str(text).unwrap_or(FromTerminal::Unknown) {
                    FromTerminal::Snapshot { offset, text } => {
                        let credit = self.streams.restart(offset);
                        self.draw(offset, &text);
                        send_credit(outbox, Some(credit)).await;
                    }
                    FromTerminal::Exit { code } => return Ok(Some(End::Exited(code))),
                    FromTerminal::Unknown => {}
                }
            }
            (CHANNEL, Frame::Data { offset, bytes }) => {
                let new = self.streams.take(offset, bytes).map_err(broken)?;
                if !new.is_empty() {
                    self.backlog.push(new);
                }
            }
            (CHANNEL, Frame::Credit { received, limit }) => {
                self.streams.credit(received, limit).map_err(broken)?;
            }
            _ => {}
        }
        Ok(None)
    }

    async fn hear_of_session(&mut self, frame: Frame<'_>) -> Result<Option<End>, Gone> {
        match read_message(frame) {
            FromAgent::Started(_) => {
                self.has_started = true;
                self.tell(info("started", "The terminal is open.")).await;
            }
            FromAgent::Refused { reason } => return Ok(Some(End::Failed(reason))),
            FromAgent::Ended { reason } => return Err(Gone::Ended(reason)),
            FromAgent::Consent { seconds } => {
                let text = format!(
                    "The person at the computer is asked, and has {seconds} seconds to answer."
                );
                self.tell(info("consent", &text)).await;
            }
            FromAgent::Notice { text } => self.tell(info("notice", &text)).await,
            FromAgent::Unknown => {}
        }
        Ok(None)
    }

    /// The whole screen: what was printed before the server came, or too fast for it.
    fn draw(&mut self, offset: u64, screen: &str) {
        if self.has_screen {
            self.backlog.draw(format!("{CLEAR}{screen}"));
        } else if offset > 0 {
            self.backlog.draw(screen.to_owned());
        }
        self.has_screen = true;
    }
}

/// Sends a credit, if there is one to send.
pub(super) async fn send_credit(outbox: &Outbox, credit: Option<Credit>) {
    if let Some((received, limit)) = credit {
        outbox.frame(CHANNEL, Frame::Credit { received, limit }).await;
    }
}
