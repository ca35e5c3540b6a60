//! SQL of alerts, for those who decide about them.

use muster_alerting::Severity;
use muster_alerting::machine::Moment;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::cause::Cause;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// What is known of an open or suppressed alert.
#[derive(Clone, Debug, FromQueryResult)]
pub struct OpenAlert {
    pub id: i64,
    pub message: String,
    pub severity: String,
    pub hidden: bool,
    pub suppressed: bool,
    pub flapping: bool,
    pub alert_time: Timestamp,
    pub thread: String,
    pub subject: String,
    pub covered_by: Option<i64>,
}

/// The open and suppressed alerts of these causes.
pub async fn list_open(db: &impl ConnectionTrait, causes: &[i64]) -> Result<Vec<OpenAlert>, DbErr> {
    let text = format!(
        "select id, message, severity, hidden, suppressed, flapping, alert_time, thread,
                subject, covered_by
           from alerts where cause_id in ({}) and not resolved order by id",
        sql::list(causes)
    );
    sql::all(db, &text, []).await
}

/// A new alert.
pub struct NewAlert<'a> {
    pub cause: &'a Cause,
    pub message: &'a str,
    pub time: Timestamp,
    pub severity: Severity,
    pub hidden: bool,
    pub suppressed: bool,
    pub template: Option<(i64, &'a str)>,
    pub thread: &'a str,
    pub subject: &'a str,
}

/// Stores an alert, and returns its key.
pub async fn insert(write: &impl ConnectionTrait, new: &NewAlert<'_>) -> Result<i64, DbErr> {
    let text = "insert into alerts (cause_id, agent_id, site_id, check_id, task_id, alert_type,
                        message, alert_time, severity, hidden, suppressed, template_id,
                        template_name, thread, subject)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
                returning id";
    let cause = new.cause;
    let values: [Value; 15] = [
        cause.id.into(),
        cause.agent.map(|agent| agent.0).into(),
        cause.site.into(),
        cause.check.into(),
        cause.task.into(),
        cause.kind.alert_kind().as_str().into(),
        new.message.into(),
        new.time.into(),
        new.severity.as_str().into(),
        new.hidden.into(),
        new.suppressed.into(),
        new.template.map(|(id, _)| id).into(),
        new.template.map(|(_, name)| name.to_owned()).into(),
        new.thread.into(),
        new.subject.into(),
    ];
    sql::number(write, text, values).await
}

/// Stores message, severity and flags of alerts.
pub async fn update(write: &impl ConnectionTrait, alerts: &[&OpenAlert]) -> Result<(), DbErr> {
    for alerts in alerts.chunks(500) {
        let mut values: Vec<Value> = Vec::with_capacity(alerts.len());
        let mut rows = Vec::with_capacity(alerts.len());
        for OpenAlert { id, message, severity, hidden, flapping, .. } in alerts {
            values.push(message.as_str().into());
            let number = values.len();
            rows.push(format!("({id}, ${number}, '{severity}', {hidden}, {flapping})"));
        }
        let text = format!(
            "with v (id, message, severity, hidden, flapping) as (values {})
             update alerts set message = v.message, severity = v.severity, hidden = v.hidden,
                    flapping = v.flapping
               from v where alerts.id = v.id",
            rows.join(", ")
        );
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// Closes an alert.
pub async fn close(
    write: &impl ConnectionTrait,
    id: i64,
    by: Option<&str>,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update alerts set resolved = true, resolved_on = $2, resolved_by = $3,
                       snoozed = false, snooze_until = null
                 where id = $1";
    let by = by.map(str::to_owned);
    sql::execute(write, text, [id.into(), now.into(), by.into()]).await.map(|_| ())
}

/// Stores that somebody works on an alert.
pub async fn acknowledge(
    write: &impl ConnectionTrait,
    id: i64,
    (by, note): (&str, &str),
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update alerts set acknowledged = true, acknowledged_by = $2,
                       acknowledged_on = $3, acknowledge_note = $4
                 where id = $1";
    let values = [id.into(), by.into(), now.into(), note.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Stores that an alert is snoozed, perhaps until a time, or that it is no more.
pub async fn snooze(
    write: &impl ConnectionTrait,
    id: i64,
    snoozed: bool,
    until: Option<Timestamp>,
) -> Result<(), DbErr> {
    // After a snooze it has to be acknowledged again.
    let forgotten = if snoozed { "" } else { ", acknowledged = false" };
    let text =
        format!("update alerts set snoozed = $2, snooze_until = $3{forgotten} where id = $1");
    let values = [id.into(), snoozed.into(), time::optional(until)];
    sql::execute(write, &text, values).await.map(|_| ())
}

/// Stores which alert covers another one.
pub async fn cover(write: &impl ConnectionTrait, id: i64, by: i64) -> Result<(), DbErr> {
    let text = "update alerts set covered_by = $2 where id = $1";
    sql::execute(write, text, [id.into(), by.into()]).await.map(|_| ())
}

/// Stores when the first message of a channel was sent.
pub async fn stamp_sent(
    write: &impl ConnectionTrait,
    id: i64,
    column: &'static str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = format!("update alerts set {column} = coalesce({column}, $2) where id = $1");
    sql::execute(write, &text, [id.into(), now.into()]).await.map(|_| ())
}

/// What became of an action.
#[derive(Clone, Debug, Default)]
pub struct ActionResult {
    pub stdout: String,
    pub stderr: String,
    pub retcode: Option<i64>,
    pub execution_time: Option<f64>,
}

/// Stores what became of an action.
pub async fn record_action(
    write: &impl ConnectionTrait,
    id: i64,
    moment: Moment,
    result: &ActionResult,
    now: Timestamp,
) -> Result<(), DbErr> {
    let prefix = match moment {
        Moment::Failure => "",
        Moment::Recovery => "resolved_",
    };
    let text = format!(
        "update alerts set {prefix}action_run = $2, {prefix}action_stdout = $3,
                {prefix}action_stderr = $4, {prefix}action_retcode = $5,
                {prefix}action_execution_time = $6
          where id = $1"
    );
    let values = [
        id.into(),
        now.into(),
        result.stdout.as_str().into(),
        result.stderr.as_str().into(),
        result.retcode.into(),
        result.execution_time.into(),
    ];
    sql::execute(write, &text, values).await.map(|_| ())
}
