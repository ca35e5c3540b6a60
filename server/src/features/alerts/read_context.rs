//! `GET /alerts/<id>/context/`: what happened before an alert.

use std::time::Duration;

use axum::Json;
use axum::extract::State;

use super::context::{AlertContext, list_changes};
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentKey;
use crate::input::Path;

const HOUR: Duration = Duration::from_secs(3600);
const SIMILAR: i64 = 10;
const COVERED: i64 = 100;

/// Read what happened before an alert.
///
/// Runs need `can_list_agent_history`, rows of the audit log `can_view_auditlogs`, updates
/// `can_manage_winupdates`, and software `can_list_software`: what the caller may not read
/// is left out.
#[utoipa::path(
    get,
    path = "/alerts/{id}/context/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert")),
    responses((status = 200, body = AlertContext), (status = "default", body = ErrorBody)),
)]
pub async fn read_alert_context(
    State(app): State<App>,
    caller: Caller<may::ListAlerts>,
    Path(id): Path<i64>,
) -> Result<Json<AlertContext>, ApiError> {
    let db = app.db.read();
    let alert = queries::find_alert(db, &caller.scope, id).await?;
    let alert = alert.ok_or(ApiError::NotFound("alert"))?;
    let (since, until) = (alert.alert_time.minus(HOUR), alert.alert_time);
    let changes = match alert.agent {
        Some(agent) => list_changes(db, &caller, AgentKey(agent), (since, until)).await?,
        None => Vec::new(),
    };
    let similar = queries::list_similar(db, &caller.scope, &alert, SIMILAR).await?;
    let covers = queries::list_covered(db, &caller.scope, id, COVERED).await?;
    Ok(Json(AlertContext { since, until, changes, similar, covers }))
}
