//! `POST /agents/pending/<id>/reject/`: a computer that waits does not become an
//! agent.

use axum::Json;
use axum::extract::State;
use serde_json::json;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::fleet;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;

/// Reject a computer.
///
/// Its key is forgotten. With a valid token it can enrol again.
#[utoipa::path(
    post,
    path = "/agents/pending/{id}/reject/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the entry")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reject_pending_agent(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let nothing = || ApiError::NotFound("pending agent");
    let mut change = Change::begin(&app, &caller).await?;
    let pending = queries::find_pending(&*change, &caller.scope, id).await?.ok_or_else(nothing)?;
    if !fleet::store::delete_pending(&*change, id).await? {
        return Err(nothing());
    }
    let event = Event::deleted(Entity::PendingAgent, id);
    change.publish(event.about(pending.client_id, pending.site_id));
    let (key, hostname) = (json!({ "key": pending.fingerprint() }), pending.hostname.clone());
    let message = format!("{} rejected {hostname}", caller.username);
    let entry = pending.into_joining(None).entry(Action::Delete, message);
    change.commit(entry.before(&key)).await?;
    Ok(Json(format!("{hostname} was rejected.")))
}
