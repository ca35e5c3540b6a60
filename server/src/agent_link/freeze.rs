//! Freezing and thawing agents that are connected.

use super::parcel::{Item, Parcel};
use super::{AgentLink, FORWARD_LIMIT, LinkRequest, Undelivered, delivered, undelivered};
use crate::ids::AgentId;

impl AgentLink {
    /// Has the connections of these agents freeze or thaw them; returns the
    /// result of each, in their order. An agent that is offline gets its flag
    /// when it connects.
    pub async fn send_freezes(
        &self,
        agents: impl Iterator<Item = (AgentId, bool)>,
        serial: i64,
    ) -> Vec<Result<(), Undelivered>> {
        let item = |(agent_id, frozen): (AgentId, bool)| Item {
            agent_id,
            request: LinkRequest::Freeze { frozen, serial },
        };
        let parcel = Parcel::new(agents.map(item).collect(), Vec::new(), FORWARD_LIMIT);
        let answers = self.request_all(&parcel).await;
        answers.into_iter().map(|answer| delivered(answer.map_err(undelivered))).collect()
    }
}
