//! `POST /checks/client/<id>/csbulkrun/` and `POST /checks/site/<id>/csbulkrun/`: runs
//! the checks of all agents of a client or a site.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};

use super::queries;
use super::request::BulkRequest;
use super::start_bulk::start;
use crate::app::App;
use crate::auth::{Caller, Identity, may};
use crate::domain::runs::AnswerForm;
use crate::error::{ApiError, ErrorBody};
use crate::input::{self, Path, Query};

/// Run the checks of a client's agents.
///
/// The bulk action `checks` for all of them that are online and in scope.
#[utoipa::path(
    post,
    path = "/checks/client/{id}/csbulkrun/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the client"), AnswerForm),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_checks_of_client(
    State(app): State<App>,
    caller: Caller<may::RunChecks>,
    Path(id): Path<i64>,
    Query(form): Query<AnswerForm>,
) -> Result<Response, ApiError> {
    if !queries::has_client(app.db.read(), &caller.scope, id).await? {
        return Err(ApiError::NotFound("client"));
    }
    run(&app, &caller, json!({ "mode": "checks", "target": "client", "client": id }), form).await
}

/// Run the checks of a site's agents.
///
/// The bulk action `checks` for all of them that are online and in scope.
#[utoipa::path(
    post,
    path = "/checks/site/{id}/csbulkrun/",
    tag = "checks",
    params(("id" = i64, Path, description = "Key of the site"), AnswerForm),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_checks_of_site(
    State(app): State<App>,
    caller: Caller<may::RunChecks>,
    Path(id): Path<i64>,
    Query(form): Query<AnswerForm>,
) -> Result<Response, ApiError> {
    if !queries::has_site(app.db.read(), &caller.scope, id).await? {
        return Err(ApiError::NotFound("site"));
    }
    run(&app, &caller, json!({ "mode": "checks", "target": "site", "site": id }), form).await
}

async fn run(
    app: &App,
    caller: &Identity,
    body: Value,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    let Value::Object(body) = body else { return Err(ApiError::NotFound("request")) };
    let request: BulkRequest = input::parse(&body, false)?;
    start(app, caller, request, None, form).await
}
