//! `GET /clients/sites/<id>/`: one site with its counts.

use axum::Json;
use axum::extract::State;

use super::queries;
use super::site::Site;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a site.
#[utoipa::path(
    get,
    path = "/clients/sites/{id}/",
    tag = "clients",
    params(("id" = i64, Path, description = "Key of the site")),
    responses((status = 200, body = Site), (status = "default", body = ErrorBody)),
)]
pub async fn read_site(
    State(app): State<App>,
    caller: Caller<may::ListSites>,
    Path(id): Path<i64>,
) -> Result<Json<Site>, ApiError> {
    let site = queries::find_site(app.db.read(), &caller.scope, id).await?;
    site.map(Json).ok_or(ApiError::NotFound("site"))
}
