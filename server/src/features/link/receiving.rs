//! Receives messages from an agent: gathered as they arrive, and stored
//! together.

use std::time::{Duration, Instant};

use futures_util::FutureExt;
use muster_protocol::{FromAgent, decode};
use tokio_tungstenite::tungstenite::Message;

use super::connection::Connection;
use super::received::Received;
use super::reports;
use crate::agent_link::LinkReply;
use crate::debug_log::{DebugEntry, LogType};

/// How long a report waits to be stored while its run is in progress: most
/// commands end within that time, and all their reports are stored in one
/// transaction.
const REPORT_WAITS: Duration = Duration::from_millis(20);

impl Connection {
    /// Takes all messages that have arrived by now and stores them together.
    /// Returns whether the connection is still open.
    pub(super) async fn receive(&mut self, first: Message) -> anyhow::Result<bool> {
        let delayed = self.delayed.take();
        let waits_until = delayed.as_ref().map(|(_, limit)| *limit);
        let mut received = delayed.map(|(received, _)| received).unwrap_or_default();
        let mut next = Some(first);
        let mut open = true;
        while let Some(frame) = next {
            self.last_received = Instant::now();
            match frame {
                Message::Binary(frame) => match decode::<FromAgent>(&frame) {
                    Ok(FromAgent::Answer { id, answer }) => self.forward_answer(id, answer),
                    Ok(FromAgent::Metrics { block }) => self.receive_metrics(block)?,
                    Ok(FromAgent::CheckResults { reports }) => self.receive_checks(reports)?,
                    Ok(FromAgent::RecordingPart { part }) => self.receive_recording(part)?,
                    Ok(message) => {
                        self.confirm_delivery(&message);
                        received.add(message);
                    }
                    // A newer agent may send more than we know; the rest is
                    // still of use.
                    Err(error) => {
                        tracing::warn!(agent.id = %self.agent.agent_id, error = %error, "a message from an agent could not be decoded");
                        self.record_undecoded(&error.to_string());
                    }
                },
                Message::Close(_) => open = false,
                Message::Pong(_) => self.refuse_takeover(),
                // Frames only come as parts of messages.
                Message::Text(_) | Message::Ping(_) | Message::Frame(_) => {}
            }
            next = match open && !received.is_full() {
                true => self.socket.recv().now_or_never().flatten().transpose()?,
                false => None,
            };
        }
        let now = Instant::now();
        let limit = waits_until.unwrap_or(now + REPORT_WAITS);
        if open && !received.is_empty() && received.may_wait() && now < limit {
            self.delayed = Some((received, limit));
        } else {
            self.store(received).await?;
        }
        Ok(open)
    }

    async fn store(&mut self, received: Received) -> anyhow::Result<()> {
        let answers = reports::store(&self.app, &self.agent, received, &mut self.output).await?;
        for answer in answers {
            self.send(&answer).await?;
        }
        Ok(())
    }

    pub(super) async fn store_delayed(&mut self) -> anyhow::Result<()> {
        match self.delayed.take() {
            Some((received, _)) => self.store(received).await,
            None => Ok(()),
        }
    }

    fn record_undecoded(&self, problem: &str) {
        let message = format!("a message of the agent could not be decoded: {problem}");
        let entry = DebugEntry::warning(LogType::AgentIssues, message);
        self.app.debug_log.record(entry.about(self.agent.id));
    }

    /// A run that the agent mentions has reached it.
    fn confirm_delivery(&mut self, message: &FromAgent) {
        if let FromAgent::Accepted { run_id }
        | FromAgent::Unsupported { run_id, .. }
        | FromAgent::Finished { run_id, .. } = message
        {
            self.unconfirmed.remove(&run_id.as_str().into());
        }
    }

    /// The agent answers, so it is not the one that wants to take over. Nothing else
    /// proves that: other messages may have been on their way when its process died.
    fn refuse_takeover(&mut self) {
        if let Some((reply_to, _)) = self.takeover.take() {
            reply_to.reply(LinkReply::StillHere);
        }
    }
}
