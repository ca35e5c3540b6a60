//! `GET /core/freeze/`: what is frozen.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::freeze::{self as frozen, OpenFreeze};
use crate::error::{ApiError, ErrorBody};
use crate::time::Timestamp;

/// Something that is frozen.
#[derive(Serialize, ToSchema)]
pub struct Freeze {
    /// Key of the client; null: everything.
    client: Option<i64>,
    /// Name of the client; null: everything.
    client_name: Option<String>,
    /// Who froze it.
    frozen_by: String,
    /// Since when.
    #[schema(value_type = String, format = DateTime)]
    frozen_time: Timestamp,
    /// The superuser who asked for the thaw, which another one has to confirm.
    thaw_requested_by: Option<String>,
    /// When they asked.
    #[schema(value_type = Option<String>, format = DateTime)]
    thaw_requested_time: Option<Timestamp>,
}

impl From<OpenFreeze> for Freeze {
    fn from(freeze: OpenFreeze) -> Self {
        Self {
            client: freeze.client_id,
            client_name: freeze.client_name,
            frozen_by: freeze.frozen_by,
            frozen_time: freeze.frozen_time,
            thaw_requested_by: freeze.thaw_time.map(|_| freeze.thaw_by),
            thaw_requested_time: freeze.thaw_time,
        }
    }
}

/// List what is frozen.
///
/// Everything first, then clients by name; clients out of scope are not in it.
#[utoipa::path(
    get,
    path = "/core/freeze/",
    tag = "core",
    responses((status = 200, body = Vec<Freeze>), (status = "default", body = ErrorBody)),
)]
pub async fn list_freezes(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Vec<Freeze>>, ApiError> {
    let open = frozen::list_open(app.db.read(), &caller.scope).await?;
    Ok(Json(open.into_iter().map(Freeze::from).collect()))
}
