//! `POST /winupdate/<agent_id>/scan/`: look for updates.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::scan;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may, random_letters};
use crate::error::{ApiError, ErrorBody};
use crate::features::agents::find_target;
use crate::features::runs::{self, Launch};
use crate::input::Path;

/// Letters in a run id.
pub const RUN_ID_LENGTH: usize = 32;

/// Scan an agent for updates.
///
/// Answers when the agent has the order; what it finds is in
/// `GET /winupdate/<agent_id>/` once the run `X-Run-Id` is over.
#[utoipa::path(
    post,
    path = "/winupdate/{agent_id}/scan/",
    tag = "winupdate",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
    ),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn scan_updates(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    Path(agent_id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let message = format!("{} scanned {} for updates", caller.username, target.hostname);
    let launch = Launch {
        kind: scan::KIND,
        order: scan::order(&app, random_letters(RUN_ID_LENGTH)),
        agent: target.id,
        agent_id: target.agent_id.clone(),
        timeout_seconds: scan::LIMIT_SECONDS,
        command: scan::COMMAND.to_owned(),
        shell: String::new(),
        idempotency_key: runs::idempotency_key(&headers)?,
        audit: target.entry(Action::Modify, ObjectType::WinUpdate, message),
    };
    let change = Change::begin(&app, &caller).await?;
    let id = runs::start_in(&app, &caller, change, launch).await?;
    Ok(runs::started(id, format!("{} is being scanned for updates", target.hostname)))
}
