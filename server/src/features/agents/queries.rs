//! All SQL of agents.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::agent::{Agent, AgentItem, ReducedAgent};
use super::rows::{DetailRow, ITEM_COLUMNS, ItemRow};
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

/// Actions that wait, counted once for all agents of a list.
const WITH_PENDING: &str = "left join
       (select agent_id as waited_for, count(*) as waiting from runs
         where status = 'queued' and expires is not null group by agent_id) p
       on p.waited_for = a.id";
/// The same for one agent.
const PENDING_OF_ONE: &str = "(select count(*) from runs r
         where r.agent_id = a.id and r.status = 'queued' and r.expires is not null)";

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
