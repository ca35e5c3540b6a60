//! `POST /winupdate/bulk/`: decide about many updates at once.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::hiding::scan_soon;
use super::queries::{self, UpdateSelection};
use super::summary;
use super::update::ACTIONS;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::Event;
use crate::input::{Body, Fields, Parse};
use crate::wording::count;

/// Updates in one decision by their guids.
const MOST_GUIDS: usize = 10_000;

/// Which updates, and the decision.
#[derive(ToSchema)]
pub struct SetActions {
    /// Keys of updates.
    #[schema(required = false)]
    ids: Vec<i64>,
    /// Instead of keys: one update on all agents that have it.
    guid: Option<String>,
    /// The same for several updates.
    #[schema(required = false)]
    guids: Vec<String>,
    /// With `guid` or `guids`: only agents of this client.
    client: Option<i64>,
    /// With `guid` or `guids`: only agents of this site.
    site: Option<i64>,
    /// `inherit`, `approve`, `ignore` or `nothing`.
    action: String,
}

impl Parse for SetActions {
    fn parse(fields: &Fields<'_>) -> Self {
        let ids = fields.wholes("ids").or(Vec::new());
        let guid = fields.text("guid").nullable().flatten();
        let guids = fields.texts("guids").or(Vec::new());
        let named = [!ids.is_empty(), guid.is_some(), !guids.is_empty()];
        if named.into_iter().filter(|is_named| *is_named).count() != 1 {
            fields.problem("ids", "send either ids, guid or guids");
        }
        if guids.len() > MOST_GUIDS {
            fields.problem("guids", format!("must have at most {MOST_GUIDS} entries"));
        }
        Self {
            ids,
            guid,
            guids,
            client: fields.whole("client").nullable().flatten(),
            site: fields.whole("site").nullable().flatten(),
            action: fields.text("action").one_of(ACTIONS).required(),
        }
    }
}

/// Decide about many updates.
///
/// Either all of them or none: a key that is not there stops everything. What a
/// decision does at the computer is said at `PUT /winupdate/<id>/`.
#[utoipa::path(
    post,
    path = "/winupdate/bulk/",
    tag = "winupdate",
    request_body = SetActions,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn set_actions(
    State(app): State<App>,
    caller: Caller<may::ManageWinupdates>,
    Body(request): Body<SetActions>,
) -> Result<Json<String>, ApiError> {
    let SetActions { ids, guid, guids, client, site, action } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let mut after =
        json!({ "ids": ids, "guid": guid, "client": client, "site": site, "action": action });
    if !guids.is_empty() {
        after["guids"] = json!(guids);
    }
    let chosen = match guid {
        Some(guid) => UpdateSelection::Updates { guids: vec![guid], client, site },
        None if !guids.is_empty() => UpdateSelection::Updates { guids, client, site },
        None => UpdateSelection::Rows(ids),
    };
    let found = queries::list_selected(&*change, &caller.scope, &chosen).await?;
    refuse_missing(&chosen, &found)?;
    queries::set_action(&*change, &found, &action).await?;
    let agents = queries::list_agents_of(&*change, &found).await?;
    for event in summary::recount(&*change, &agents).await? {
        change.publish(event);
    }
    scan_soon(&*change, &agents).await?;
    definitions::mark_due(&change, Changed::Tasks(&AffectedAgents::agents(agents))).await?;
    for site in queries::list_sites(&*change, &found).await? {
        let event = Event::updates_of_some_changed();
        change.publish(event.about(site.client_id, site.site_id));
    }
    let updates = count(found.len(), "update");
    let message = format!("{} set {updates} to {action}", caller.username);
    let entry = Entry::new(Action::Bulk, ObjectType::WinUpdate, "", message).after(&after);
    change.commit(entry).await?;
    Ok(Json(format!("Set {updates} to {action}.")))
}

fn refuse_missing(chosen: &UpdateSelection, found: &[i64]) -> Result<(), ApiError> {
    let sentence = "there is no such update";
    match chosen {
        UpdateSelection::Updates { guids, .. } if found.is_empty() => {
            let field = if guids.len() == 1 { "guid" } else { "guids" };
            Err(ApiError::invalid(field, sentence))
        }
        UpdateSelection::Updates { .. } => Ok(()),
        UpdateSelection::Rows(ids) => {
            let found: BTreeSet<&i64> = found.iter().collect();
            let missing = ids.iter().enumerate().filter(|(_, id)| !found.contains(id));
            let problems: Problems = missing
                .map(|(index, _)| (format!("ids[{index}]"), vec![sentence.to_owned()]))
                .collect();
            if problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(problems)) }
        }
    }
}
