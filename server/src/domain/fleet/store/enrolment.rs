//! How a computer becomes an agent, and how it loses its credential.

use sea_orm::{ConnectionTrait, DbErr, Value};

use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

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

impl NewAgent {
    /// What is known of a computer that enrols, in both tables it may go to.
    pub(super) const COLUMNS: &str = "agent_id, site_id, monitoring_type, public_key, hostname, \
        plat, goarch, version, hardware_id, public_ip";

    /// The values of [`Self::COLUMNS`].
    pub(super) fn values(&self) -> [Value; 10] {
        [
            (&self.agent_id).into(),
            self.site_id.into(),
            self.monitoring_type.clone().into(),
            self.public_key.clone().into(),
            self.hostname.clone().into(),
            self.plat.clone().into(),
            self.goarch.clone().into(),
            self.version.clone().into(),
            self.hardware_id.clone().into(),
            self.public_ip.clone().into(),
        ]
    }
}

/// Adds an agent.
pub async fn insert_agent(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    let text = format!(
        "insert into agents ({}, created_by, created_time, modified_by, modified_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'enrolment', $11, 'enrolment', $11)",
        NewAgent::COLUMNS
    );
    let values = agent.values().into_iter().chain([Timestamp::now().into()]);
    sql::execute(write, &text, values).await?;
    Ok(())
}

/// Stores a new key for a known agent; the rest of its record stays, and so
/// does its stamp: nobody changed any settings. A computer whose board was
/// replaced is found by its new hardware id from now on.
pub async fn enrol_again(write: &impl ConnectionTrait, agent: &NewAgent) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update agents set public_key = $1, hostname = $2, version = $3,
                hardware_id = case when $4 = '' then hardware_id else $4 end
          where agent_id = $5",
        [
            agent.public_key.clone().into(),
            agent.hostname.clone().into(),
            agent.version.clone().into(),
            agent.hardware_id.clone().into(),
            (&agent.agent_id).into(),
        ],
    )
    .await?;
    Ok(())
}

/// Revokes an agent's credential.
pub async fn forget_key(write: &impl ConnectionTrait, id: AgentKey) -> Result<(), DbErr> {
    sql::execute(write, "update agents set public_key = null where id = $1", [id.into()]).await?;
    Ok(())
}
