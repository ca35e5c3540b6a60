//! `POST /agents/actions/bulk/`: do something to many agents.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};

use super::action::Action;
use super::begin::begin;
use super::instant;
use super::mode::Mode;
use super::plan::{Outcome, PlannedAgent, plan};
use super::request::{BulkBody, BulkRequest};
use super::show;
use crate::app::App;
use crate::auth::{Caller, Identity, may};
use crate::domain::runs::AnswerForm;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Query};

/// Start a bulk action.
///
/// Answers at once with a sentence and `X-Bulk-Id`, or with `detail=true` the
/// bulk action. Agents that are offline are waited for or skipped, as asked;
/// those it does not work on are skipped with a reason. `edit` and `remove` are
/// done when this answers, for all agents or for none.
#[utoipa::path(
    post,
    path = "/agents/actions/bulk/",
    tag = "bulk",
    params(AnswerForm),
    request_body = BulkBody,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn start_bulk(
    State(app): State<App>,
    caller: Caller<may::RunBulk>,
    Query(form): Query<AnswerForm>,
    Body(request): Body<BulkRequest>,
) -> Result<Response, ApiError> {
    start(&app, &caller, request, None, form).await
}

/// Starts a bulk action and answers.
pub(super) async fn start(
    app: &App,
    caller: &Identity,
    request: BulkRequest,
    retry_of: Option<i64>,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    caller.must_have(request.mode.right())?;
    let action = Action::of(app, caller, &request.mode).await?;
    let planned = plan(app, caller, &request, &action).await?;
    refuse_change(&request, planned.len())?;
    if planned.is_empty() {
        return Err(ApiError::invalid("target", "no agent is meant by this"));
    }
    must_be_thawed(&request, &planned)?;
    action.check_size(planned.len())?;
    let sentence = sentence(&request, &planned);
    let id = match request.mode.is_instant() {
        true => instant::execute(app, caller, request, planned, retry_of).await?,
        false => begin(app, caller, &request, &action, &planned, retry_of).await?,
    };
    let header = [(HeaderName::from_static("x-bulk-id"), HeaderValue::from(id))];
    if form.wants_detail() {
        return Ok((header, Json(show::read(app, &caller.scope, id).await?)).into_response());
    }
    Ok((header, Json(sentence)).into_response())
}

/// Refuses where nothing could begin; single agents that are frozen are skipped.
/// Agents are removed all or none.
fn must_be_thawed(request: &BulkRequest, planned: &[PlannedAgent]) -> Result<(), ApiError> {
    let mut targets = planned.iter().map(|one| &one.candidate.target);
    let is_refused = match request.mode {
        Mode::Edit(_) => false,
        Mode::Remove => targets.any(|target| target.is_frozen),
        _ => targets.all(|target| target.is_frozen),
    };
    if is_refused { Err(ApiError::Frozen) } else { Ok(()) }
}

/// A caller who looked at a preview wants what it showed, and nothing else.
fn refuse_change(request: &BulkRequest, count: usize) -> Result<(), ApiError> {
    match request.expect_count {
        Some(expected) if usize::try_from(expected) != Ok(count) => Err(ApiError::TargetsChanged(
            format!("this means {count} agents and not {expected}: nothing was started"),
        )),
        _ => Ok(()),
    }
}

fn sentence(request: &BulkRequest, planned: &[PlannedAgent]) -> String {
    let of = |outcome| planned.iter().filter(|one| one.outcome == outcome).count();
    let (now, later, skipped) = (of(Outcome::Run), of(Outcome::Queue), of(Outcome::Skip));
    let mode = request.mode.as_str();
    let mut sentence = format!("{mode} was started on {now} agents");
    if later > 0 {
        let agents = if later == 1 { "agent" } else { "agents" };
        sentence += &format!(", {later} offline {agents} will follow");
    }
    if skipped > 0 {
        let were = if skipped == 1 { "was" } else { "were" };
        sentence += &format!(", {skipped} {were} skipped");
    }
    sentence
}
