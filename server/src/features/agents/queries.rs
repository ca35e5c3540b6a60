//! All SQL of agents.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};
use serde_json::value::RawValue;

use super::agent::ReducedAgent;
use super::agent::{Agent, AgentDetail, AgentFacts, AgentItem, AppliedPolicies, CheckCounts};
use super::status::Status;
use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// Which agents, in which order, which part of them.
pub struct Selection {
    /// Conditions on `agents a`, `sites s`, `clients c`; `$1` is the present.
    pub condition: String,
    /// What `$2` and the following stand for.
    pub values: Vec<Value>,
    /// Columns to order by.
    pub order: String,
    /// The part, or all.
    pub page: Option<Page>,
}

const FROM: &str =
    "from agents a join sites s on s.id = a.site_id join clients c on c.id = s.client_id";

const ITEM_COLUMNS: &str = "a.id, a.agent_id, a.hostname, a.description, a.site_id,
       s.name as site_name, s.client_id, c.name as client_name, a.monitoring_type, a.plat,
       a.goarch, a.last_seen, a.created_time, a.offline_time, a.overdue_time, a.boot_time,
       a.version, a.operating_system, a.public_ip, a.local_ips, a.make_model, a.serial_number,
       a.cpu_model, a.graphics, a.physical_disks, a.total_ram, a.logged_in_username,
       a.last_logged_in_user, a.needs_reboot, a.maintenance_mode, a.maintenance_until, a.policy,
       a.block_policy_inheritance, a.overdue_email_alert, a.overdue_text_alert,
       a.overdue_dashboard_alert";

/// Actions that wait, counted once for all agents of a list.
const WITH_PENDING: &str = "left join
       (select agent_id as waited_for, count(*) as waiting from runs
         where status = 'queued' and expires is not null group by agent_id) p
       on p.waited_for = a.id";
/// The same for one agent.
const PENDING_OF_ONE: &str = "(select count(*) from runs r
         where r.agent_id = a.id and r.status = 'queued' and r.expires is not null)";

#[derive(FromQueryResult)]
struct ItemRow {
    id: i64,
    agent_id: String,
    hostname: String,
    description: String,
    site_id: i64,
    site_name: String,
    client_id: i64,
    client_name: String,
    monitoring_type: String,
    plat: String,
    goarch: String,
    last_seen: Option<Timestamp>,
    created_time: Timestamp,
    offline_time: i64,
    overdue_time: i64,
    boot_time: Option<f64>,
    version: String,
    operating_system: String,
    public_ip: String,
    local_ips: String,
    make_model: String,
    serial_number: String,
    cpu_model: String,
    graphics: String,
    physical_disks: String,
    total_ram: Option<i64>,
    logged_in_username: String,
    last_logged_in_user: String,
    needs_reboot: bool,
    maintenance_mode: bool,
    maintenance_until: Option<Timestamp>,
    policy: Option<i64>,
    block_policy_inheritance: bool,
    overdue_email_alert: bool,
    overdue_text_alert: bool,
    overdue_dashboard_alert: bool,
    pending_actions_count: i64,
}

