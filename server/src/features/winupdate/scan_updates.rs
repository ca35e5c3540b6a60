//! `POST /winupdate/<agent_id>/scan/`: look for updates.

use axum::extract::State;
use axum::response::Response;
use utoipa::ToSchema;

use super::queries::list_hiding_wishes;
use super::scan::scan_with_wishes;
use crate::app::App;
use crate::audit::{Action, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::runs::{self, AnswerForm, IfOffline, Launch};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};

/// How long it may wait.
#[derive(ToSchema)]
pub struct ScanRequest {
    /// Hours the scan waits for an agent that is away, 1 to 720; 24 if not
    /// said.
    #[schema(required = false)]
    queue_hours: u32,
}

impl Parse for ScanRequest {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { queue_hours: runs::queue_hours(fields) }
    }
}

/// Scan an agent for updates.
///
/// Answers when the agent has the order; one that is away gets it when it is
/// back. What it finds is in `GET /winupdate/<agent_id>/` once the run
/// `X-Run-Id` has ended. On Windows it also hides what is ignored, and shows
/// again what is not.
#[utoipa::path(
    post,
    path = "/winupdate/{agent_id}/scan/",
    tag = "winupdate",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = ScanRequest,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn scan_updates(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<ScanRequest>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let hostname = target.hostname.clone();
    let message = format!("{} scanned {hostname} for updates", caller.username);
    let audit = target.entry(Action::Modify, ObjectType::WinUpdate, message);
    let wishes = list_hiding_wishes(app.db.read(), &[target.id]).await?.remove(&target.id);
    let instruction = scan_with_wishes(&app, wishes.unwrap_or_default());
    let launch = Launch::new(instruction, target, audit);
    let launch = launch.keyed(key);
    let if_offline = IfOffline::wait_hours(request.queue_hours);
    let started = runs::start(&app, &caller, &launch, if_offline).await?;
    runs::answer_started(&app, started, &hostname, "the scan for updates", form).await
}
