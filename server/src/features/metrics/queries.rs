//! All SQL of the routes about metrics.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::metrics::AgentFilter;
use crate::ids::AgentKey;
use crate::storage::sql;

/// An agent, and how people know it.
#[derive(FromQueryResult)]
pub struct NamedAgent {
    pub id: AgentKey,
    pub agent_id: String,
    pub hostname: String,
    /// Name of the client.
    pub client: String,
    /// Name of the site.
    pub site: String,
}

/// The agents that pass, by host name.
pub async fn list_agents(
    db: &impl ConnectionTrait,
    filter: &AgentFilter<'_>,
) -> Result<Vec<NamedAgent>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.hostname, c.name as client, s.name as site
           from present_agents a join sites s on s.id = a.site_id
                join clients c on c.id = s.client_id
          where {}
          order by lower(a.hostname), a.id",
        filter.condition()
    );
    sql::all(db, &text, []).await
}
