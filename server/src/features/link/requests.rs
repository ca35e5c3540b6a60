//! Requests from any server to the agent's connection.

use std::time::{Duration, Instant};

use muster_protocol::{Answer, CHANGING_QUESTIONS, Question, ToAgent, capability};

use super::connection::{Connection, PROOF_LIMIT};
use super::questions;
use crate::agent_link::{LinkReply, LinkRequest, PendingRequest, ReplySender};

impl Connection {
    /// Handles a request; returns a reason when the connection must end.
    pub(super) async fn handle_request(
        &mut self,
        PendingRequest { request, reply_to }: PendingRequest,
    ) -> anyhow::Result<Option<&'static str>> {
        match request {
            LinkRequest::Order(_) if self.agent.is_frozen => reply_to.reply(LinkReply::Frozen),
            LinkRequest::Order(order) if !self.has_capability(&order.name) => {
                reply_to.reply(LinkReply::Unsupported);
            }
            LinkRequest::Order(order) => {
                let run_id = order.run_id.as_str().into();
                self.send_and_reply(reply_to, &ToAgent::Order(order)).await?;
                self.unconfirmed.insert(run_id);
            }
            LinkRequest::Cancel { run_id } => {
                self.send_and_reply(reply_to, &ToAgent::Cancel { run_id: run_id.into() }).await?;
            }
            LinkRequest::Question { name, body, limit_ms } => {
                self.ask(reply_to, name, body, Duration::from_millis(limit_ms)).await?;
            }
            LinkRequest::SendInventory if !self.has_capability(capability::INVENTORY) => {
                reply_to.reply(LinkReply::Unsupported);
            }
            LinkRequest::SendInventory => {
                self.send_and_reply(reply_to, &ToAgent::SendInventory).await?;
            }
            LinkRequest::Definitions { .. } if !self.has_capability(capability::DEFINITIONS) => {
                reply_to.reply(LinkReply::Unsupported);
            }
            LinkRequest::Definitions { digest, offset, total, data } => {
                let message = ToAgent::Definitions { digest, offset, total, data };
                self.send_and_reply(reply_to, &message).await?;
            }
            LinkRequest::Freeze { frozen, serial } => {
                if !self.freeze(reply_to, frozen, serial).await? {
                    return Ok(Some("the agent closed the connection"));
                }
            }
            LinkRequest::Takeover { process_id } if process_id == self.process_id => {
                self.takeover = Some((reply_to, Instant::now()));
                return Ok(Some("the agent reconnected"));
            }
            LinkRequest::Takeover { .. } => {
                self.takeover = Some((reply_to, Instant::now() + PROOF_LIMIT));
                // A connection that accepts no ping ends here.
                self.socket.ping().await?;
            }
            LinkRequest::Close => {
                reply_to.reply(LinkReply::Done);
                return Ok(Some("its credential was revoked"));
            }
        }
        Ok(None)
    }

    /// Sends a message for a request, and replies to the request. A message
    /// that was being sent when the connection broke may have arrived.
    pub(super) async fn send_and_reply(
        &mut self,
        reply_to: ReplySender,
        message: &ToAgent,
    ) -> anyhow::Result<()> {
        let sent = self.send(message).await;
        match &sent {
            Ok(()) => reply_to.reply(LinkReply::Done),
            Err(_) => reply_to.connection_lost(),
        }
        sent
    }

    pub(super) fn has_capability(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Sends a question to the agent, and remembers where to send the answer.
    async fn ask(
        &mut self,
        reply_to: ReplySender,
        name: String,
        body: Vec<u8>,
        limit: Duration,
    ) -> anyhow::Result<()> {
        if !self.has_capability(&name) {
            reply_to.reply(LinkReply::Unsupported);
            return Ok(());
        }
        if self.agent.is_frozen && CHANGING_QUESTIONS.contains(&name.as_str()) {
            reply_to.reply(LinkReply::Frozen);
            return Ok(());
        }
        let id = match self.questions.remember(reply_to, Instant::now() + limit) {
            Ok(id) => id,
            Err(reply_to) => {
                reply_to.reply(LinkReply::Busy);
                return Ok(());
            }
        };
        self.send(&ToAgent::Question(Question { id, name, body })).await
    }

    /// Forwards an answer, if its caller still waits.
    pub(super) fn forward_answer(&mut self, id: u64, answer: Answer) {
        let Some(reply_to) = self.questions.take(id) else {
            tracing::debug!(agent.id = %self.agent.agent_id, id, "an answer came too late: nobody waits for it");
            return;
        };
        reply_to.reply(LinkReply::Answer(questions::bounded(answer)));
    }
}
