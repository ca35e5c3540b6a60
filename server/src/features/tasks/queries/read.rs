//! Reading tasks.

use std::collections::HashMap;

use muster_schedule::NamedZone;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::super::settings::Settings;
use super::super::task::{Owner, StoredTask};
use super::super::timing::Timing;
use crate::audit::Stamps;
use crate::auth::Scope;
use crate::domain::checks::read_settings;
use crate::ids::AgentKey;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct TaskRow {
    id: i64,
    agent: Option<i64>,
    agent_id: Option<String>,
    hostname: Option<String>,
    agent_time_zone: Option<String>,
    policy: Option<i64>,
    policy_name: Option<String>,
    name: String,
    win_task_name: String,
    enabled: bool,
    actions: String,
    assigned_check: Option<i64>,
    check_settings: Option<String>,
    custom_field: Option<i64>,
    collector_all_output: bool,
    continue_on_error: bool,
    alert_severity: String,
    email_alert: bool,
    text_alert: bool,
    dashboard_alert: bool,
    task_supported_platforms: String,
    #[sea_orm(nested)]
    timing: Timing,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select t.id, t.agent_id as agent, a.agent_id, a.hostname, a.agent_time_zone,
        p.id as policy, p.name as policy_name, t.name, t.win_task_name, t.enabled, t.actions,
        t.assigned_check, k.settings as check_settings, t.custom_field, t.collector_all_output, t.continue_on_error,
        t.alert_severity, t.email_alert, t.text_alert, t.dashboard_alert,
        t.task_supported_platforms, t.task_type, t.run_time_date, t.run_time_zone,
        t.daily_interval, t.weekly_interval, t.run_time_bit_weekdays, t.monthly_months_of_year,
        t.monthly_days_of_month, t.monthly_weeks_of_month, t.task_repetition_interval,
        t.task_repetition_duration, t.random_task_delay, t.stop_task_at_duration_end,
        t.run_asap_after_missed, t.task_instance_policy, t.expire_date, t.remove_if_not_scheduled,
        t.created_by, t.created_time, t.modified_by, t.modified_time
   from tasks t
   left join present_agents a on a.id = t.agent_id
   left join sites s on s.id = a.site_id
   left join policies p on p.id = t.policy_id and not p.hidden
   left join checks k on k.id = t.assigned_check";

/// Visible tasks: those of agents in scope, and of all policies.
fn visible(scope: &Scope) -> String {
    let scope = scope.site_condition("s.client_id", "s.id");
    format!("not t.deleted and (t.policy_id is not null or (a.id is not null and {scope}))")
}

/// All tasks that can be seen, by name.
pub async fn list_tasks(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<StoredTask>, DbErr> {
    select(db, &format!("where {} order by lower(t.name), t.id", visible(scope))).await
}

/// One task that can be seen.
pub async fn find_task(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<StoredTask>, DbErr> {
    let condition = format!("where t.id = {id} and {}", visible(scope));
    Ok(select(db, &condition).await?.pop())
}

/// The tasks of these agents and of these policies, by name.
pub async fn list_owned(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    policies: &[i64],
) -> Result<Vec<StoredTask>, DbErr> {
    let condition = format!(
        "where not t.deleted and (t.agent_id in ({}) or t.policy_id in ({}))
          order by lower(t.name), t.id",
        sql::list(agents),
        sql::list(policies)
    );
    select(db, &condition).await
}

/// Tasks whatever their state, also those that are being deleted, by name.
pub async fn list_by_key(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<StoredTask>, DbErr> {
    let list = sql::list(ids);
    select(db, &format!("where t.id in ({list}) order by lower(t.name), t.id")).await
}

/// How many tasks each policy has.
pub async fn count_by_policy(db: &impl ConnectionTrait) -> Result<HashMap<i64, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Count {
        policy_id: i64,
        tasks: i64,
    }
    let counts: Vec<Count> = sql::all(
        db,
        "select policy_id, count(*) as tasks from tasks
          where policy_id is not null and not deleted group by policy_id",
        [],
    )
    .await?;
    Ok(counts.into_iter().map(|count| (count.policy_id, count.tasks)).collect())
}

/// Keys of tasks that are due for automatic deletion.
pub async fn list_removable(
    db: &impl ConnectionTrait,
    now: crate::time::Timestamp,
    limit: i64,
) -> Result<Vec<i64>, DbErr> {
    sql::values(
        db,
        "select id from tasks where removal_time <= $1 and not deleted
          order by removal_time, id limit $2",
        [now.into(), limit.into()],
    )
    .await
}

async fn select(db: &impl ConnectionTrait, condition: &str) -> Result<Vec<StoredTask>, DbErr> {
    let rows: Vec<TaskRow> = sql::all(db, &format!("{SELECT} {condition}"), []).await?;
    Ok(rows.into_iter().map(StoredTask::from).collect())
}

impl From<TaskRow> for StoredTask {
    fn from(row: TaskRow) -> Self {
        let zone = row.agent_time_zone.map(|name| zone(&name));
        let owner = Owner {
            agent: row.agent,
            agent_id: row.agent_id,
            hostname: row.hostname,
            policy: row.policy,
            policy_name: row.policy_name,
        };
        let settings = Settings {
            name: row.name,
            enabled: row.enabled,
            // Written by the server: what cannot be parsed is shown as nothing.
            actions: serde_json::from_str(&row.actions).unwrap_or_default(),
            assigned_check: row.assigned_check,
            custom_field: row.custom_field,
            collector_all_output: row.collector_all_output,
            continue_on_error: row.continue_on_error,
            alert_severity: row.alert_severity,
            email_alert: row.email_alert,
            text_alert: row.text_alert,
            dashboard_alert: row.dashboard_alert,
            task_supported_platforms: serde_json::from_str(&row.task_supported_platforms)
                .unwrap_or_default(),
        };
        Self {
            id: row.id,
            owner,
            settings,
            timing: row.timing,
            win_task_name: row.win_task_name,
            stamps: row.stamps,
            zone,
            check_name: row.assigned_check.zip(row.check_settings).map_or(
                String::new(),
                // Written by the server: what cannot be parsed is shown as nothing.
                |(check, settings)| {
                    read_settings(check, &settings)
                        .map(|settings| settings.display_name())
                        .unwrap_or_default()
                },
            ),
        }
    }
}

/// The time zone an agent's machine reports; UTC until it does.
pub fn zone(name: &str) -> NamedZone {
    name.parse().unwrap_or_else(|_| NamedZone::utc())
}
