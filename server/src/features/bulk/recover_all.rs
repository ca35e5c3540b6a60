//! `POST /agents/bulkrecovery/`, or `GET`: repair all agents.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::request::BulkRequest;
use super::start_bulk::start;
use crate::app::App;
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::runs::AnswerForm;
use crate::error::{ApiError, ErrorBody};
use crate::features::agents::recovery_mode;
use crate::input::{self, Body, Fields, OnlyGet, Parse, Query};

/// What is to be repaired.
#[derive(ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RecoverAll {
    /// `agent` or `tacagent`; `remote` or `mesh` for its remote-control part.
    #[schema(required = false, default = "agent")]
    #[param(required = false)]
    mode: String,
}

impl Parse for RecoverAll {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { mode: recovery_mode(fields, "mode") }
    }
}

/// Repair all agents in scope.
///
/// The bulk action `recover` for all of them.
#[utoipa::path(
    post,
    path = "/agents/bulkrecovery/",
    tag = "bulk",
    params(AnswerForm),
    request_body = RecoverAll,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn recover_all(
    State(app): State<App>,
    caller: Caller<may::RecoverAgents>,
    Query(form): Query<AnswerForm>,
    Body(request): Body<RecoverAll>,
) -> Result<Response, ApiError> {
    recover(&app, &caller, &request, form).await
}

/// Repair all agents in scope, by GET.
///
/// The same as `POST`, for callers who know it so. It needs the same rights and
/// does the same: it is not safe to repeat.
#[utoipa::path(
    get,
    path = "/agents/bulkrecovery/",
    tag = "bulk",
    params(AnswerForm, RecoverAll),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn recover_all_by_get(
    State(app): State<App>,
    caller: Caller<may::RecoverAgents>,
    _: OnlyGet,
    Query(form): Query<AnswerForm>,
    Query(request): Query<RecoverAll>,
) -> Result<Response, ApiError> {
    recover(&app, &caller, &request, form).await
}

async fn recover(
    app: &App,
    caller: &Identity,
    request: &RecoverAll,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    caller.must_have(Right::RunBulk)?;
    let body = json!({ "mode": "recover", "target": "all", "recover_mode": request.mode });
    let Value::Object(body) = body else { return Err(ApiError::NotFound("request")) };
    let request: BulkRequest = input::parse(&body, false)?;
    start(app, caller, request, None, form).await
}
