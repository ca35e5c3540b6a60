//! Where an agent is, for the events about it.
//!
//! Agents and sites move while an agent is connected and while its runs take
//! their time, so the location is read when an event is published.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::events::Event;
use crate::ids::AgentKey;
use crate::storage::sql;

/// The client and the site of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub struct Location {
    pub client_id: i64,
    pub site_id: i64,
}

impl Location {
    /// An event about something there.
    pub fn locate(self, event: Event) -> Event {
        event.about(self.client_id, self.site_id)
    }
}

/// Where an agent is now; none once it was removed.
pub async fn find_location(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<Location>, DbErr> {
    let text = "select s.client_id, a.site_id
                  from agents a join sites s on s.id = a.site_id
                 where a.id = $1";
    sql::one(db, text, [agent.into()]).await
}

/// Where these agents are now, except those that were removed.
pub async fn find_locations(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, Location>, DbErr> {
    #[derive(FromQueryResult)]
    struct LocatedAgent {
        id: AgentKey,
        #[sea_orm(nested)]
        location: Location,
    }
    if agents.is_empty() {
        return Ok(HashMap::new());
    }
    let text = format!(
        "select a.id, s.client_id, a.site_id
           from agents a join sites s on s.id = a.site_id
          where a.id in ({})",
        sql::list(agents)
    );
    let found: Vec<LocatedAgent> = sql::all(db, &text, []).await?;
    Ok(found.into_iter().map(|agent| (agent.id, agent.location)).collect())
}
