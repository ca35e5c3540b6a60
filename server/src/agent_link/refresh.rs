//! Asking an agent for its inventory, and waiting until it is stored.

use std::time::Duration;

use super::{AgentLink, LinkReply, LinkRequest, Unanswered, Undelivered};
use crate::app::App;
use crate::ids::AgentId;

impl AgentLink {
    /// Asks an agent for its inventory, and waits until it is stored.
    pub async fn refresh_inventory(
        &self,
        agent_id: &AgentId,
        limit: Duration,
    ) -> Result<(), Unanswered> {
        // Before asking, so that the notification cannot be missed.
        let stored = self.bus.subscribe(&inventory_subject(agent_id)).await;
        let mut stored = stored.map_err(|_| Unanswered::BusDown)?;
        match self.ask(agent_id, LinkRequest::SendInventory).await {
            Ok(LinkReply::Unsupported) => return Err(Unanswered::Unknown),
            Ok(_) => {}
            Err(Undelivered::Offline) => return Err(Unanswered::Offline),
            Err(_) => return Err(Unanswered::BusDown),
        }
        match tokio::time::timeout(limit, stored.next()).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => Err(Unanswered::BusDown),
            Err(_) => Err(Unanswered::TimedOut),
        }
    }
}

/// Notifies waiting requests that an agent's inventory is stored.
pub async fn announce(app: &App, agent_id: &AgentId) {
    if app.bus.publish(&inventory_subject(agent_id), Vec::new()).await.is_err() {
        tracing::warn!(agent.id = %agent_id, "could not notify other servers that an inventory was stored");
    }
}

fn inventory_subject(agent_id: &AgentId) -> String {
    format!("inventory.{agent_id}")
}
