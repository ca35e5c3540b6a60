//! All SQL of connections.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::fleet::store::AgentFacts;
use crate::domain::freeze::{IS_FROZEN, SERIAL};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// What a connection knows of its agent. Not where it is: that may change while
/// it is connected.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ConnectedAgent {
    pub id: AgentKey,
    pub agent_id: AgentId,
    pub public_key: Option<Vec<u8>>,
    pub inventory_digest: String,
    /// Whether it gets no orders now.
    pub is_frozen: bool,
    /// The serial of the last freeze or thaw that it was sent.
    pub freeze_serial: i64,
}

/// An agent, what it reported when it last connected, and its last connection.
#[derive(FromQueryResult)]
pub struct FoundAgent {
    #[sea_orm(nested)]
    pub agent: ConnectedAgent,
    #[sea_orm(nested)]
    pub facts: AgentFacts,
    pub line: String,
    /// The last digest of its package database; none if it never connected.
    pub packages: Option<String>,
    /// Whether it was removed. It can be restored until its record is deleted.
    pub is_removed: bool,
}

/// The agent with this identifier, also if it was removed.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
) -> Result<Option<FoundAgent>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.public_key, a.inventory_digest,
                {IS_FROZEN} as is_frozen, {SERIAL} as freeze_serial,
                a.hostname, a.version, a.plat, a.goarch, a.public_ip, a.line, c.packages,
                a.removed is not null as is_removed
           from agents a join sites s on s.id = a.site_id
           left join collections c on c.agent_id = a.id
          where a.agent_id = $1"
    );
    sql::one(db, &text, [agent_id.into()]).await
}

/// The keys of computers that wait for approval under this identifier, newest
/// first. With a token, many can be added: not all of them are tried.
pub async fn list_pending_keys(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
    limit: i64,
) -> Result<Vec<Vec<u8>>, DbErr> {
    sql::values(
        db,
        "select public_key from pending_enrolments where agent_id = $1 order by id desc limit $2",
        [agent_id.into(), limit.into()],
    )
    .await
}
