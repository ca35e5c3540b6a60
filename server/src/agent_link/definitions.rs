//! Sending an agent its definitions.

use muster_protocol::{Definitions, ToAgent};

use super::{AgentLink, LinkReply, LinkRequest, Undelivered};
use crate::ids::AgentId;

impl AgentLink {
    /// Sends an agent its definitions. Returns once they are sent; the agent
    /// reports on its own that it has stored them.
    pub async fn send_definitions(
        &self,
        agent_id: &AgentId,
        document: &Definitions,
    ) -> Result<(), Undelivered> {
        for message in document.messages() {
            let ToAgent::Definitions { digest, offset, total, data } = message else { continue };
            let piece = LinkRequest::Definitions { digest, offset, total, data };
            match self.ask(agent_id, piece).await? {
                LinkReply::Unsupported => return Err(Undelivered::Unsupported),
                LinkReply::ConnectionEnded => return Err(Undelivered::Offline),
                _ => {}
            }
        }
        Ok(())
    }
}
