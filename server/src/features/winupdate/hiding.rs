//! Ignoring an update hides it on its computer, and deciding otherwise shows it again. That is
//! done by the next scan of an agent that can.

use sea_orm::{ConnectionTrait, DbErr};

use super::queries::list_hiding_wishes;
use crate::domain::collections::queries::{CollectedData, set_due};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Has those of these agents scan soon that have something to hide or to show.
pub async fn scan_soon(write: &impl ConnectionTrait, agents: &[AgentKey]) -> Result<(), DbErr> {
    let wishes = list_hiding_wishes(write, agents).await?;
    if wishes.is_empty() {
        return Ok(());
    }
    let agents: Vec<AgentKey> = wishes.into_keys().collect();
    set_due(write, CollectedData::Updates, &agents, Timestamp::now()).await
}
