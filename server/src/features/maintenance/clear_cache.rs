//! `POST /core/clearcache/`: forgets what can be computed again.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};

/// Clear the caches.
///
/// Nothing is lost: what was cached is computed again. Login limits stay.
#[utoipa::path(
    post,
    path = "/core/clearcache/",
    tag = "core",
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn clear_cache(
    State(app): State<App>,
    caller: Caller<may::DoServerMaint>,
) -> Result<Json<String>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let entry = Entry::new(Action::Modify, ObjectType::CoreSettings, 1, "cleared the caches");
    change.commit(entry).await?;
    app.cache.clear().await;
    Ok(Json("the caches were cleared".to_owned()))
}
