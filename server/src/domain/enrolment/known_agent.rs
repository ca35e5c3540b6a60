//! The record that a computer may have had before.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::domain::fleet::{EnrolmentApproval, Target, target_columns};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// A record that a computer may get back.
#[derive(FromQueryResult)]
pub struct KnownAgent {
    #[sea_orm(nested)]
    pub target: Target,
    /// None: its credential was revoked.
    pub public_key: Option<Vec<u8>>,
    /// Which computers of its site wait for approval.
    pub approval: EnrolmentApproval,
}

/// The `select` of records, without a condition.
fn known() -> String {
    format!(
        "select {}, a.public_key, s.enrolment_approval as approval
           from present_agents a join sites s on s.id = a.site_id",
        target_columns()
    )
}

/// The record with this key.
pub async fn find_known(
    db: &impl ConnectionTrait,
    id: AgentKey,
) -> Result<Option<KnownAgent>, DbErr> {
    sql::one(db, &format!("{} where a.id = $1", known()), [id.into()]).await
}

/// The record of a client with this identifier.
pub async fn find_known_by_id(
    db: &impl ConnectionTrait,
    client: i64,
    agent_id: &AgentId,
) -> Result<Option<KnownAgent>, DbErr> {
    let text = format!("{} where a.agent_id = $1 and s.client_id = $2", known());
    sql::one(db, &text, [agent_id.into(), client.into()]).await
}

/// The newest record of a client's machine.
pub async fn find_known_by_hardware(
    db: &impl ConnectionTrait,
    client: i64,
    hardware_id: &str,
) -> Result<Option<KnownAgent>, DbErr> {
    let text = format!(
        "{} where a.hardware_id = $1 and s.client_id = $2 order by a.id desc limit 1",
        known()
    );
    sql::one(db, &text, [hardware_id.into(), client.into()]).await
}
