//! `GET /scripts/<id>/approval/`: what waits, beside what runs.

use axum::Json;
use axum::extract::State;
use sea_orm::ConnectionTrait;
use serde::Serialize;
use utoipa::ToSchema;

use super::content::ScriptContent;
use super::pending_change::PendingChange;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::scripts::queries;
use crate::features::scripts::runnable::with_snippets;
use crate::features::scripts::script::Script;
use crate::input::Path;

/// A change that waits for a second person.
#[derive(Serialize, ToSchema)]
pub struct ScriptApproval {
    /// Since when, and whose it is.
    #[serde(flatten)]
    pending: PendingChange,
    /// What everybody else runs meanwhile; null if nothing was ever approved,
    /// or nothing waits.
    approved: Option<ScriptContent>,
    /// What waits; null if nothing does.
    unapproved: Option<ScriptContent>,
    /// Names what waits, for approving exactly this; empty if nothing does.
    digest: String,
}

/// Read what of a script waits for approval.
#[utoipa::path(
    get,
    path = "/scripts/{id}/approval/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script")),
    responses((status = 200, body = ScriptApproval), (status = "default", body = ErrorBody)),
)]
pub async fn read_script_approval(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
) -> Result<Json<ScriptApproval>, ApiError> {
    let db = app.db.read();
    let script = queries::find_script(db, id).await?.ok_or(ApiError::NotFound("script"))?;
    let unapproved = unapproved_content(db, &script).await?;
    Ok(Json(ScriptApproval {
        digest: unapproved.as_ref().map(ScriptContent::digest).unwrap_or_default(),
        approved: script.approved.filter(|_| unapproved.is_some()),
        unapproved,
        pending: script.item.pending,
    }))
}

/// What waits for approval, if anything does.
pub(super) async fn unapproved_content(
    db: &impl ConnectionTrait,
    script: &Script,
) -> Result<Option<ScriptContent>, ApiError> {
    if script.item.pending.unapproved_since.is_none() {
        return Ok(None);
    }
    let code = with_snippets(db, script.script_body.clone()).await?;
    Ok(Some(ScriptContent::of(&script.item, code)))
}
