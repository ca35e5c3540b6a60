//! SQL of causes. Keys, flags and names of states are written into the texts: all
//! of them are our own.

use sea_orm::{ConnectionTrait, DbBackend, DbErr};

use super::cause::{Cause, CauseRow};
use crate::domain::alert_events::{AlertEvent, Source};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

const COLUMNS: &str = "c.id, c.kind, c.agent_id, c.site_id, c.check_id, c.task_id, c.phase,
        c.maintenance, c.covered, c.severity, c.hidden, c.announced_dashboard, c.announced_email,
        c.announced_sms, c.action_started, c.engaged, c.escalated, c.last_event, c.changes,
        c.failing, c.flapping, c.repeat_at, c.escalate_at, c.snooze_ends_at, c.calm_at,
        (select max(l.id) from alerts l where l.cause_id = c.id and not l.resolved) as alert";

/// Causes to be locked.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// By key.
    pub causes: Vec<i64>,
    /// The availability of these agents.
    pub availability: Vec<AgentKey>,
    /// The unreachability of these sites.
    pub sites: Vec<i64>,
    /// Everything of these agents.
    pub agents: Vec<AgentKey>,
}

/// Locks causes until the transaction ends, in the order of their keys.
pub async fn lock(write: &impl ConnectionTrait, wanted: &Wanted) -> Result<Vec<Cause>, DbErr> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update of c",
        _ => "",
    };
    let text = format!(
        "select {COLUMNS} from alert_causes c
          where c.id in ({}) or (c.kind = 'availability' and c.agent_id in ({}))
             or (c.kind = 'site' and c.site_id in ({})) or c.agent_id in ({})
          order by c.id {lock}",
        sql::list(&wanted.causes),
        sql::list(&wanted.availability),
        sql::list(&wanted.sites),
        sql::list(&wanted.agents)
    );
    let rows: Vec<CauseRow> = sql::all(write, &text, []).await?;
    Ok(rows.into_iter().map(Cause::from).collect())
}

/// The sites whose unreachability is among these causes.
pub async fn list_sites(db: &impl ConnectionTrait, causes: &[i64]) -> Result<Vec<i64>, DbErr> {
    if causes.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "select site_id from alert_causes where id in ({}) and kind = 'site' order by site_id",
        sql::list(causes)
    );
    sql::values(db, &text, []).await
}

/// Adds the causes of events that have none yet; those of agents, checks and tasks
/// that are gone are left out. Returns all of them that are there.
pub async fn ensure(
    write: &impl ConnectionTrait,
    events: &[AlertEvent],
) -> Result<Vec<i64>, DbErr> {
    let mut rows: Vec<String> = events.iter().map(row).collect();
    rows.sort_unstable();
    rows.dedup();
    let values = rows.join(", ");
    let known = format!(
        "with v (kind, agent_id, check_id, task_id) as (values {values})
         select v.kind, v.agent_id, nullif(v.check_id, 0) as check_id,
                nullif(v.task_id, 0) as task_id
           from v join present_agents a on a.id = v.agent_id
          where (v.check_id = 0 or exists (select 1 from checks k where k.id = v.check_id))
            and (v.task_id = 0 or exists (select 1 from tasks t where t.id = v.task_id))"
    );
    let text = format!(
        "insert into alert_causes (kind, agent_id, check_id, task_id)
         select k.kind, k.agent_id, k.check_id, k.task_id from ({known}) k
          where 1 = 1
         on conflict do nothing"
    );
    sql::execute(write, &text, []).await?;
    let text = format!(
        "select c.id from alert_causes c join ({known}) k
             on k.kind = c.kind and k.agent_id = c.agent_id
            and coalesce(k.check_id, 0) = coalesce(c.check_id, 0)
            and coalesce(k.task_id, 0) = coalesce(c.task_id, 0)"
    );
    sql::values(write, &text, []).await
}

fn row(event: &AlertEvent) -> String {
    let agent = event.agent;
    match event.source {
        Source::Availability => format!("('availability', {agent}, 0, 0)"),
        Source::Check { check } => format!("('check', {agent}, {check}, 0)"),
        Source::Task { task } => format!("('task', {agent}, 0, {task})"),
    }
}

/// Adds the causes of sites that have none yet.
pub async fn ensure_sites(write: &impl ConnectionTrait, sites: &[i64]) -> Result<(), DbErr> {
    let list = sql::list(sites);
    for text in [
        format!(
            "insert into alert_causes (kind, site_id) select 'site', id from sites
              where id in ({list}) on conflict do nothing"
        ),
        format!(
            "insert into site_departures (site_id) select id from sites
              where id in ({list}) on conflict do nothing"
        ),
    ] {
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// Adds the cause of a custom alert.
pub async fn insert_custom(
    write: &impl ConnectionTrait,
    agent: Option<AgentKey>,
) -> Result<i64, DbErr> {
    let text = "insert into alert_causes (kind, agent_id) values ('custom', $1) returning id";
    sql::number(write, text, [agent.map(|agent| agent.0).into()]).await
}

/// Stores the state of causes.
pub async fn update(write: &impl ConnectionTrait, causes: &[&Cause]) -> Result<(), DbErr> {
    if causes.is_empty() {
        return Ok(());
    }
    let rows: Vec<String> = causes.iter().map(|cause| values(cause)).collect();
    // The zeros give the columns their types where all rows have null.
    let text = format!(
        "with v (id, phase, maintenance, covered, severity, hidden, announced_dashboard,
                 announced_email, announced_sms, action_started, engaged, escalated, last_event,
                 changes, failing, flapping, repeat_at, escalate_at, snooze_ends_at, calm_at)
              as (values {})
         update alert_causes
            set phase = v.phase, maintenance = v.maintenance, covered = v.covered,
                severity = v.severity, hidden = v.hidden,
                announced_dashboard = v.announced_dashboard,
                announced_email = v.announced_email, announced_sms = v.announced_sms,
                action_started = v.action_started, engaged = v.engaged,
                escalated = v.escalated, last_event = v.last_event, changes = v.changes,
                failing = v.failing, flapping = v.flapping, repeat_at = nullif(v.repeat_at, 0),
                escalate_at = nullif(v.escalate_at, 0),
                snooze_ends_at = nullif(v.snooze_ends_at, 0), calm_at = nullif(v.calm_at, 0)
           from v where alert_causes.id = v.id",
        rows.join(", ")
    );
    sql::execute(write, &text, []).await.map(|_| ())
}

fn values(cause: &Cause) -> String {
    let Cause { id, state, last_event, flapping, timers, .. } = cause;
    let time = |time: Option<Timestamp>| time.map_or(0, Timestamp::micros);
    let changes: Vec<i64> =
        flapping.changes.iter().map(|change| change.timestamp_micros()).collect();
    format!(
        "({id}, '{}', {}, {}, '{}', {}, {}, {}, {}, {}, {}, {}, {last_event}, '{changes:?}', {}, {},
          {}, {}, {}, {})",
        state.phase.as_str(),
        state.maintenance,
        state.covered,
        state.severity.as_str(),
        state.hidden,
        state.announced.dashboard,
        state.announced.email,
        state.announced.sms,
        state.action_started,
        state.engaged,
        state.escalated,
        flapping.failing,
        flapping.flapping,
        time(timers.repetition),
        time(timers.escalation),
        time(timers.snooze_end),
        time(timers.calm)
    )
}
