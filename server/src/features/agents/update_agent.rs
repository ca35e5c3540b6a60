//! `PUT /agents/<agent_id>/`: change what people can set on an agent.

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::agent::Agent;
use super::form::UpdateAgent;
use super::queries::{self, AgentSettings};
use super::with_fields;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, may};
use crate::domain::custom_fields::{self, FieldValue, Model, Owner};
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::{self, AffectedAgents, Target, find_in_scope};
use crate::domain::freeze::must_stay_frozen;
use crate::domain::maintenance_windows::maintenance_changed;
use crate::domain::references::check_references;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::Event;
use crate::events::catalogue::ChangedKeys;
use crate::features::policies::{self, PatchPolicy};
use crate::ids::{AgentId, AgentKey};
use crate::input::{Body, IfMatch, Path};
use crate::storage::sql;

/// Change an agent.
///
/// Only the keys sent are changed, all of them or none. Answers with the
/// agent as it is then.
#[utoipa::path(
    put,
    path = "/agents/{agent_id}/",
    tag = "agents",
    params(("agent_id" = String, Path), IfMatch),
    request_body = UpdateAgent,
    responses((status = 200, body = Agent), (status = "default", body = ErrorBody)),
)]
pub async fn update_agent(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(agent_id): Path<AgentId>,
    seen: IfMatch,
    Body(request): Body<UpdateAgent>,
) -> Result<Json<Agent>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let target = find_in_scope(&*change, &caller.scope, &agent_id)
        .await?
        .ok_or(ApiError::NotFound("agent"))?;
    definitions::lock_documents(&*change, &[target.id]).await?;
    sql::lock_row(&*change, "agents", target.id.into()).await?;
    must_be_newest(&change, &caller, &seen, &target).await?;
    let before = read_before(&change, target.id).await?;

    let mut problems = Problems::new();
    let client = match request.site() {
        None => Some(target.client_id),
        Some(site) => queries::find_site(&*change, &caller.scope, site).await?,
    };
    match client {
        Some(client) => must_stay_frozen(&*change, target.client_id, client).await?,
        None => add_problem(&mut problems, "site", "there is no such site"),
    }
    let policy = [("policy", request.policy())];
    check_references(&*change, &policy, &mut problems).await?;
    let entries = request.custom_fields();
    let values = custom_fields::check(&*change, Model::Agent, entries, &mut problems).await?;
    let patch = request.own_patch(&before.winupdatepolicy[0], &mut problems);
    let settings = request.applied_to(before.settings.clone(), &mut problems);
    ApiError::refuse(problems)?;

    let columns = queries::columns(&settings);
    fleet::store::store_settings(&*change, &[target.id], columns, change.username()).await?;
    let owner = Owner { model: Model::Agent, id: target.id.into() };
    custom_fields::store(&*change, owner, &values).await?;
    definitions::mark_due(&change, Changed::Values(&owner.touched())).await?;
    let has_other_patch = policies::store_own_patch(&change, target.id, patch).await?;
    if has_other_patch || settings.has_other_definitions(&before.settings) {
        definitions::touch(&change, &AffectedAgents::agents([target.id])).await?;
    }
    if settings.has_other_maintenance(&before.settings) {
        maintenance_changed(&change, &[target.id], settings.maintenance_until).await?;
    }
    let agent = with_fields::find_agent(&*change, &caller.scope, &agent_id)
        .await?
        .ok_or(ApiError::NotFound("agent"))?;
    let custom_fields = agent.facts.custom_fields.clone();
    let winupdatepolicy = agent.detail.winupdatepolicy.clone();
    let after = Audited { settings, custom_fields, winupdatepolicy };
    commit(change, &target, client.unwrap_or(target.client_id), &before, &after).await?;
    Ok(Json(agent))
}

/// Refuses a change of an agent that the caller has seen in another state.
async fn must_be_newest(
    change: &Change,
    caller: &Identity,
    seen: &IfMatch,
    target: &Target,
) -> Result<(), ApiError> {
    let missing = || ApiError::NotFound("agent");
    let stamps = queries::find_stamps(&**change, target.id).await?.ok_or_else(missing)?;
    if !seen.differs_from(stamps.modified_time) {
        return Ok(());
    }
    let stored = with_fields::find_agent(&**change, &caller.scope, &target.agent_id).await?;
    seen.must_be_newest(&stamps, &stored.ok_or_else(missing)?)
}

/// The agent before the change.
async fn read_before(change: &Change, id: AgentKey) -> Result<Audited, ApiError> {
    let settings = queries::find_settings(&**change, id).await?;
    let settings = settings.ok_or(ApiError::NotFound("agent"))?;
    let fields = custom_fields::load(&**change, Model::Agent, &[id]).await?.take(id);
    let own_patch = policies::patches_of(&**change, &[id]).await?.own(id);
    Ok(Audited { settings, custom_fields: fields, winupdatepolicy: [own_patch] })
}

/// What the audit log stores about an agent.
#[derive(Serialize)]
pub(super) struct Audited {
    #[serde(flatten)]
    pub(super) settings: AgentSettings,
    pub(super) custom_fields: Vec<FieldValue>,
    pub(super) winupdatepolicy: [PatchPolicy; 1],
}

async fn commit(
    mut change: Change,
    target: &Target,
    client: i64,
    before: &Audited,
    after: &Audited,
) -> Result<(), ApiError> {
    let username = change.username().to_owned();
    let (event, entry) = Audited::describe_change(&username, target, client, before, after);
    change.publish(event);
    change.commit(entry).await
}

impl Audited {
    /// The event and the audit row of a change.
    pub(super) fn describe_change(
        username: &str,
        target: &Target,
        client: i64,
        before: &Self,
        after: &Self,
    ) -> (Event, Entry) {
        let site = after.settings.site;
        let changed = ChangedKeys::between(before, after);
        let event = match before.settings.site == site {
            true => Event::agent_updated(&target.agent_id, changed),
            false => Event::agent_moved(&target.agent_id, changed),
        };
        let message = format!("{username} modified agent {}", target.hostname);
        let entry = target.entry(Action::Modify, ObjectType::Agent, message);
        let event = event.about(client, site).moved_from(target.client_id, target.site_id);
        (event, entry.before(before).after(after))
    }
}
