//! `DELETE /agents/<agent_id>/processes/<pid>/`: end a process of an agent.

use axum::Json;
use axum::extract::State;
use muster_protocol::{EndProcess, question_name};

use super::process::LIMIT;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::agents::find_target;
use crate::input::Path;
use crate::wording::sentence;

/// End a process of an agent.
#[utoipa::path(
    delete,
    path = "/agents/{agent_id}/processes/{pid}/",
    tag = "processes",
    params(("agent_id" = String, Path), ("pid" = u32, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn end_process(
    State(app): State<App>,
    caller: Caller<may::ManageProcs>,
    Path((agent_id, pid)): Path<(String, u32)>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let message = format!("{} ended process {pid} on {}", caller.username, target.hostname);
    let entry = target
        .entry(Action::Modify, ObjectType::Agent, message)
        .after(&serde_json::json!({ "end_process": pid }));
    Change::begin(&app, &caller).await?.commit(entry).await?;

    let (name, body) = (question_name::END_PROCESS, EndProcess { pid });
    app.agent_link.ask_agent::<_, ()>(&target.agent_id, name, &body, LIMIT).await?;
    Ok(Json(sentence(&format!("process {pid} on {} was ended", target.hostname))))
}
