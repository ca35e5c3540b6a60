//! `POST /winupdate/<agent_id>/install/`: install updates.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use muster_protocol::{InstallUpdates, order_name};
use utoipa::ToSchema;

use super::queries::{self, Candidate};
use super::summary;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::{Target, find_target};
use crate::domain::runs::{self, AnswerForm, IfOffline, Instruction, Launch, RunKind};
use crate::error::{ApiError, ErrorBody, Problems};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};
use crate::wording::count;

/// The time limit of an installation.
pub(super) const LIMIT_SECONDS: u32 = 4 * 3600;
const MOST_GUIDS: usize = 1000;

/// Which updates.
#[derive(ToSchema)]
pub struct InstallRequest {
    /// These are approved and installed; absent: all that are approved.
    guids: Option<Vec<String>>,
    /// Hours the installation waits for an agent that is away, 1 to 720; 24 if
    /// not said.
    #[schema(required = false)]
    queue_hours: u32,
}

impl Parse for InstallRequest {
    fn parse(fields: &Fields<'_>) -> Self {
        let guids = fields.texts("guids").not_empty().max_items(MOST_GUIDS, "entries").nullable();
        Self { guids: guids.flatten(), queue_hours: runs::queue_hours(fields) }
    }
}

/// Install updates on an agent.
///
/// Answers when the agent has the order; one that is away gets it when it is
/// back. An update counts as installed once the scan that follows the run
/// `X-Run-Id` confirms it. Where none is approved, a sentence says so.
#[utoipa::path(
    post,
    path = "/winupdate/{agent_id}/install/",
    tag = "winupdate",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = InstallRequest,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn install_updates(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<InstallRequest>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let (hostname, what) = (target.hostname.clone(), "the installation of updates");
    if let Some(started) = runs::find_repeated(&app, &caller, key.as_ref()).await? {
        // Before reading the updates: they are being installed by then.
        return runs::answer_started(&app, started.into(), &hostname, what, form).await;
    }
    let mut change = Change::begin(&app, &caller).await?;
    let candidates = queries::list_candidates(&*change, target.id).await?;
    let chosen = match &request.guids {
        Some(guids) => named(candidates, guids)?,
        None => approved(candidates),
    };
    if chosen.is_empty() {
        // Nothing to do is not a failure: the change is dropped.
        let sentence = format!("No approved update waits on {hostname}: nothing was installed.");
        return Ok(Json(sentence).into_response());
    }
    let ids: Vec<i64> = chosen.iter().map(|update| update.id).collect();
    let guids = chosen.into_iter().map(|update| update.guid).collect();
    let agent = target.id;
    let launch = launch(&app, &caller.username, target, guids).keyed(key);
    queries::begin_install(&*change, &ids, &launch.run_id).await?;
    for event in summary::recount(&*change, &[agent]).await? {
        change.publish(event);
    }
    let if_offline = IfOffline::wait_hours(request.queue_hours);
    let started = runs::start_in(&app, &caller, change, &launch, if_offline).await?;
    runs::answer_started(&app, started, &hostname, what, form).await
}

fn launch(app: &App, username: &str, target: Target, guids: Vec<String>) -> Launch {
    let message =
        format!("{username} installed {} on {}", count(guids.len(), "update"), target.hostname);
    let audit = target.entry(Action::Modify, ObjectType::WinUpdate, message);
    let audit = audit.after(&serde_json::json!({ "guids": guids }));
    Launch::new(install_instruction(app, guids), target, audit)
}

/// The instruction to install updates.
pub fn install_instruction(app: &App, guids: Vec<String>) -> Instruction {
    let command = format!("install {}", guids.join(", "));
    let order = InstallUpdates {
        guids,
        timeout_seconds: LIMIT_SECONDS,
        output_limit: app.settings.output_limit,
    };
    Instruction::new(RunKind::PatchInstall, order_name::INSTALL_UPDATES, &order, LIMIT_SECONDS)
        .described_as(command)
}

/// The updates with these identifiers, each once.
fn named(mut candidates: Vec<Candidate>, guids: &[String]) -> Result<Vec<Candidate>, ApiError> {
    let mut problems = Problems::new();
    for (index, guid) in guids.iter().enumerate() {
        let problem = match candidates.iter().find(|candidate| candidate.guid == *guid) {
            None => "there is no such update to install",
            Some(found) if found.has_run => "this update is already being installed",
            Some(found) if found.is_hidden => {
                "this update is hidden on its computer: approve it and scan again, or show it there"
            }
            Some(_) => continue,
        };
        problems.insert(format!("guids[{index}]"), vec![problem.to_owned()]);
    }
    if !problems.is_empty() {
        return Err(ApiError::Invalid(problems));
    }
    candidates.retain(|candidate| guids.contains(&candidate.guid));
    Ok(candidates)
}

fn approved(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let is_due = |update: &Candidate| {
        let may_begin = !update.has_run && !update.is_hidden && update.state != "reboot_pending";
        update.is_approved && may_begin
    };
    candidates.retain(is_due);
    candidates.truncate(MOST_GUIDS);
    candidates
}
