//! The agents of saved views, and the check that windows open and close on time.

use std::collections::HashSet;
use std::time::Duration;

use futures_util::future::BoxFuture;
use serde_json::Value;

use super::queries::{self, ViewRow};
use crate::app::App;
use crate::auth::Scope;
use crate::domain::alert_events::silence_job;
use crate::domain::maintenance_windows::{
    StoredWindow, WindowTarget, announce, list_members, list_windows, store_members,
};
use crate::error::ApiError;
use crate::features::AGENTS_OF_VIEW;
use crate::ids::AgentKey;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// Lists the keys of the agents in scope that a saved view shows, by its query.
pub type AgentsOfView =
    for<'a> fn(&'a App, &'a Scope, &'a Value) -> BoxFuture<'a, Result<Vec<i64>, ApiError>>;

/// Views are evaluated this long before their window opens, and while it is open.
const AHEAD: Duration = Duration::from_secs(120);

/// Every minute: windows for which no timer was set, and agents that saved views show
/// now.
pub const CHECK: Periodic = Periodic {
    name: "maintenance_windows",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(check_windows(app)),
};

/// Evaluates the saved views of windows that are open or about to open, and announces
/// those that opened or closed.
pub async fn check_windows(app: App) -> anyhow::Result<()> {
    let now = Timestamp::now();
    let is_near = |window: &StoredWindow| {
        let is_soon = |change: Timestamp| change <= now.plus(AHEAD);
        window.is_open(now) || window.next_change(now).is_some_and(is_soon)
    };
    for window in list_windows(app.db.read(), None).await? {
        if let WindowTarget::View(view) = window.target
            && is_near(&window)
            && let Err(error) = refresh(&app, &window, view).await
        {
            let id = window.id;
            tracing::warn!(%error, id, "the saved view of a maintenance window was not evaluated");
        }
    }
    announce(&app).await?;
    Ok(())
}

/// Stores the agents that a view shows now; those of last time stay if it cannot be
/// evaluated.
async fn refresh(app: &App, window: &StoredWindow, view: i64) -> Result<(), ApiError> {
    let Some(view) = queries::find_view(app.db.read(), None, view).await? else { return Ok(()) };
    let found = agents_of_view(app, &window.scope, &view).await?;
    let write = app.db.begin().await?;
    let before = list_members(&write, &[window.id], None).await?;
    let before: HashSet<i64> = before.into_iter().map(|(_, agent)| agent.0).collect();
    let after: HashSet<i64> = found.iter().copied().collect();
    if before == after {
        return Ok(());
    }
    store_members(&write, window.id, &found).await?;
    if window.was_open {
        let changed = before.symmetric_difference(&after).map(|agent| AgentKey(*agent));
        app.jobs.enqueue(&write, silence_job(&changed.collect::<Vec<_>>())).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

/// The agents in scope that a view shows now.
pub async fn agents_of_view(
    app: &App,
    scope: &Scope,
    view: &ViewRow,
) -> Result<Vec<i64>, ApiError> {
    let query: Value = serde_json::from_str(&view.query)
        .map_err(|error| ApiError::Internal(anyhow::Error::from(error)))?;
    AGENTS_OF_VIEW(app, scope, &query).await
}
