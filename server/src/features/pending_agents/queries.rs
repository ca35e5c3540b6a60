//! All SQL of computers that wait for approval; `domain::fleet` writes them.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// A computer that waits.
#[derive(FromQueryResult)]
pub struct Row {
    pub id: i64,
    pub agent_id: AgentId,
    pub public_key: Vec<u8>,
    pub known_id: Option<AgentKey>,
    pub known_hostname: Option<String>,
    pub monitoring_type: String,
    pub hostname: String,
    pub plat: String,
    pub goarch: String,
    pub version: String,
    pub hardware_id: String,
    pub public_ip: String,
    pub created_time: Timestamp,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub client_name: String,
}

/// One that claims a record is where that agent is now: approving it hands over
/// that record. It is not shown while that agent is removed, and goes with it
/// when the removal is final.
const PENDING: &str =
    "select p.id, p.agent_id, p.public_key, p.known_id, a.hostname as known_hostname,
            p.monitoring_type, p.hostname, p.plat, p.goarch, p.version, p.hardware_id, p.public_ip,
            p.created_time, s.id as site_id, s.name as site_name, s.client_id,
            c.name as client_name
       from pending_enrolments p
       left join present_agents a on a.id = p.known_id
       join sites s on s.id = coalesce(a.site_id, p.site_id)
       join clients c on c.id = s.client_id
      where (p.known_id is null or a.id is not null)";

/// All that wait in scope, oldest first.
pub async fn list_pending(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Row>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    sql::all(db, &format!("{PENDING} and {scope} order by p.id"), []).await
}

/// One of them.
pub async fn find_pending(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Row>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    sql::one(db, &format!("{PENDING} and p.id = $1 and {scope}"), [id.into()]).await
}
