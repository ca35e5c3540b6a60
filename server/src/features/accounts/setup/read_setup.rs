//! `GET /setup/`: whether the first account has to be created.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;

/// Whether the first account is still to be made.
#[derive(Serialize, ToSchema)]
pub struct Setup {
    /// True until there is an account.
    needed: bool,
}

/// Tell whether the first account is still to be made.
#[utoipa::path(
    get,
    path = "/setup/",
    tag = "accounts",
    security(()),
    responses((status = 200, body = Setup), (status = "default", body = ErrorBody)),
)]
pub async fn read_setup(State(app): State<App>) -> Result<Json<Setup>, ApiError> {
    let needed = !queries::users::any_user_exists(app.db.read()).await?;
    Ok(Json(Setup { needed }))
}
