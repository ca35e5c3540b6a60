//! The client and site of an agent.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::ids::AgentKey;
use crate::storage::sql;

/// The client and site of an agent.
#[derive(Debug, FromQueryResult)]
pub struct AgentLocation {
    pub client_id: i64,
    pub site_id: i64,
}

pub async fn find_location(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<AgentLocation>, DbErr> {
    sql::one(
        db,
        "select s.client_id, a.site_id from present_agents a join sites s on s.id = a.site_id
          where a.id = $1",
        [agent.into()],
    )
    .await
}
