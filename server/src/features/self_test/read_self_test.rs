//! `GET /agents/<agent_id>/self-test/`: what an agent can really do.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::{SELF_TEST_SECONDS, SelfTestReport as Reported, question_name};

use super::report::SelfTestReport;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// A little longer than the agent takes at most, so that its own report arrives.
const LIMIT: Duration = Duration::from_secs(SELF_TEST_SECONDS + 10);

/// Have an agent test itself.
///
/// The agent tries each of its functions on its computer, changes nothing there, and
/// reports what works; that takes up to two minutes. It refuses a second test at the
/// same time, and any while it is frozen.
///
/// It needs the right to repair agents: looking is the first step of a repair, and
/// makes the agent start processes, which those who only list agents may not.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/self-test/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = SelfTestReport), (status = "default", body = ErrorBody)),
)]
pub async fn read_self_test(
    State(app): State<App>,
    caller: Caller<may::RecoverAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<SelfTestReport>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_thawed()?;
    let name = question_name::SELF_TEST;
    target.must_be_able_to(name)?;
    let reported: Reported = app.agent_link.ask_agent(&target.agent_id, name, &(), LIMIT).await?;
    Ok(Json(reported.into()))
}
