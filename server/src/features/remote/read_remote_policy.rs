//! `GET /remote/v1/policy/` and `GET /remote/v1/policy/<level>/<id>/`: what remote
//! sessions may do.

use axum::Json;
use axum::extract::State;

use super::policy_owner::{FoundOwner, ShownRemotePolicy, find_owner};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read what remote sessions may do everywhere.
///
/// Clients, sites and agents may say something else.
#[utoipa::path(
    get,
    path = "/remote/v1/policy/",
    tag = "remote",
    responses((status = 200, body = ShownRemotePolicy), (status = "default", body = ErrorBody)),
)]
pub async fn read_global_remote_policy(
    State(app): State<App>,
    _caller: Caller<may::ViewCoreSettings>,
) -> Result<Json<ShownRemotePolicy>, ApiError> {
    Ok(Json(FoundOwner::Everything.show(app.db.read()).await?))
}

/// Read what remote sessions may do at a client, at a site or on an agent.
///
/// The most specific level that says something about a rule counts: the agent, then its
/// site, its client, everything.
#[utoipa::path(
    get,
    path = "/remote/v1/policy/{level}/{id}/",
    tag = "remote",
    params(
        ("level" = String, Path, description = "`client`, `site` or `agent`."),
        ("id" = String, Path, description = "Its key; of an agent its identifier."),
    ),
    responses((status = 200, body = ShownRemotePolicy), (status = "default", body = ErrorBody)),
)]
pub async fn read_remote_policy(
    State(app): State<App>,
    caller: Caller<may::ViewCoreSettings>,
    Path((level, id)): Path<(String, String)>,
) -> Result<Json<ShownRemotePolicy>, ApiError> {
    let db = app.db.read();
    let owner = find_owner(db, &caller, &level, &id).await?;
    Ok(Json(owner.show(db).await?))
}