/// Agents with everything a list shows.
pub async fn list_items(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<AgentItem>, DbErr> {
    let columns = format!("{ITEM_COLUMNS}, coalesce(p.waiting, 0) as pending_actions_count");
    let text = selected(&columns, WITH_PENDING, selection);
    let rows: Vec<ItemRow> = sql::all(db, &text, bound(selection, now)).await?;
    Ok(rows.into_iter().map(|row| row.item(now)).collect())
}

/// Agents in their reduced form.
pub async fn list_reduced(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<ReducedAgent>, DbErr> {
    let columns = format!(
        "a.id, a.agent_id, a.hostname, c.name as client, s.name as site, c.name as client_name,
         s.name as site_name, a.plat, a.monitoring_type,
         case when {} then 'online' when {} then 'offline' else 'overdue' end as status",
        Status::condition("online"),
        Status::condition("offline"),
    );
    sql::all(db, &selected(&columns, "", selection), bound(selection, now)).await
}

/// How many agents a selection has on all its pages.
pub async fn count(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<i64, DbErr> {
    // `$1` is always bound, so it must always be used.
    let text = format!("select count(*) {FROM} where $1 > 0 and {}", selection.condition);
    sql::number(db, &text, bound(selection, now)).await
}

fn selected(columns: &str, more: &str, selection: &Selection) -> String {
    let Selection { condition, order, page, .. } = selection;
    let limit = match page {
        Some(page) => format!(" limit {} offset {}", page.size, page.offset()),
        None => String::new(),
    };
    format!(
        "select {columns} {FROM} {more} where $1 > 0 and {condition} order by {order}, a.id{limit}"
    )
}

fn bound(selection: &Selection, now: Timestamp) -> Vec<Value> {
    let mut values = vec![now.into()];
    values.extend(selection.values.iter().cloned());
    values
}

#[derive(FromQueryResult)]
struct DetailRow {
    #[sea_orm(nested)]
    item: ItemRow,
    disks: String,
    services: String,
    wmi_detail: String,
    check_interval: i64,
    time_zone: Option<String>,
    agent_time_zone: String,
    default_shell: String,
    default_shell_custom: String,
    patches_last_installed: Option<Timestamp>,
    choco_installed: bool,
    remote_node_id: String,
    created_by: String,
    modified_by: String,
    modified_time: Timestamp,
}

/// One agent in scope, with everything.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &str,
) -> Result<Option<Agent>, DbErr> {
    let text = format!(
        "select {ITEM_COLUMNS}, a.disks, a.services, a.wmi_detail, a.check_interval, a.time_zone,
                a.agent_time_zone, a.default_shell, a.default_shell_custom,
                a.patches_last_installed, a.choco_installed, a.remote_node_id, a.created_by,
                a.modified_by, a.modified_time, {PENDING_OF_ONE} as pending_actions_count
         {FROM} where a.agent_id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    let row: Option<DetailRow> = sql::one(db, &text, [agent_id.into()]).await?;
    Ok(row.map(|row| row.agent(Timestamp::now())))
}

/// What an action on an agent needs to know of it.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Target {
    /// Key of the agent.
    pub id: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The name the computer goes by.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// Key of its site.
    pub site_id: i64,
    /// Name of its site.
    pub site_name: String,
    /// Key of its client.
    pub client_id: i64,
}

/// One agent in scope, for an action.
pub async fn find_target(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &str,
) -> Result<Option<Target>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.hostname, a.plat, a.site_id, s.name as site_name, s.client_id
         {FROM} where a.agent_id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [agent_id.into()]).await
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

/// What people can set on an agent. Also its copy in the audit log.
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

/// What people have set on an agent.
pub async fn find_settings(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<AgentSettings>, DbErr> {
    sql::one(
        db,
        "select hostname, site_id as site, description, monitoring_type, maintenance_mode,
                maintenance_until, policy, block_policy_inheritance, offline_time, overdue_time,
                check_interval, time_zone, default_shell, default_shell_custom,
                overdue_email_alert, overdue_text_alert, overdue_dashboard_alert
           from agents where id = $1",
        [id.into()],
    )
    .await
}

/// Stores what people set on an agent.
pub async fn store_settings(
    write: &impl ConnectionTrait,
    id: i64,
    settings: &AgentSettings,
    by: &str,
) -> Result<(), DbErr> {
    let settings = settings.clone();
    sql::execute(
        write,
        "update agents set site_id = $1, description = $2, monitoring_type = $3,
                maintenance_mode = $4, maintenance_until = $5, policy = $6,
                block_policy_inheritance = $7, offline_time = $8, overdue_time = $9,
                check_interval = $10, time_zone = $11, default_shell = $12,
                default_shell_custom = $13, overdue_email_alert = $14, overdue_text_alert = $15,
                overdue_dashboard_alert = $16, modified_by = $17, modified_time = $18
          where id = $19",
        [
            settings.site.into(),
            settings.description.into(),
            settings.monitoring_type.into(),
            settings.maintenance_mode.into(),
            time::optional(settings.maintenance_until),
            settings.policy.into(),
            settings.block_policy_inheritance.into(),
            settings.offline_time.into(),
            settings.overdue_time.into(),
            settings.check_interval.into(),
            settings.time_zone.into(),
            settings.default_shell.into(),
            settings.default_shell_custom.into(),
            settings.overdue_email_alert.into(),
            settings.overdue_text_alert.into(),
            settings.overdue_dashboard_alert.into(),
            by.into(),
            Timestamp::now().into(),
            id.into(),
        ],
    )
    .await?;
    Ok(())
}

impl ItemRow {
    fn item(self, now: Timestamp) -> AgentItem {
        AgentItem {
            id: self.id,
            agent_id: self.agent_id.clone(),
            hostname: self.hostname.clone(),
            description: self.description.clone(),
            site: self.site_id,
            site_name: self.site_name.clone(),
            client: self.client_id,
            client_name: self.client_name.clone(),
            facts: self.facts(now),
        }
    }

    fn facts(self, now: Timestamp) -> AgentFacts {
        let status = Status::of(
            self.last_seen,
            self.created_time,
            self.offline_time,
            self.overdue_time,
            now,
        );
        let italic = self.logged_in_username.is_empty();
        AgentFacts {
            status,
            italic,
            logged_username: if italic {
                self.last_logged_in_user
            } else {
                self.logged_in_username
            },
            monitoring_type: self.monitoring_type,
            plat: self.plat,
            goarch: self.goarch,
            last_seen: self.last_seen,
            boot_time: self.boot_time,
            version: self.version,
            operating_system: self.operating_system,
            public_ip: self.public_ip,
            local_ips: self.local_ips,
            make_model: self.make_model,
            serial_number: self.serial_number,
            cpu_model: raw(self.cpu_model),
            graphics: self.graphics,
            physical_disks: raw(self.physical_disks),
            total_ram: self.total_ram,
            needs_reboot: self.needs_reboot,
            maintenance_mode: self.maintenance_mode,
            maintenance_until: self.maintenance_until,
            policy: self.policy,
            block_policy_inheritance: self.block_policy_inheritance,
            alert_template: None,
            has_patches_pending: false,
            pending_actions_count: self.pending_actions_count,
            checks: CheckCounts::default(),
            overdue_email_alert: self.overdue_email_alert,
            overdue_text_alert: self.overdue_text_alert,
            overdue_dashboard_alert: self.overdue_dashboard_alert,
            custom_fields: Vec::new(),
        }
    }
}

impl DetailRow {
    fn agent(self, now: Timestamp) -> Agent {
        let item = self.item;
        let timezone = match &self.time_zone {
            Some(zone) => zone.clone(),
            None if self.agent_time_zone.is_empty() => "UTC".to_owned(),
            None => self.agent_time_zone,
        };
        let detail = AgentDetail {
            timezone,
            disks: raw(self.disks),
            services: raw(self.services),
            wmi_detail: raw(self.wmi_detail),
            offline_time: item.offline_time,
            overdue_time: item.overdue_time,
            check_interval: self.check_interval,
            time_zone: self.time_zone,
            default_shell: self.default_shell,
            default_shell_custom: self.default_shell_custom,
            patches_last_installed: self.patches_last_installed,
            choco_installed: self.choco_installed,
            remote_node_id: self.remote_node_id,
            winupdatepolicy: Vec::new(),
            effective_patch_policy: serde_json::json!({}),
            applied_policies: AppliedPolicies { agent_policy: item.policy, ..Default::default() },
            created_by: self.created_by,
            created_time: item.created_time,
            modified_by: self.modified_by,
            modified_time: self.modified_time,
        };
        Agent {
            id: item.id,
            agent_id: item.agent_id.clone(),
            hostname: item.hostname.clone(),
            description: item.description.clone(),
            site: item.site_id,
            site_name: item.site_name.clone(),
            client: item.client_name.clone(),
            client_name: item.client_name.clone(),
            facts: item.facts(now),
            detail,
        }
    }
}

/// JSON text as it is stored: checked when it came in, so passed on unread.
fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
