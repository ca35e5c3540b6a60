//! Windows as far as a caller's scope goes.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DbErr};

use super::maintenance_window::MaintenanceWindow;
use super::queries;
use crate::auth::Identity;
use crate::domain::maintenance_windows::{
    StoredWindow, list_windows as list_stored, windows_with_agents,
};
use crate::error::ApiError;
use crate::time::Timestamp;

/// The stored windows that a caller sees, by name: those of an agent in scope, and
/// their own.
pub async fn list_visible(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: Option<i64>,
) -> Result<Vec<StoredWindow>, DbErr> {
    let windows = list_stored(db, id).await?;
    if caller.scope.is_everything() || windows.is_empty() {
        return Ok(windows);
    }
    let agents = queries::list_agent_keys(db, &caller.scope).await?;
    let reached: HashSet<i64> = windows_with_agents(db, &windows, &agents).await?;
    let is_visible = |window: &StoredWindow| {
        reached.contains(&window.id) || window.stamps.created_by == caller.username
    };
    Ok(windows.into_iter().filter(is_visible).collect())
}

/// The windows that a caller sees, as they are shown.
pub async fn list_windows(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: Option<i64>,
) -> Result<Vec<MaintenanceWindow>, DbErr> {
    let windows = list_visible(db, caller, id).await?;
    with_names(db, &windows).await
}

/// Windows with the names of what they silence.
pub async fn with_names(
    db: &impl ConnectionTrait,
    windows: &[StoredWindow],
) -> Result<Vec<MaintenanceWindow>, DbErr> {
    let now = Timestamp::now();
    let names = queries::list_target_names(db).await?;
    let shown = |window: &StoredWindow| {
        let key = (window.target.type_name().to_owned(), window.target.id());
        MaintenanceWindow::of(window, names.get(&key).cloned().unwrap_or_default(), now)
    };
    Ok(windows.iter().map(shown).collect())
}

/// One window that a caller sees, stored and shown.
pub async fn find_window(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: i64,
) -> Result<(StoredWindow, MaintenanceWindow), ApiError> {
    // Nothing has the key 0, which means all in the queries.
    let mut windows = list_visible(db, caller, Some(id)).await?;
    windows.retain(|window| window.id == id);
    let shown = with_names(db, &windows).await?.pop();
    windows.pop().zip(shown).ok_or(ApiError::NotFound("maintenance window"))
}
