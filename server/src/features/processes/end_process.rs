//! `DELETE /agents/<agent_id>/processes/<pid>/`: end a process of an agent.

use axum::Json;
use axum::extract::State;
use muster_protocol::{EndProcess, question_name};
use utoipa::IntoParams;

use super::process::LIMIT;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};
use crate::wording::sentence;

/// How.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EndQuery {
    /// `kill`, or `terminate` to ask the process to end: it may tidy up first,
    /// or not listen. `kill` asks too, and uses force after two seconds.
    #[param(default = "kill")]
    signal: Option<String>,
}

impl Parse for EndQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { signal: fields.text("signal").one_of(&["kill", "terminate"]).optional() }
    }
}

/// End a process of an agent.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/processes/{pid}/",
    tag = "processes",
    params(("agent_id" = String, Path), ("pid" = u32, Path), EndQuery),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn end_process(
    State(app): State<App>,
    caller: Caller<may::ManageProcs>,
    Path((agent_id, pid)): Path<(AgentId, u32)>,
    Query(query): Query<EndQuery>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_thawed()?;
    let asks = query.signal.as_deref() == Some("terminate");
    let (key, name, done) = match asks {
        true => ("ask_process_to_end", question_name::TERMINATE_PROCESS, "was asked to end"),
        false => ("end_process", question_name::END_PROCESS, "was ended"),
    };
    target.must_be_able_to(name)?;
    let verb = if asks { "asked process" } else { "ended process" };
    let rest = if asks { " to end" } else { "" };
    let host = &target.hostname;
    let message = format!("{} {verb} {pid}{rest} on {host}", caller.username);
    let entry = target
        .entry(Action::Modify, ObjectType::Agent, message)
        .after(&serde_json::json!({ key: pid }));
    Change::begin(&app, &caller).await?.commit(entry).await?;

    let body = EndProcess { pid };
    app.agent_link.ask_agent::<_, ()>(&target.agent_id, name, &body, LIMIT).await?;
    Ok(Json(sentence(&format!("process {pid} on {host} {done}"))))
}
