//! What the servers ask of the one that holds an agent's line.

use std::time::{Duration, Instant};

use muster_protocol::{Answer, Question, ToAgent, capability, decode};

use super::connection::{Connection, PROOF_LIMIT};
use super::questions;
use crate::agent_link::{LinkReply, LinkRequest};
use crate::bus::Message as BusMessage;

impl Connection {
    /// Does what another server asks; a reason when the line is to end.
    pub(super) async fn obey(
        &mut self,
        request: BusMessage,
    ) -> anyhow::Result<Option<&'static str>> {
        match decode(&request.payload)? {
            LinkRequest::Order(order) if !self.is_able(&order.name) => {
                self.reply(&request, &LinkReply::Unsupported).await;
            }
            LinkRequest::Order(order) => {
                let run_id = order.run_id.clone();
                self.send(&ToAgent::Order(order)).await?;
                self.unheard.insert(run_id);
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Cancel { run_id } => {
                self.send(&ToAgent::Cancel { run_id }).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Question { name, body, limit_ms } => {
                self.ask(request, name, body, Duration::from_millis(limit_ms)).await?;
            }
            LinkRequest::SendInventory if !self.is_able(capability::INVENTORY) => {
                self.reply(&request, &LinkReply::Unsupported).await;
            }
            LinkRequest::SendInventory => {
                self.send(&ToAgent::SendInventory).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Definitions { .. } if !self.is_able(capability::DEFINITIONS) => {
                self.reply(&request, &LinkReply::Unsupported).await;
            }
            LinkRequest::Definitions { digest, offset, total, data } => {
                self.send(&ToAgent::Definitions { digest, offset, total, data }).await?;
                self.reply(&request, &LinkReply::Done).await;
            }
            LinkRequest::Takeover { process_id } if process_id == self.process_id => {
                self.takeover = Some((request, Instant::now()));
                return Ok(Some("the agent came back on another line"));
            }
            LinkRequest::Takeover { .. } => {
                self.takeover = Some((request, Instant::now() + PROOF_LIMIT));
                // A line that takes no ping ends here, and makes room.
                self.socket.ping().await?;
            }
            LinkRequest::Close => {
                self.reply(&request, &LinkReply::Done).await;
                return Ok(Some("its credential was taken away"));
            }
        }
        Ok(None)
    }

    pub(super) fn is_able(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }

    /// Sends a question on, and remembers who asked.
    async fn ask(
        &mut self,
        request: BusMessage,
        name: String,
        body: Vec<u8>,
        limit: Duration,
    ) -> anyhow::Result<()> {
        if !self.is_able(&name) {
            self.reply(&request, &LinkReply::Unsupported).await;
            return Ok(());
        }
        let Some(id) = self.questions.remember(&request, Instant::now() + limit) else {
            self.reply(&request, &LinkReply::Busy).await;
            return Ok(());
        };
        self.send(&ToAgent::Question(Question { id, name, body })).await
    }

    /// Passes an answer on to whoever asked, if they still wait.
    pub(super) async fn pass_on(&mut self, id: u64, answer: Answer) {
        let Some(request) = self.questions.take(id) else {
            tracing::debug!(agent.id = self.agent.agent_id, id, "an answer nobody waits for");
            return;
        };
        self.reply(&request, &LinkReply::Answer(questions::bounded(answer))).await;
    }
}
