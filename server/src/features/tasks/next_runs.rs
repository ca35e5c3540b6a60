//! `GET /tasks/<id>/next/` and `POST /tasks/next/`: when a task will run.

use axum::Json;
use axum::extract::State;
use muster_schedule::NamedZone;
use muster_schedule::{Rule, upcoming};
use utoipa::IntoParams;

use super::body::TaskBody;
use super::queries::{self, AgentReference};
use super::timing::instant;
use crate::app::App;
use crate::auth::{Caller, Identity, may};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};
use crate::time::Timestamp;

/// Which runs.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NextQuery {
    /// Identifier of the agent whose clock counts, for a task that follows it;
    /// UTC without one.
    #[param(value_type = Option<String>)]
    agent_id: Option<AgentId>,
    /// How many, 1 to 1000.
    #[param(required = false, default = 10)]
    count: i64,
}

impl Parse for NextQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            agent_id: fields
                .text("agent_id")
                .optional()
                .filter(|text| !text.is_empty())
                .map(AgentId::from),
            count: fields.whole("count").between(1..=1000).or(10),
        }
    }
}

/// List the coming runs of a task.
///
/// Without its random delay.
#[utoipa::path(
    get,
    path = "/tasks/{id}/next/",
    tag = "tasks",
    params(("id" = i64, Path, description = "Key of the task"), NextQuery),
    responses((status = 200, body = Vec<String>), (status = "default", body = ErrorBody)),
)]
pub async fn list_next_runs(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    Path(id): Path<i64>,
    Query(query): Query<NextQuery>,
) -> Result<Json<Vec<Timestamp>>, ApiError> {
    let task = queries::find_task(app.db.read(), &caller.scope, id).await?;
    let task = task.ok_or(ApiError::NotFound("task"))?;
    let zone = match &query.agent_id {
        Some(agent_id) => Some(zone_of(&app, &caller, agent_id).await?),
        None => task.zone,
    };
    Ok(Json(coming(&task.rule(), zone, query.count)))
}

/// A task that is not saved yet. Only its timing counts.
pub struct Preview {
    body: TaskBody,
    query: NextQuery,
}

impl Parse for Preview {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { body: TaskBody::parse(fields), query: NextQuery::parse(fields) }
    }

    #[cfg(test)]
    fn read_all(fields: &Fields<'_>) {
        TaskBody::read_all(fields);
        NextQuery::parse(fields);
    }
}

/// List the runs a task would have.
///
/// The body is that of `POST /tasks/`, of which only the timing counts, with
/// `agent_id` and `count` as in `GET /tasks/<id>/next/`.
#[utoipa::path(
    post,
    path = "/tasks/next/",
    tag = "tasks",
    request_body = TaskBody,
    responses((status = 200, body = Vec<String>), (status = "default", body = ErrorBody)),
)]
pub async fn preview_next_runs(
    State(app): State<App>,
    caller: Caller<may::ListAutotasks>,
    Body(Preview { body, query }): Body<Preview>,
) -> Result<Json<Vec<Timestamp>>, ApiError> {
    let (timing, problems) = body.timing();
    ApiError::refuse(problems)?;
    let agent_id = query.agent_id.or_else(|| body.value("agent").as_str().map(AgentId::from));
    let zone = match agent_id {
        Some(agent_id) => Some(zone_of(&app, &caller, &agent_id).await?),
        None => None,
    };
    Ok(Json(coming(&timing.rule(true), zone, query.count)))
}

async fn zone_of(app: &App, caller: &Identity, agent_id: &AgentId) -> Result<NamedZone, ApiError> {
    let agent =
        queries::find_agent(app.db.read(), &caller.scope, AgentReference::Id(agent_id)).await?;
    let agent = agent.ok_or_else(|| ApiError::invalid("agent_id", "there is no such agent"))?;
    Ok(queries::zone(&agent.agent_time_zone))
}

fn coming(rule: &Rule, zone: Option<NamedZone>, count: i64) -> Vec<Timestamp> {
    let Some(now) = instant(Timestamp::now()) else { return Vec::new() };
    let count = usize::try_from(count).unwrap_or(0);
    let runs = upcoming(rule, zone.unwrap_or_else(NamedZone::utc), now, count);
    runs.iter().map(|run| Timestamp::from_micros(run.timestamp_micros())).collect()
}
