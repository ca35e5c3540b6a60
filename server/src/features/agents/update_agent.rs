//! `PUT /agents/<agent_id>/`: change what people can set on an agent.

use std::str::FromStr;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::agent::Agent;
use super::queries::{self, AgentSettings, Target};
use super::with_fields;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody, Problems, note};
use crate::events::Event;
use crate::features::custom_fields::{self, CustomFieldEntry, Entries, FieldValue, Model, Owner};
use crate::features::policies::{self, OwnPatch, PatchForm, PatchPolicy, Touched};
use crate::features::tasks::{self, Changed};
use crate::input::{Body, Fields, Parse, Path, Seen};
use crate::time::Timestamp;

const SHELLS: &[&str] = &["use_global", "cmd", "powershell", "bash", "custom"];

/// What is to change; absent keys keep their value.
#[derive(Clone, ToSchema)]
pub struct UpdateAgent {
    /// Key of another site; both must be in the caller's scope.
    site: Option<i64>,
    /// Up to 255 characters.
    description: Option<String>,
    /// `server` or `workstation`.
    monitoring_type: Option<String>,
    /// Whether alerts are silenced.
    maintenance_mode: Option<bool>,
    /// When maintenance ends by itself; null for never.
    #[schema(value_type = Option<String>, format = DateTime)]
    maintenance_until: Option<Option<Timestamp>>,
    /// Policy of the agent itself; null for none.
    #[schema(value_type = Option<i64>)]
    policy: Option<Option<i64>>,
    /// The agent's own patch policy: one entry, of which absent keys stay; an
    /// empty list or null lets it inherit everything again.
    #[schema(value_type = Option<Vec<PatchForm>>)]
    winupdatepolicy: Option<Option<PatchForm>>,
    /// Whether policies of site, client and installation stop here.
    block_policy_inheritance: Option<bool>,
    /// Minutes without contact until offline, 2 to 525600.
    offline_time: Option<i64>,
    /// Minutes without contact until overdue, 3 to 525600.
    overdue_time: Option<i64>,
    /// Seconds between two runs of a check, 15 to 86400.
    check_interval: Option<i64>,
    /// IANA name; null for the agent's own.
    #[schema(value_type = Option<String>)]
    time_zone: Option<Option<String>>,
    /// `use_global`, `cmd`, `powershell`, `bash` or `custom`.
    default_shell: Option<String>,
    /// Path of a shell, for `custom`.
    default_shell_custom: Option<String>,
    /// Mail when overdue.
    overdue_email_alert: Option<bool>,
    /// SMS when overdue.
    overdue_text_alert: Option<bool>,
    /// Dashboard alert when overdue.
    overdue_dashboard_alert: Option<bool>,
    /// Values of custom fields; those not named stay.
    #[schema(value_type = Option<Vec<CustomFieldEntry>>)]
    custom_fields: Entries,
}

impl Parse for UpdateAgent {
    fn parse(fields: &Fields<'_>) -> Self {
        let zone = |text: &String| chrono_tz::Tz::from_str(text).is_ok();
        Self {
            site: fields.whole("site").optional(),
            description: fields.text("description").max(255).optional(),
            monitoring_type: fields
                .text("monitoring_type")
                .one_of(&["server", "workstation"])
                .optional(),
            maintenance_mode: fields.flag("maintenance_mode").optional(),
            maintenance_until: fields.time("maintenance_until").nullable(),
            policy: fields.whole("policy").nullable(),
            winupdatepolicy: policies::own_patch_policy(fields),
            block_policy_inheritance: fields.flag("block_policy_inheritance").optional(),
            offline_time: fields.whole("offline_time").between(2..=525_600).optional(),
            overdue_time: fields.whole("overdue_time").between(3..=525_600).optional(),
            check_interval: fields.whole("check_interval").between(15..=86_400).optional(),
            time_zone: fields
                .text("time_zone")
                .check(zone, "must be a time zone such as Europe/Berlin")
                .nullable(),
            default_shell: fields.text("default_shell").one_of(SHELLS).optional(),
            default_shell_custom: fields.text("default_shell_custom").max(512).optional(),
            overdue_email_alert: fields.flag("overdue_email_alert").optional(),
            overdue_text_alert: fields.flag("overdue_text_alert").optional(),
            overdue_dashboard_alert: fields.flag("overdue_dashboard_alert").optional(),
            custom_fields: Entries::parse(fields),
        }
    }
}

