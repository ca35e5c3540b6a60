//! `POST /agents/actions/bulk/preview/`: what a bulk action would do.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::action::Action;
use super::plan::{Outcome, PlannedAgent, plan};
use super::request::{BulkBody, BulkRequest};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::{PLATFORMS, Status};
use crate::error::{ApiError, ErrorBody};
use crate::input::Body;

/// What a bulk action would do.
#[derive(Serialize, ToSchema)]
pub struct BulkPreview {
    /// How many agents it is for.
    count: usize,
    /// How many of them are online.
    online: usize,
    /// How many are not.
    offline: usize,
    /// How many would be left out.
    skipped: usize,
    /// Each of them, by host name.
    agents: Vec<PreviewedAgent>,
}

/// What would happen to an agent.
#[derive(Serialize, ToSchema)]
pub struct PreviewedAgent {
    agent_id: String,
    hostname: String,
    /// Name of its client.
    client: String,
    /// Name of its site.
    site: String,
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    plat: String,
    status: Status,
    outcome: Outcome,
    /// Why it would be left out.
    reason: String,
    /// What people say about it.
    description: String,
    /// Who is logged in; empty for nobody.
    logged_username: String,
    /// When its system started, in seconds since 1970.
    boot_time: Option<f64>,
}

/// Preview a bulk action.
///
/// Takes the body of the bulk action, starts nothing, and says of each agent
/// what would happen to it.
#[utoipa::path(
    post,
    path = "/agents/actions/bulk/preview/",
    tag = "bulk",
    request_body = BulkBody,
    responses((status = 200, body = BulkPreview), (status = "default", body = ErrorBody)),
)]
pub async fn preview_bulk(
    State(app): State<App>,
    caller: Caller<may::RunBulk>,
    Body(request): Body<BulkRequest>,
) -> Result<Json<BulkPreview>, ApiError> {
    caller.must_have(request.mode.right())?;
    let action = Action::of(&app, &caller, &request.mode).await?;
    let planned = plan(&app, &caller, &request, &action).await?;
    let online = planned.iter().filter(|one| one.candidate.status == Status::Online).count();
    Ok(Json(BulkPreview {
        count: planned.len(),
        online,
        offline: planned.len() - online,
        skipped: planned.iter().filter(|one| one.outcome == Outcome::Skip).count(),
        agents: planned.into_iter().map(PreviewedAgent::from).collect(),
    }))
}

impl From<PlannedAgent> for PreviewedAgent {
    fn from(planned: PlannedAgent) -> Self {
        let target = planned.candidate.target;
        Self {
            agent_id: target.agent_id.into(),
            hostname: target.hostname,
            client: planned.candidate.client_name,
            site: target.site_name,
            plat: target.plat,
            status: planned.candidate.status,
            outcome: planned.outcome,
            reason: planned.reason,
            description: planned.candidate.description,
            logged_username: planned.candidate.logged_username,
            boot_time: planned.candidate.boot_time,
        }
    }
}
