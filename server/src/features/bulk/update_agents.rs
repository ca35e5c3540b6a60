//! `POST /agents/update/`: bring agents up to date.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::request::BulkRequest;
use super::start_bulk::start;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::runs::AnswerForm;
use crate::error::{ApiError, ErrorBody};
use crate::input::{self, Body, Fields, Parse, Query};

/// Which agents, and to which release.
#[derive(ToSchema)]
#[expect(dead_code, reason = "part of the schema; read as a bulk action")]
pub struct UpdateBody {
    /// Agents by identifier or key; `agents` means the same.
    agent_ids: Vec<Value>,
    /// The release this server has; another is refused for each agent. Agents
    /// with a newer one go back to it only if it is named here.
    version: Option<String>,
    /// Hours to wait for agents that are offline, 1 to 720.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
}

/// The request as a bulk action.
pub struct UpdateAgents(BulkRequest);

impl Parse for UpdateAgents {
    fn parse(fields: &Fields<'_>) -> Self {
        let name = if fields.has("agent_ids") { "agent_ids" } else { "agents" };
        let given = |name: &str| fields.json(name).nullable().flatten();
        let agents = given(name).unwrap_or(Value::Null);
        let mut body = Map::new();
        for (name, value) in [
            ("mode", json!("update")),
            ("target", json!("agents")),
            ("agents", agents),
            ("version", given("version").unwrap_or(Value::Null)),
            ("queue_hours", given("queue_hours").unwrap_or(json!(24))),
        ] {
            body.insert(name.to_owned(), value);
        }
        let (request, problems) = input::read(&body, BulkRequest::parse);
        for (path, sentences) in problems {
            // Under the name that the caller used.
            let path = path.replacen("agents", name, 1);
            for sentence in sentences {
                fields.problem(&path, sentence);
            }
        }
        Self(request)
    }

    #[cfg(test)]
    fn read_all(fields: &Fields<'_>) {
        Self::parse(fields);
        crate::domain::runs::queue_hours(fields);
    }
}

/// Update agents.
///
/// The bulk action `update` for these agents: outdated ones become the release
/// that this server hands out, those that are offline when they are back; the
/// others are skipped with a reason. An agent goes back to its old program when
/// the new one does not reach the server.
#[utoipa::path(
    post,
    path = "/agents/update/",
    tag = "bulk",
    params(AnswerForm),
    request_body = UpdateBody,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn update_agents(
    State(app): State<App>,
    caller: Caller<may::UpdateAgents>,
    Query(form): Query<AnswerForm>,
    Body(UpdateAgents(request)): Body<UpdateAgents>,
) -> Result<Response, ApiError> {
    start(&app, &caller, request, None, form).await
}
