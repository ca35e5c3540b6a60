//! `GET /clients/<id>/`: one client with its sites and counts.

use axum::Json;
use axum::extract::State;

use super::client::Client;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a client.
///
/// Sites and counts are those in the caller's scope.
#[utoipa::path(
    get,
    path = "/clients/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the client")),
    responses((status = 200, body = Client), (status = "default", body = ErrorBody)),
)]
pub async fn read_client(
    State(app): State<App>,
    caller: Caller<may::ListClients>,
    Path(id): Path<i64>,
) -> Result<Json<Client>, ApiError> {
    let client = queries::find_client(app.db.read(), &caller.scope, id).await?;
    client.map(Json).ok_or(ApiError::NotFound("client"))
}
