//! `PUT /winupdate/<id>/`: decide about one update.

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::hiding::scan_soon;
use super::queries::{self, Selection};
use super::summary;
use super::update::{ACTIONS, WinUpdate};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::{AffectedAgents, find_target};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::input::{Body, Fields, Parse, Path};

/// The decision.
#[derive(ToSchema)]
pub struct SetAction {
    /// `inherit`, `approve`, `ignore` or `nothing`.
    action: String,
}

impl Parse for SetAction {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { action: fields.text("action").one_of(ACTIONS).required() }
    }
}

/// Decide about an update.
///
/// `inherit` leaves it to the patch policy. On Windows, `ignore` also hides the
/// update on the computer with the next scan, which follows soon; `approve` shows
/// it again, and so does every other decision where `ignore` had hidden it.
#[utoipa::path(
    put,
    path = "/winupdate/{agent_id}/",
    tag = "winupdate",
    params(("agent_id" = i64, Path, description = "Key of the update")),
    request_body = SetAction,
    responses((status = 200, body = WinUpdate), (status = "default", body = ErrorBody)),
)]
pub async fn set_action(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    Path(id): Path<i64>,
    Body(request): Body<SetAction>,
) -> Result<Json<WinUpdate>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let update = queries::find_decision(&*change, &caller.scope, id)
        .await?
        .ok_or(ApiError::NotFound("update"))?;
    queries::set_action(&*change, &[id], &request.action).await?;
    let agents = queries::list_agents_of(&*change, &[id]).await?;
    for event in summary::recount(&*change, &agents).await? {
        change.publish(event);
    }
    scan_soon(&*change, &agents).await?;
    definitions::mark_due(&change, Changed::Tasks(&AffectedAgents::agents(agents))).await?;
    let mut selection = Selection::new("1 = 1".to_owned());
    selection.equals("w.id", id);
    let shown = queries::list_updates(&*change, &selection).await?.pop();
    let target = find_target(&app, &caller, &update.agent_id).await?;

    change.publish(target.locate(Event::updates_changed(&target.agent_id)));
    let message = format!(
        "{} set update {} of {} to {}",
        caller.username, update.title, target.hostname, request.action
    );
    let entry = target
        .entry(Action::Modify, ObjectType::WinUpdate, message)
        .before(&json!({ "id": id, "action": update.own_action }))
        .after(&json!({ "id": id, "action": request.action }));
    change.commit(entry).await?;
    shown.map(Json).ok_or(ApiError::NotFound("update"))
}
