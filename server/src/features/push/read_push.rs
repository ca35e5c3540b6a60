//! `GET /accounts/push/`: one's own browsers, and the key to subscribe with.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::push::{self, PushSubscription};
use crate::error::{ApiError, ErrorBody};

/// What a browser needs to subscribe, and which of one's browsers have.
#[derive(Serialize, ToSchema)]
pub struct OwnPush {
    /// The public key of this installation, in base64url: the `applicationServerKey`
    /// of browsers.
    public_key: String,
    /// One's own browsers, oldest first.
    subscriptions: Vec<PushSubscription>,
}

/// Read one's own browsers that get notifications.
#[utoipa::path(
    get,
    path = "/accounts/push/",
    tag = "accounts",
    responses((status = 200, body = OwnPush), (status = "default", body = ErrorBody)),
)]
pub async fn read_push(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<OwnPush>, ApiError> {
    let key = push::read_key(app.db.read(), &app.vault).await.map_err(ApiError::Internal)?;
    let subscriptions = push::list_subscriptions(app.db.read(), caller.user_id).await?;
    Ok(Json(OwnPush { public_key: key.public_key(), subscriptions }))
}
