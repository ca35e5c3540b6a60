//! `GET /accounts/<id>/pending/`: what is still to happen in somebody's name.

use axum::Json;
use axum::extract::State;
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::pending_action::PendingAction;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::domain::runs::Requester;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Path, Query};
use crate::time::Timestamp;

/// In whose name.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RequesterFilter {
    /// Key of one of the user's API keys: only what was asked for with it.
    key: Option<i64>,
}

impl Parse for RequesterFilter {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { key: fields.whole("key").optional() }
    }
}

/// What is still to happen in somebody's name, as far as the caller may see it.
#[derive(Serialize, ToSchema)]
pub struct PendingWork {
    /// How many runs wait, without those of bulk actions.
    run_count: i64,
    /// How many bulk actions go on.
    bulk_count: usize,
    /// The newest thousand of these runs; none without the right
    /// `can_list_pendingactions`.
    runs: Vec<PendingAction>,
    /// These bulk actions, oldest first; none without that right.
    bulks: Vec<WaitingBulk>,
}

/// A bulk action that goes on.
#[derive(Serialize, ToSchema, FromQueryResult)]
pub struct WaitingBulk {
    /// Key of the bulk action.
    id: i64,
    /// `command`, `script`, ….
    mode: String,
    /// When it was started.
    #[schema(value_type = String, format = DateTime)]
    created: Timestamp,
    /// How many agents in scope it still waits for.
    waiting: i64,
}

/// Read what waits in a user's name.
///
/// Runs that wait for their agents, reboots that wait for their time, and bulk
/// actions that go on: all of it is cancelled when the user is disabled or
/// deleted, or with `key` when that API key is revoked. What runs already is
/// not.
#[utoipa::path(
    get,
    path = "/accounts/{id}/pending/",
    tag = "accounts",
    params(("id" = i64, Path, description = "Key of the user."), RequesterFilter),
    responses((status = 200, body = PendingWork), (status = "default", body = ErrorBody)),
)]
pub async fn read_pending_work(
    State(app): State<App>,
    caller: Caller<may::ListAccounts>,
    Path(id): Path<i64>,
    Query(filter): Query<RequesterFilter>,
) -> Result<Json<PendingWork>, ApiError> {
    let (db, scope, key) = (app.db.read(), &caller.scope, filter.key);
    if !queries::requester_exists(db, id, key).await? {
        return Err(ApiError::NotFound(if key.is_some() { "API key" } else { "user" }));
    }
    let requester = key.map_or(Requester::User(id), Requester::ApiKey);
    let run_count = queries::count_waiting(db, scope, requester).await?;
    let mut runs = queries::list_waiting(db, scope, requester).await?;
    let mut bulks = queries::list_waiting_bulks(db, scope, requester).await?;
    let bulk_count = bulks.len();
    if !caller.rights.has(Right::ListPendingactions) {
        runs.clear();
        bulks.clear();
    }
    let runs = runs.into_iter().map(PendingAction::from).collect();
    Ok(Json(PendingWork { run_count, bulk_count, runs, bulks }))
}
