//! All SQL of enrolment, and of its opposite.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::ids::AgentId;
use crate::storage::sql;
use crate::time::Timestamp;

/// What a token's deployment says of the agents it makes.
#[derive(FromQueryResult)]
pub struct Deployment {
    pub id: i64,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub monitoring_type: String,
    /// A JSON list; empty: from anywhere.
    pub networks: String,
}

/// The deployment a token names.
pub async fn find_deployment(
    db: &impl ConnectionTrait,
    uid: &str,
) -> Result<Option<Deployment>, DbErr> {
    sql::one(
        db,
        "select d.id, d.site_id, s.name as site_name, s.client_id, d.mon_type as monitoring_type,
                d.networks
           from deployments d join sites s on s.id = d.site_id
          where d.uid = $1",
        [uid.into()],
    )
    .await
}

/// Counts one use of a deployment; false when it has none left.
pub async fn use_deployment(
    write: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<bool, DbErr> {
    // One statement: two computers cannot both take the last use.
    let used = sql::execute(
        write,
        "update deployments set uses = uses + 1
          where id = $1 and not revoked and expiry > $2
            and (max_uses is null or uses < max_uses)",
        [id.into(), now.into()],
    )
    .await?;
    Ok(used == 1)
}

/// An agent as enrolment knows it.
pub struct NewAgent {
    pub agent_id: AgentId,
    pub site_id: i64,
    pub monitoring_type: String,
    pub public_key: Vec<u8>,
    pub hostname: String,
    pub plat: String,
    pub goarch: String,
    pub version: String,
    pub hardware_id: String,
    pub public_ip: String,
}

/// Adds an agent.
pub async fn insert_agent(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into agents
                (agent_id, site_id, monitoring_type, public_key, hostname, plat, goarch, version,
                 hardware_id, public_ip, created_by, created_time, modified_by, modified_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'enrolment', $11, 'enrolment', $11)",
        [
            (&agent.agent_id).into(),
            agent.site_id.into(),
            agent.monitoring_type.clone().into(),
            agent.public_key.clone().into(),
            agent.hostname.clone().into(),
            agent.plat.clone().into(),
            agent.goarch.clone().into(),
            agent.version.clone().into(),
            agent.hardware_id.clone().into(),
            agent.public_ip.clone().into(),
            Timestamp::now().into(),
        ],
    )
    .await?;
    Ok(())
}

/// Gives a known agent a new key; everything else of its record stays, and so
/// does the stamp: nobody has changed what people set.
pub async fn enrol_again(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set public_key = $1, hostname = $2, version = $3 where agent_id = $4",
        [
            agent.public_key.clone().into(),
            agent.hostname.clone().into(),
            agent.version.clone().into(),
            (&agent.agent_id).into(),
        ],
    )
    .await?;
    Ok(())
}

/// A record that a computer may have had before.
#[derive(FromQueryResult)]
pub struct KnownAgent {
    pub agent_id: AgentId,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
}

/// The newest record of a machine.
pub async fn find_by_hardware(
    db: &impl ConnectionTrait,
    hardware_id: &str,
) -> Result<Option<KnownAgent>, DbErr> {
    sql::one(
        db,
        "select a.agent_id, a.site_id, s.name as site_name, s.client_id
           from agents a join sites s on s.id = a.site_id
          where a.hardware_id = $1 order by a.id desc limit 1",
        [hardware_id.into()],
    )
    .await
}

/// An agent that says it goes.
#[derive(FromQueryResult)]
pub struct Leaver {
    pub id: i64,
    pub hostname: String,
    pub site_id: i64,
    pub site_name: String,
    pub client_id: i64,
    pub public_key: Option<Vec<u8>>,
}

/// The agent with this identifier, as its end needs it.
pub async fn find_leaver(
    db: &impl ConnectionTrait,
    agent_id: &AgentId,
) -> Result<Option<Leaver>, DbErr> {
    sql::one(
        db,
        "select a.id, a.hostname, a.site_id, s.name as site_name, s.client_id, a.public_key
           from agents a join sites s on s.id = a.site_id
          where a.agent_id = $1",
        [agent_id.into()],
    )
    .await
}

/// Revokes an agent's credential.
pub async fn forget_key(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "update agents set public_key = null where id = $1", [id.into()]).await?;
    Ok(())
}
