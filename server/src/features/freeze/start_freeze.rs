//! `POST /core/freeze/`: stops everything that goes to agents.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::{announce, commit, name_of};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, Identity, may};
use crate::domain::freeze as frozen;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::time::Timestamp;
use crate::wording::sentence;

/// What is frozen or thawed.
#[derive(ToSchema)]
pub struct FreezeTarget {
    /// Key of a client; absent or null: everything.
    pub(super) client: Option<i64>,
}

impl Parse for FreezeTarget {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { client: fields.whole("client").nullable().flatten() }
    }
}

/// Freeze everything, or a client.
///
/// No order goes to the agents there and they start nothing by themselves, until
/// somebody thaws them; what runs already is not ended. Calls that would begin
/// something answer 409 `frozen`. Reading and reporting go on. For superusers.
#[utoipa::path(
    post,
    path = "/core/freeze/",
    tag = "core",
    request_body = FreezeTarget,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn start_freeze(
    State(app): State<App>,
    caller: Caller<may::BeSuperuser>,
    Body(target): Body<FreezeTarget>,
) -> Result<Json<String>, ApiError> {
    freeze_now(&app, &caller, target.client).await.map(Json)
}

/// Freezes everything or a client, and returns the answer.
pub async fn freeze_now(app: &App, by: &Identity, client: Option<i64>) -> Result<String, ApiError> {
    let (change, now) = (Change::begin(app, by).await?, Timestamp::now());
    let name = name_of(&change, client).await?;
    if !frozen::insert(&*change, client, &by.username, now).await? {
        return Err(ApiError::Conflict(format!("{name} is frozen already")));
    }
    announce(&change, now).await?;
    commit(change, client, "froze", &name).await?;
    Ok(sentence(&format!("{name} is frozen")))
}

/// Freezes everything within a change, whether or not it is frozen already.
pub async fn freeze_everything(change: &Change) -> Result<(), ApiError> {
    let now = Timestamp::now();
    frozen::insert(&**change, None, change.username(), now).await?;
    announce(change, now).await
}
