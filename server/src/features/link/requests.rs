//! Requests from any server to the agent's connection.

use std::time::{Duration, Instant};

use muster_protocol::{Answer, Question, ToAgent, capability};

use super::connection::{Connection, PROOF_LIMIT};
use super::questions;
use crate::agent_link::{Asked, Asker, LinkReply, LinkRequest};

impl Connection {
    /// Handles a request; returns a reason when the connection must end.
    pub(super) async fn obey(
        &mut self,
        Asked { request, asker }: Asked,
    ) -> anyhow::Result<Option<&'static str>> {
        match request {
            LinkRequest::Order(order) if !self.is_able(&order.name) => {
                asker.reply(LinkReply::Unsupported);
            }
            LinkRequest::Order(order) => {
                let run_id = order.run_id.as_str().into();
                self.send_for(asker, &ToAgent::Order(order)).await?;
                self.unheard.insert(run_id);
            }
            LinkRequest::Cancel { run_id } => {
                self.send_for(asker, &ToAgent::Cancel { run_id: run_id.into() }).await?;
            }
            LinkRequest::Question { name, body, limit_ms } => {
                self.ask(asker, name, body, Duration::from_millis(limit_ms)).await?;
            }
            LinkRequest::SendInventory if !self.is_able(capability::INVENTORY) => {
                asker.reply(LinkReply::Unsupported);
            }
            LinkRequest::SendInventory => {
                self.send_for(asker, &ToAgent::SendInventory).await?;
            }
            LinkRequest::Definitions { .. } if !self.is_able(capability::DEFINITIONS) => {
                asker.reply(LinkReply::Unsupported);
            }
            LinkRequest::Definitions { digest, offset, total, data } => {
                let message = ToAgent::Definitions { digest, offset, total, data };
                self.send_for(asker, &message).await?;
            }
            LinkRequest::Takeover { process_id } if process_id == self.process_id => {
                self.takeover = Some((asker, Instant::now()));
                return Ok(Some("the agent reconnected"));
            }
            LinkRequest::Takeover { .. } => {
                self.takeover = Some((asker, Instant::now() + PROOF_LIMIT));
                // A connection that accepts no ping ends here.
                self.socket.ping().await?;
            }
            LinkRequest::Close => {
                asker.reply(LinkReply::Done);
                return Ok(Some("its credential was revoked"));
            }
        }
        Ok(None)
    }

    /// Sends a message for a request, and replies to the request. A message
    /// that was being sent when the connection broke may have arrived.
    async fn send_for(&mut self, asker: Asker, message: &ToAgent) -> anyhow::Result<()> {
        let sent = self.send(message).await;
        match &sent {
            Ok(()) => asker.reply(LinkReply::Done),
            Err(_) => asker.lost(),
        }
        sent
    }

    pub(super) fn is_able(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Sends a question to the agent, and remembers where to send the answer.
    async fn ask(
        &mut self,
        asker: Asker,
        name: String,
        body: Vec<u8>,
        limit: Duration,
    ) -> anyhow::Result<()> {
        if !self.is_able(&name) {
            asker.reply(LinkReply::Unsupported);
            return Ok(());
        }
        let id = match self.questions.remember(asker, Instant::now() + limit) {
            Ok(id) => id,
            Err(asker) => {
                asker.reply(LinkReply::Busy);
                return Ok(());
            }
        };
        self.send(&ToAgent::Question(Question { id, name, body })).await
    }

    /// Forwards an answer, if its caller still waits.
    pub(super) fn pass_on(&mut self, id: u64, answer: Answer) {
        let Some(asker) = self.questions.take(id) else {
            tracing::debug!(agent.id = %self.agent.agent_id, id, "an answer came too late: nobody waits for it");
            return;
        };
        asker.reply(LinkReply::Answer(questions::bounded(answer)));
    }
}
