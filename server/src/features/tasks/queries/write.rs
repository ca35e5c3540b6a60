//! Writing tasks.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};

use super::super::settings::Settings;
use super::super::timing::Timing;
use crate::auth::random_letters;
use crate::domain::definitions;
use crate::features::policies;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// A task to be written.
pub struct TaskWrite<'a> {
    /// What it does.
    pub settings: &'a Settings,
    /// When it runs.
    pub timing: &'a Timing,
    /// When it is deleted automatically.
    pub removal_time: Option<Timestamp>,
    /// The user who writes it.
    pub by: &'a str,
}

const COLUMNS: &[&str] = &[
    "name",
    "enabled",
    "actions",
    "has_placeholders",
    "assigned_check",
    "custom_field",
    "collector_all_output",
    "continue_on_error",
    "alert_severity",
    "email_alert",
    "text_alert",
    "dashboard_alert",
    "task_supported_platforms",
    "task_type",
    "run_time_date",
    "run_time_zone",
    "daily_interval",
    "weekly_interval",
    "run_time_bit_weekdays",
    "monthly_months_of_year",
    "monthly_days_of_month",
    "monthly_weeks_of_month",
    "task_repetition_interval",
    "task_repetition_duration",
    "random_task_delay",
    "stop_task_at_duration_end",
    "run_asap_after_missed",
    "task_instance_policy",
    "expire_date",
    "remove_if_not_scheduled",
    "removal_time",
    "timeout_seconds",
    "modified_by",
    "modified_time",
];

/// Inserts a task and returns its key.
pub async fn insert_task(
    write: &impl ConnectionTrait,
    task: &TaskWrite<'_>,
    agent: Option<AgentKey>,
    policy: Option<i64>,
) -> Result<i64, DbErr> {
    let count = COLUMNS.len();
    let placeholders: Vec<String> = (1..=count + 3).map(|number| format!("${number}")).collect();
    // The last two are who and when, also for the creation.
    let text = format!(
        "insert into tasks ({}, agent_id, policy_id, win_task_name, created_by, created_time)
         values ({}, ${}, ${count}) returning id",
        COLUMNS.join(", "),
        placeholders.join(", "),
        count - 1,
    );
    let label = format!("Muster_{}", random_letters(16));
    let owner: [Value; 3] = [agent.into(), policy.into(), label.into()];
    let id = sql::number(write, &text, values(task).into_iter().chain(owner)).await?;
    write_scripts(write, id, task.settings).await?;
    Ok(id)
}

/// Writes a task over the stored one.
pub async fn update_task(
    write: &impl ConnectionTrait,
    id: i64,
    task: &TaskWrite<'_>,
) -> Result<(), DbErr> {
    let assignments: Vec<String> =
        (1..).zip(COLUMNS).map(|(number, column)| format!("{column} = ${number}")).collect();
    let text = format!("update tasks set {} where id = {id}", assignments.join(", "));
    sql::execute(write, &text, values(task)).await?;
    write_scripts(write, id, task.settings).await
}

/// Writes the actions of a task over the stored ones.
pub async fn update_actions(
    write: &impl ConnectionTrait,
    id: i64,
    settings: &Settings,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update tasks set actions = $1, has_placeholders = $2, timeout_seconds = $3 where id = $4",
        [
            serde_json::json!(settings.actions).to_string().into(),
            settings.has_placeholders().into(),
            settings.timeout().into(),
            id.into(),
        ],
    )
    .await?;
    write_scripts(write, id, settings).await
}

async fn write_scripts(
    write: &impl ConnectionTrait,
    id: i64,
    settings: &Settings,
) -> Result<(), DbErr> {
    sql::execute(write, "delete from task_scripts where task_id = $1", [id.into()]).await?;
    let pairs: Vec<String> =
        settings.scripts().iter().map(|script| format!("({id}, {script})")).collect();
    if !pairs.is_empty() {
        let text = format!("insert into task_scripts values {}", pairs.join(", "));
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

fn values(task: &TaskWrite<'_>) -> Vec<Value> {
    let TaskWrite { settings, timing, removal_time, by } = task;
    vec![
        settings.name.clone().into(),
        settings.enabled.into(),
        serde_json::json!(settings.actions).to_string().into(),
        settings.has_placeholders().into(),
        settings.assigned_check.into(),
        settings.custom_field.into(),
        settings.collector_all_output.into(),
        settings.continue_on_error.into(),
        settings.alert_severity.clone().into(),
        settings.email_alert.into(),
        settings.text_alert.into(),
        settings.dashboard_alert.into(),
        serde_json::json!(settings.task_supported_platforms).to_string().into(),
        timing.task_type.clone().into(),
        time::optional(timing.run_time_date),
        timing.run_time_zone.clone().into(),
        timing.daily_interval.into(),
        timing.weekly_interval.into(),
        timing.run_time_bit_weekdays.into(),
        timing.monthly_months_of_year.into(),
        timing.monthly_days_of_month.into(),
        timing.monthly_weeks_of_month.into(),
        timing.task_repetition_interval.clone().into(),
        timing.task_repetition_duration.clone().into(),
        timing.random_task_delay.clone().into(),
        timing.stop_task_at_duration_end.into(),
        timing.run_asap_after_missed.into(),
        timing.task_instance_policy.into(),
        time::optional(timing.expire_date),
        timing.remove_if_not_scheduled.into(),
        time::optional(*removal_time),
        settings.timeout().into(),
        (*by).into(),
        Timestamp::now().into(),
    ]
}

/// Locks a task until the change ends. SQLite has only one writer.
pub async fn lock_task(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        // Does not block statements that only record that an agent has it.
        let text = "select id from tasks where id = $1 for no key update";
        sql::execute(write, text, [id.into()]).await?;
    }
    Ok(())
}

/// Moves what is left of the deleted tasks of a policy to the hidden owner.
pub async fn move_leaving(write: &impl ConnectionTrait, policy: i64) -> Result<(), DbErr> {
    let text = "select count(*) from tasks where policy_id = $1 and deleted";
    if sql::number(write, text, [policy.into()]).await? == 0 {
        return Ok(());
    }
    policies::insert_hidden(write).await?;
    let text = "update tasks set policy_id = (select id from policies where hidden)
                 where policy_id = $1 and deleted";
    sql::execute(write, text, [policy.into()]).await.map(|_| ())
}

/// Hides tasks from everyone. Those that no agent has are deleted; the others
/// when their agents have confirmed it.
pub async fn delete_tasks(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    let list = sql::list(ids);
    definitions::mark_tasks_leaving(write, ids).await?;
    let hidden =
        format!("update tasks set deleted = true, removal_time = null where id in ({list})");
    sql::execute(write, &hidden, []).await?;
    let unused = format!("delete from task_scripts where task_id in ({list})");
    sql::execute(write, &unused, []).await?;
    definitions::delete_unused_tasks(write).await
}
