//! `DELETE /clients/deployments/<id>/`: revokes a link or an installer.

use axum::Json;
use axum::extract::State;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::Path;
use crate::wording::sentence;

/// Revoke an installer link or an installer.
///
/// The link and every token that was handed out with it are dead at once.
/// Agents that enrolled with it stay.
#[utoipa::path(
    delete,
    path = "/clients/deployments/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the deployment")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_deployment(
    State(app): State<App>,
    caller: Caller<may::ManageDeployments>,
    Path(id): Path<i64>,
) -> Result<Json<String>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let deployment = queries::find_deployment(&*change, &app.vault, &caller.scope, id).await?;
    let deployment = deployment.ok_or(ApiError::NotFound("deployment"))?;
    queries::revoke(&change, id).await?;
    let event = Event::deleted(Entity::Deployment, id);
    change.publish(event.about(deployment.client_id, deployment.site_id));
    let message = format!("revoked an installer of site {}", deployment.site_name);
    let entry = deployment.entry(Action::Delete, message).before(&deployment.audited());
    change.commit(entry).await?;
    Ok(Json(sentence(&format!("the installer of site {} was revoked", deployment.site_name))))
}
