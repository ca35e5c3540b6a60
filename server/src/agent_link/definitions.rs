//! Sending an agent the document it goes by.

use muster_protocol::{Definitions, ToAgent};

use super::{AgentLink, LinkReply, LinkRequest, Undelivered};
use crate::ids::AgentId;

impl AgentLink {
    /// Gives an agent its document. Returns when it is on the line; that it is
    /// kept, the agent says by itself.
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
                LinkReply::LineEnded => return Err(Undelivered::Offline),
                _ => {}
            }
        }
        Ok(())
    }
}
