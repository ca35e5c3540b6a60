//! `GET /services/<agent_id>/`: the services of an agent.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use muster_protocol::{Service as ReportedService, question_name};

use super::service::{LIMIT, Service};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::ListQuery;

const ORDERINGS: &[&str] = &["name", "display_name", "status", "start_type", "pid", "username"];

/// List the services of an agent.
///
/// Asks the agent; by name.
#[utoipa::path(
    get,
    path = "/services/{agent_id}/",
    tag = "services",
    params(("agent_id" = String, Path), ListQuery),
    responses((status = 200, body = Vec<Service>), (status = "default", body = ErrorBody)),
)]
pub async fn list_services(
    State(app): State<App>,
    caller: Caller<may::ManageWinsvcs>,
    OriginalUri(address): OriginalUri,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    query.order(ORDERINGS)?;
    let target = find_target(&app, &caller, &agent_id).await?;
    let name = question_name::LIST_SERVICES;
    target.must_be_able_to(name)?;
    let mut reported: Vec<ReportedService> =
        app.agent_link.ask_agent(&target.agent_id, name, &(), LIMIT).await?;
    reported.sort_by_cached_key(|service| (service.name.to_lowercase(), service.name.clone()));
    let rows =
        reported.into_iter().map(|reported| serde_json::json!(Service::from(reported))).collect();
    Ok(query.apply(rows, ORDERINGS)?.at(&address).into_response())
}
