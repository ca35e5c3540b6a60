//! `DELETE /alerts/<id>/`: removes an alert.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::alerts::{Deed, act};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;
use crate::wording::sentence;

/// Delete an alert.
///
/// One that is open is closed first, and nobody is notified.
#[utoipa::path(
    delete,
    path = "/alerts/{id}/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_alert(
    State(app): State<App>,
    caller: Caller<may::ManageAlerts>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let alert = queries::find_alert(&*change, &caller.scope, id).await?;
    let alert = alert.ok_or(ApiError::NotFound("alert"))?;
    let done = act(&app, &change, &[id], &Deed::Delete, &caller.username).await?;
    done.events.into_iter().for_each(|event| change.publish(event));
    let message = format!("{} deleted {}", caller.username, alert.title());
    change.commit(alert.entry(Action::Delete, message).before(&alert)).await?;
    Ok(Json(sentence(&format!("{} was deleted", alert.title()))))
}
