//! The SQL of single agents.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::agent::Agent;
use super::rows::{DetailRow, ITEM_COLUMNS};
use crate::audit::Stamps;
use crate::auth::Scope;
use crate::domain::fleet::CAPABILITY_COLUMNS;
use crate::features::winupdate;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// Rows in one statement.
const CHUNK: usize = 500;

const FROM: &str =
    "from present_agents a join sites s on s.id = a.site_id join clients c on c.id = s.client_id";

/// Actions that wait for one agent.
const PENDING_OF_ONE: &str = "(select count(*) from runs r
         where r.agent_id = a.id and r.status = 'queued' and r.expires is not null)";

/// One agent in scope, with everything.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
) -> Result<Option<Agent>, DbErr> {
    let text = format!(
        "select {ITEM_COLUMNS}, {CAPABILITY_COLUMNS}, a.disks, a.services, a.wmi_detail, a.check_interval, a.time_zone,
                a.agent_time_zone, a.default_shell, a.default_shell_custom,
                a.patches_last_installed, a.choco_installed, a.remote_node_id, a.created_by,
                a.modified_by, a.modified_time, {PENDING_OF_ONE} as pending_actions_count,
                {} as has_patches_pending
         {FROM} where a.agent_id = $1 and {}",
        winupdate::has_pending(),
        scope.site_condition("s.client_id", "s.id")
    );
    let row: Option<DetailRow> = sql::one(db, &text, [agent_id.into()]).await?;
    Ok(row.map(|row| row.agent(Timestamp::now())))
}

/// The identifier of the agent with this key, regardless of scope.
pub async fn find_agent_id(db: &impl ConnectionTrait, id: i64) -> Result<Option<String>, DbErr> {
    sql::value(db, "select agent_id from present_agents where id = $1", [id.into()]).await
}

/// The client of a site, if the site is in scope.
pub async fn find_site(
    db: &impl ConnectionTrait,
    scope: &Scope,
    site: i64,
) -> Result<Option<i64>, DbErr> {
    let text = format!(
        "select s.client_id from sites s where s.id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::value(db, &text, [site.into()]).await
}

/// What people can set on an agent. Also what the audit log stores.
#[derive(Clone, Debug, PartialEq, FromQueryResult, serde::Serialize)]
pub struct AgentSettings {
    pub hostname: String,
    pub site: i64,
    pub description: String,
    pub monitoring_type: String,
    pub maintenance_mode: bool,
    pub maintenance_until: Option<Timestamp>,
    pub policy: Option<i64>,
    pub block_policy_inheritance: bool,
    pub offline_time: i64,
    pub overdue_time: i64,
    pub check_interval: i64,
    pub time_zone: Option<String>,
    pub default_shell: String,
    pub default_shell_custom: String,
    pub overdue_email_alert: bool,
    pub overdue_text_alert: bool,
    pub overdue_dashboard_alert: bool,
}

impl AgentSettings {
    /// Whether the agent may get other policies, or run its checks at other times, when
    /// these settings replace others.
    pub fn has_other_definitions(&self, before: &Self) -> bool {
        self.policy != before.policy
            || self.site != before.site
            || self.monitoring_type != before.monitoring_type
            || self.block_policy_inheritance != before.block_policy_inheritance
            || self.check_interval != before.check_interval
    }

    /// Whether the agent's own maintenance begins, ends or gets another end when these
    /// settings replace others.
    pub fn has_other_maintenance(&self, before: &Self) -> bool {
        self.maintenance_mode != before.maintenance_mode
            || self.maintenance_until != before.maintenance_until
    }
}

/// What people have set on an agent.
pub async fn find_settings(
    db: &impl ConnectionTrait,
    id: AgentKey,
) -> Result<Option<AgentSettings>, DbErr> {
    Ok(list_settings(db, &[id]).await?.remove(&id))
}

/// Who last changed what people set on an agent. What the agent reports about
/// itself does not count.
pub async fn find_stamps(db: &impl ConnectionTrait, id: AgentKey) -> Result<Option<Stamps>, DbErr> {
    let text = "select created_by, created_time, modified_by, modified_time
                  from present_agents where id = $1";
    sql::one(db, text, [id.into()]).await
}

#[derive(FromQueryResult)]
struct SettingsRow {
    id: AgentKey,
    #[sea_orm(nested)]
    settings: AgentSettings,
}

/// What people have set on these agents, by key.
pub async fn list_settings(
    db: &impl ConnectionTrait,
    ids: &[AgentKey],
) -> Result<HashMap<AgentKey, AgentSettings>, DbErr> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "select id, hostname, site_id as site, description, monitoring_type,
                    maintenance_mode, maintenance_until, policy, block_policy_inheritance,
                    offline_time, overdue_time, check_interval, time_zone, default_shell,
                    default_shell_custom, overdue_email_alert, overdue_text_alert,
                    overdue_dashboard_alert
               from present_agents where id in ({})",
            sql::list(chunk)
        );
        let rows: Vec<SettingsRow> = sql::all(db, &text, []).await?;
        found.extend(rows.into_iter().map(|row| (row.id, row.settings)));
    }
    Ok(found)
}

/// The columns of what people set, with their values.
pub fn columns(settings: &AgentSettings) -> Vec<(&'static str, Value)> {
    let settings = settings.clone();
    vec![
        ("site_id", settings.site.into()),
        ("description", settings.description.into()),
        ("monitoring_type", settings.monitoring_type.into()),
        ("maintenance_mode", settings.maintenance_mode.into()),
        ("maintenance_until", time::optional(settings.maintenance_until)),
        ("policy", settings.policy.into()),
        ("block_policy_inheritance", settings.block_policy_inheritance.into()),
        ("offline_time", settings.offline_time.into()),
        ("overdue_time", settings.overdue_time.into()),
        ("check_interval", settings.check_interval.into()),
        ("time_zone", settings.time_zone.into()),
        ("default_shell", settings.default_shell.into()),
        ("default_shell_custom", settings.default_shell_custom.into()),
        ("overdue_email_alert", settings.overdue_email_alert.into()),
        ("overdue_text_alert", settings.overdue_text_alert.into()),
        ("overdue_dashboard_alert", settings.overdue_dashboard_alert.into()),
    ]
}
