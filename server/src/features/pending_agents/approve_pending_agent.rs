//! `POST /agents/pending/<id>/approve/`: a computer that waits becomes an agent.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::enrolment::find_known;
use crate::domain::fleet;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse, Path};

/// What the caller has seen of the computer.
#[derive(ToSchema)]
pub struct ApprovePendingAgent {
    /// The fingerprint of its key; if it has another one, nothing is approved.
    fingerprint: Option<String>,
}

impl Parse for ApprovePendingAgent {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { fingerprint: fields.text("fingerprint").trimmed().nullable().flatten() }
    }
}

/// Approve a computer.
///
/// It becomes an agent, or gets the record of the agent it claims to be: that
/// agent has its key from then on, its connection is closed, and what waited for
/// it is cancelled. Others that wait with the same claim are rejected.
#[utoipa::path(
    post,
    path = "/agents/pending/{id}/approve/",
    tag = "agents",
    params(("id" = i64, Path, description = "Key of the entry")),
    request_body = ApprovePendingAgent,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn approve_pending_agent(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(id): Path<i64>,
    Body(request): Body<ApprovePendingAgent>,
) -> Result<Json<String>, ApiError> {
    let nothing = || ApiError::NotFound("pending agent");
    let mut change = Change::begin(&app, &caller).await?;
    let pending = queries::find_pending(&*change, &caller.scope, id).await?.ok_or_else(nothing)?;
    let fingerprint = pending.fingerprint();
    if request.fingerprint.is_some_and(|seen| !seen.eq_ignore_ascii_case(&fingerprint)) {
        let problem = format!("this computer has the key {fingerprint}, not the one you name");
        return Err(ApiError::Conflict(problem));
    }
    let location = (pending.client_id, pending.site_id);
    let removed = fleet::store::delete_pending_of(&*change, &pending.agent_id).await?;
    // Of two who approve it at the same moment, the second finds nothing.
    if !removed.contains(&id) {
        return Err(nothing());
    }
    for id in removed {
        change.publish(Event::deleted(Entity::PendingAgent, id).about(location.0, location.1));
    }
    let known = match pending.known_id {
        Some(known) => Some(find_known(&*change, known).await?.ok_or_else(nothing)?),
        None => None,
    };
    let hostname = pending.hostname.clone();
    let joined = pending.into_joining(known).join(&mut change).await?;
    let message = format!("{} approved {hostname}", caller.username);
    change.commit(joined.entry(Action::AgentInstall, message)).await?;
    joined.announce(&app).await;
    Ok(Json(format!("{hostname} was approved.")))
}
