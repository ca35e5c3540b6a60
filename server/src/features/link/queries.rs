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
    /// What it could do when it last connected; none if that was never recorded.
    pub capabilities: Option<String>,
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
                k.names as capabilities, a.removed is not null as is_removed
           from agents a join sites s on s.id = a.site_id
           left join collections c on c.agent_id = a.id
           left join agent_capabilities k on k.agent_id = a.id
          where a.agent_id = $1"
    );
    sql::one(db, &text, [agent_id.into()]).await
}

/// A computer that waits for approval.
#[derive(FromQueryResult)]
pub struct PendingKey {
    pub id: i64,
    pub public_key: Vec<u8>,
    pub client_id: i64,
    pub site_id: i64,
}

/// Those that wait for approval under this identifier, newest first. With a
/// token, many can be added: not all of them are tried. One that claims a record
/// is where that agent is now.
pub async fn list_pending_of(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
    limit: i64,
) -> Result<Vec<PendingKey>, DbErr> {
    sql::all(
        db,
        "select p.id, p.public_key, s.client_id, s.id as site_id
           from pending_enrolments p
           left join agents a on a.id = p.known_id
           join sites s on s.id = coalesce(a.site_id, p.site_id)
          where p.agent_id = $1 order by p.id desc limit $2",
        [agent_id.into(), limit.into()],
    )
    .await
}
