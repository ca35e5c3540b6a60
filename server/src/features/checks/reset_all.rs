//! `POST /checks/<agent_id>/resetall/`: all failing checks of an agent pass until they
//! report again.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::checks;
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::wording::{count, sentence};

/// Reset all checks of an agent.
///
/// Those that fail pass until they report again, and their open alerts are resolved.
#[utoipa::path(
    post,
    path = "/checks/{id}/resetall/",
    tag = "checks",
    params(("id" = String, Path, description = "Identifier of the agent")),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_all(
    State(app): State<App>,
    caller: Caller<may::ManageChecks>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let mut change = Change::begin(&app, &caller).await?;
    let number = checks::reset_all(&app, &mut change, target.id).await?;
    let done = format!("{} on {}", count(number, "failing check"), target.hostname);
    let message = format!("{} reset {done}", caller.username);
    change.commit(target.entry(Action::Modify, ObjectType::Check, message)).await?;
    app.jobs.wake().await;
    let were = if number == 1 { "was" } else { "were" };
    Ok(Json(sentence(&format!("{done} {were} reset"))))
}
