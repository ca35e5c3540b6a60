//! Freezing and thawing the agent of a connection.

use muster_protocol::{ToAgent, capability};

use super::connection::Connection;
use crate::agent_link::{LinkReply, ReplySender};
use crate::domain::freeze;

impl Connection {
    /// Freezes or thaws the agent, unless that is known already; returns whether
    /// the connection is still open. An agent that does not know the flag gets no
    /// orders either, but goes on with its tasks.
    pub(super) async fn freeze(
        &mut self,
        reply_to: ReplySender,
        frozen: bool,
        serial: i64,
    ) -> anyhow::Result<bool> {
        let (known, was_frozen) = (self.agent.freeze_serial, self.agent.is_frozen);
        if serial < known || (serial, frozen) == (known, was_frozen) {
            reply_to.reply(LinkReply::Done);
            return Ok(true);
        }
        (self.agent.freeze_serial, self.agent.is_frozen) = (serial, frozen);
        let flag = freeze::sign_flag(&self.app.vault, &self.agent.agent_id, serial, frozen);
        match flag.filter(|_| self.has_capability(capability::FREEZE)) {
            Some(flag) => self.send_and_reply(reply_to, &ToAgent::Freeze(flag)).await?,
            None => reply_to.reply(LinkReply::Done),
        }
        if frozen || !was_frozen {
            return Ok(true);
        }
        // What waited for the thaw.
        self.send_backlog().await
    }
}