/// Change an agent.
///
/// Only the keys sent are changed, all of them or none. Answers with the
/// agent as it is then.
#[utoipa::path(
    put,
    path = "/agents/{agent_id}/",
    tag = "agents",
    params(("agent_id" = String, Path), Seen),
    request_body = UpdateAgent,
    responses((status = 200, body = Agent), (status = "default", body = ErrorBody)),
)]
pub async fn update_agent(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Path(agent_id): Path<String>,
    seen: Seen,
    Body(request): Body<UpdateAgent>,
) -> Result<Json<Agent>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let target = queries::find_target(&*change, &caller.scope, &agent_id)
        .await?
        .ok_or(ApiError::NotFound("agent"))?;
    let before = read_newest(&change, &seen, target.id).await?;

    let mut problems = Problems::new();
    let client = match request.site {
        None => Some(target.client_id),
        Some(site) => queries::find_site(&*change, &caller.scope, site).await?,
    };
    if client.is_none() {
        note(&mut problems, "site", "there is no such site");
    }
    let policy = [("policy", request.policy())];
    policies::check_references(&*change, &policy, &mut problems).await?;
    let entries = &request.custom_fields;
    let values = custom_fields::check(&*change, Model::Agent, entries, &mut problems).await?;
    let patch = request.own_patch(&before.winupdatepolicy[0], &mut problems);
    let settings = request.applied_to(before.settings.clone(), &mut problems);
    ApiError::refuse(problems)?;

    let columns = queries::columns(&settings);
    queries::store_columns(&*change, &[target.id], columns, change.username()).await?;
    let owner = Owner { model: Model::Agent, id: target.id };
    custom_fields::store(&*change, owner, &values).await?;
    tasks::mark_due(&change, Changed::Values(&owner.touched())).await?;
    let has_other_patch = policies::store_own_patch(&change, target.id, patch).await?;
    if has_other_patch || settings.has_other_policies(&before.settings) {
        policies::touch(&change, &Touched::agents([target.id])).await?;
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

/// The agent before the change, which must be as the caller has seen it.
async fn read_newest(change: &Change, seen: &Seen, id: i64) -> Result<Audited, ApiError> {
    let stamps = queries::find_stamps(&**change, id).await?;
    seen.must_be_newest(&stamps.ok_or(ApiError::NotFound("agent"))?)?;
    let settings = queries::find_settings(&**change, id).await?;
    let settings = settings.ok_or(ApiError::NotFound("agent"))?;
    let fields = custom_fields::load(&**change, Model::Agent, &[id]).await?.take(id);
    let own_patch = policies::patches_of(&**change, &[id]).await?.own(id);
    Ok(Audited { settings, custom_fields: fields, winupdatepolicy: [own_patch] })
}

/// What the audit log keeps of an agent.
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
    let (event, entry) = Audited::told(&username, target, client, before, after);
    change.tell(event);
    change.commit(entry).await
}

impl Audited {
    /// What is told of a change, to whoever watches and to the audit log.
    pub(super) fn told(
        username: &str,
        target: &Target,
        client: i64,
        before: &Self,
        after: &Self,
    ) -> (Event, Entry) {
        let site = after.settings.site;
        let kind = if before.settings.site == site { "agent.updated" } else { "agent.moved" };
        let changed = changed(before, after);
        let data = serde_json::json!({ "agent_id": target.agent_id, "changed": changed });
        let message = format!("{username} modified agent {}", target.hostname);
        let entry = target.entry(Action::Modify, ObjectType::Agent, message);
        let event = Event::new("agents", kind, data).about(client, site);
        let event = event.moved_from(target.client_id, target.site_id);
        (event, entry.before(before).after(after))
    }
}

/// The keys whose values differ, with the new ones.
fn changed(before: &Audited, after: &Audited) -> Value {
    let (before, after) = (serde_json::json!(before), serde_json::json!(after));
    let fields = after.as_object().into_iter().flatten();
    let differing = fields.filter(|(name, value)| before[name.as_str()] != **value);
    differing.map(|(name, value)| (name.clone(), value.clone())).collect()
}

impl UpdateAgent {
    /// The site it moves to, if it does.
    pub(super) fn site(&self) -> Option<i64> {
        self.site
    }

    /// Values of custom fields.
    pub(super) fn custom_fields(&self) -> &Entries {
        &self.custom_fields
    }

    /// The policy it gets, if it gets one.
    pub(super) fn policy(&self) -> Option<i64> {
        self.policy.flatten()
    }

    /// What becomes of its own patch policy.
    pub(super) fn own_patch(&self, before: &PatchPolicy, problems: &mut Problems) -> OwnPatch {
        policies::check_own_patch(self.winupdatepolicy.clone(), before, problems)
    }

    /// The settings after the change; what only shows in the whole is checked here.
    pub(super) fn applied_to(self, old: AgentSettings, problems: &mut Problems) -> AgentSettings {
        let new = AgentSettings {
            site: self.site.unwrap_or(old.site),
            description: self.description.unwrap_or(old.description),
            monitoring_type: self.monitoring_type.unwrap_or(old.monitoring_type),
            maintenance_mode: self.maintenance_mode.unwrap_or(old.maintenance_mode),
            maintenance_until: self.maintenance_until.unwrap_or(old.maintenance_until),
            policy: self.policy.unwrap_or(old.policy),
            block_policy_inheritance: self
                .block_policy_inheritance
                .unwrap_or(old.block_policy_inheritance),
            offline_time: self.offline_time.unwrap_or(old.offline_time),
            overdue_time: self.overdue_time.unwrap_or(old.overdue_time),
            check_interval: self.check_interval.unwrap_or(old.check_interval),
            time_zone: self.time_zone.unwrap_or(old.time_zone),
            default_shell: self.default_shell.unwrap_or(old.default_shell),
            default_shell_custom: self.default_shell_custom.unwrap_or(old.default_shell_custom),
            overdue_email_alert: self.overdue_email_alert.unwrap_or(old.overdue_email_alert),
            overdue_text_alert: self.overdue_text_alert.unwrap_or(old.overdue_text_alert),
            overdue_dashboard_alert: self
                .overdue_dashboard_alert
                .unwrap_or(old.overdue_dashboard_alert),
            hostname: old.hostname,
        };
        if new.overdue_time <= new.offline_time {
            note(problems, "overdue_time", "must be longer than offline_time");
        }
        if new.default_shell == "custom" && new.default_shell_custom.trim().is_empty() {
            let sentence = "this field is required when default_shell is custom";
            note(problems, "default_shell_custom", sentence);
        }
        new
    }
}
