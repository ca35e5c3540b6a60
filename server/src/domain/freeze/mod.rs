//! What is frozen: no order goes to these agents, and they start nothing by
//! themselves. For the time after a key, an account or a script has fallen into
//! the wrong hands, and after a restore.
//!
//! Whether an agent is frozen is part of the query that finds it, so every
//! replica and the command line agree at once. Agents that are connected are
//! sent a signed flag, which they check themselves.

mod flag;
mod queries;

pub use flag::sign_flag;
pub use queries::{
    IS_FROZEN, OpenFreeze, SERIAL, count_up, end, find_client_name, find_open, has_changed_since,
    insert, is_client_frozen, is_everything_frozen, list_open, list_superusers, record_request,
};

use sea_orm::ConnectionTrait;

use crate::auth::Scope;
use crate::error::ApiError;

/// Refuses what concerns no client while everything is frozen.
pub async fn must_be_thawed(db: &impl ConnectionTrait) -> Result<(), ApiError> {
    match is_everything_frozen(db).await? {
        true => Err(ApiError::Frozen),
        false => Ok(()),
    }
}

/// Refuses to move agents of a frozen client to one that is not: that would be a
/// thaw, for which a right to edit agents is not enough.
pub async fn must_stay_frozen(
    db: &impl ConnectionTrait,
    from: i64,
    to: i64,
) -> Result<(), ApiError> {
    if from == to || !is_client_frozen(db, from).await? || is_client_frozen(db, to).await? {
        return Ok(());
    }
    Err(ApiError::Frozen)
}

/// Refuses to reset the login of a superuser while something is frozen: who has
/// stolen one account, or a key, would log in as the one who confirms the thaw.
pub async fn must_keep_login(db: &impl ConnectionTrait, user: i64) -> Result<(), ApiError> {
    let open = list_open(db, &Scope::everything()).await?;
    if !open.iter().any(|freeze| freeze.superusers().contains(&user)) {
        return Ok(());
    }
    let reason = "while something is frozen, the login of a superuser is reset with muster user on \
                  the server alone";
    Err(ApiError::Conflict(reason.to_owned()))
}
