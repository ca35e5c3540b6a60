//! `POST /agents/bulkrecovery/`: repair all agents.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::request::BulkRequest;
use super::start_bulk::start;
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::runs::AnswerForm;
use crate::input::{self, Body, Fields, Parse, Query};

/// What is to be repaired.
#[derive(ToSchema)]
pub struct RecoverAll {
    /// `agent`, or `remote` for its remote-control part.
    #[schema(required = false, default = "agent")]
    mode: String,
}

impl Parse for RecoverAll {
    fn parse(fields: &Fields<'_>) -> Self {
        let mode = fields.text("mode").one_of(&["agent", "remote"]).or("agent".to_owned());
        Self { mode }
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
    caller.must_have(Right::RunBulk)?;
    let body = json!({ "mode": "recover", "target": "all", "recover_mode": request.mode });
    let Value::Object(body) = body else { return Err(ApiError::NotFound("request")) };
    let request: BulkRequest = input::parse(&body, false)?;
    start(&app, &caller, request, None, form).await
}
