//! SQL that reads alerts.

use sea_orm::{ConnectionTrait, DbErr};

use super::alert::Alert;
use super::filters::Condition;
use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::sql;

/// Each alert with its agent, and where that is. What is not there has texts without
/// content, which a search can exclude.
const ALERTS: &str = "select l.id, l.agent_id as agent, coalesce(a.agent_id, '') as agent_id,
       coalesce(a.hostname, '') as hostname, coalesce(c.name, '') as client,
       coalesce(s.name, '') as site, s.client_id, s.id as site_id, l.check_id as assigned_check,
       coalesce(k.name, '') as check_name, l.task_id as assigned_task,
       coalesce(t.name, '') as task_name, l.alert_type, l.message, l.alert_time, l.severity,
       l.snoozed, l.snooze_until, l.resolved, l.resolved_on, l.resolved_by, l.hidden,
       l.suppressed, l.flapping, l.covered_by, l.acknowledged, l.acknowledged_by,
       l.acknowledged_on, l.acknowledge_note, l.template_name as template, l.email_sent,
       l.sms_sent, l.resolved_email_sent, l.resolved_sms_sent, l.action_run, l.action_stdout,
       l.action_stderr, l.action_retcode, l.action_execution_time, l.resolved_action_run,
       l.resolved_action_stdout, l.resolved_action_stderr, l.resolved_action_retcode,
       l.resolved_action_execution_time
  from alerts l
  left join present_agents a on a.id = l.agent_id
  left join sites s on s.id = coalesce(l.site_id, a.site_id)
  left join clients c on c.id = s.client_id
  left join checks k on k.id = l.check_id
  left join tasks t on t.id = l.task_id";

/// The same columns as callers get them.
const SHOWN: &str = "id, agent, nullif(agent_id, '') as agent_id, nullif(hostname, '') as hostname,
       nullif(client, '') as client, nullif(site, '') as site, client_id, site_id, assigned_check,
       nullif(check_name, '') as check_name, assigned_task, nullif(task_name, '') as task_name,
       alert_type, message, alert_time, severity, snoozed, snooze_until, resolved, resolved_on,
       resolved_by, hidden, suppressed, flapping, covered_by, acknowledged, acknowledged_by,
       acknowledged_on, acknowledge_note, template, email_sent, sms_sent, resolved_email_sent,
       resolved_sms_sent, action_run, action_stdout, action_stderr, action_retcode,
       action_execution_time, resolved_action_run, resolved_action_stdout,
       resolved_action_stderr, resolved_action_retcode, resolved_action_execution_time";

/// The order of a list.
pub struct Order {
    pub column: String,
    pub descending: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { column: "alert_time".to_owned(), descending: true }
    }
}

/// One page of the matching alerts, and how many match on all pages.
pub async fn read_page(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    order: &Order,
    page: Page,
) -> Result<(Vec<Alert>, i64), DbErr> {
    let passes = condition.text();
    let count = format!("select count(*) from ({ALERTS}) x where {passes}");
    let total = sql::number(db, &count, condition.values.clone()).await?;
    let (limit, offset) = (condition.bind(page.size), condition.bind(page.offset()));
    let (column, direction) = (&order.column, if order.descending { "desc" } else { "asc" });
    let text = format!(
        "select {SHOWN} from ({ALERTS}) x where {passes}
          order by x.{column} {direction}, x.id {direction} limit {limit} offset {offset}"
    );
    Ok((sql::all(db, &text, condition.values).await?, total))
}

/// Alerts in scope by their keys, by key.
pub async fn list_by_key(
    db: &impl ConnectionTrait,
    scope: &Scope,
    ids: &[i64],
) -> Result<Vec<Alert>, DbErr> {
    let condition = Condition::in_scope(scope);
    let text = format!(
        "select {SHOWN} from ({ALERTS}) x where {} and x.id in ({}) order by x.id",
        condition.text(),
        sql::list(ids)
    );
    sql::all(db, &text, condition.values).await
}

/// One alert in scope.
pub async fn find_alert(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Alert>, DbErr> {
    Ok(list_by_key(db, scope, &[id]).await?.pop())
}

/// The newest alerts of the same check, task or kind.
pub async fn list_similar(
    db: &impl ConnectionTrait,
    scope: &Scope,
    alert: &Alert,
    limit: i64,
) -> Result<Vec<Alert>, DbErr> {
    let mut condition = Condition::in_scope(scope);
    let id = condition.bind(alert.id);
    let like = match (alert.assigned_check, alert.assigned_task, alert.agent, alert.site_id) {
        (Some(check), ..) => format!("x.assigned_check = {}", condition.bind(check)),
        (None, Some(task), ..) => format!("x.assigned_task = {}", condition.bind(task)),
        (None, None, Some(agent), _) => format!(
            "x.agent = {} and x.alert_type = {}",
            condition.bind(agent),
            condition.bind(alert.alert_type.clone())
        ),
        (None, None, None, Some(site)) => {
            format!("x.agent is null and x.site_id = {}", condition.bind(site))
        }
        _ => "x.agent is null and x.site_id is null".to_owned(),
    };
    let limit = condition.bind(limit);
    let text = format!(
        "select {SHOWN} from ({ALERTS}) x where {} and x.id <> {id} and {like}
          order by x.alert_time desc, x.id desc limit {limit}",
        condition.text()
    );
    sql::all(db, &text, condition.values).await
}

/// The alerts that another one lists.
pub async fn list_covered(
    db: &impl ConnectionTrait,
    scope: &Scope,
    alert: i64,
    limit: i64,
) -> Result<Vec<Alert>, DbErr> {
    let mut condition = Condition::in_scope(scope);
    let (alert, limit) = (condition.bind(alert), condition.bind(limit));
    let text = format!(
        "select {SHOWN} from ({ALERTS}) x where {} and x.covered_by = {alert}
          order by lower(coalesce(x.hostname, '')), x.id limit {limit}",
        condition.text()
    );
    sql::all(db, &text, condition.values).await
}
