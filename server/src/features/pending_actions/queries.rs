//! All SQL of pending actions: they are runs that may wait.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::filters::PendingFilters;
use super::read_pending_work::WaitingBulk;
use crate::auth::Scope;
use crate::domain::runs::Requester;
use crate::domain::runs::queries::WAITS;
use crate::ids::{AgentId, AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Rows of the list; more than a fleet should ever have waiting.
const MAX_ROWS: usize = 10_000;
/// Runs that are shown of what waits in one name.
const MOST_SHOWN: usize = 1000;

/// A run that may wait.
#[derive(Debug, FromQueryResult)]
pub struct Row {
    pub id: RunKey,
    pub agent: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    pub client: String,
    pub site: String,
    pub time: Timestamp,
    pub kind: String,
    pub status: String,
    pub command: String,
    pub script_name: String,
    pub expires: Option<Timestamp>,
    /// Its output, at least the beginning; only for installations.
    #[sea_orm(skip)]
    pub output: String,
}

/// The kinds of rows that Chocolatey installs, and of scheduled reboots.
pub const CHOCO: &str = "choco";
pub const SCHEDULED_REBOOT: &str = "schedreboot";

/// Types of runs; those of Chocolatey and scheduled reboots have a kind of
/// their own.
const KIND: &str = "case when r.type = 'software_install' and r.shell = 'choco' then 'choco'
          when r.order_name = 'schedule_reboot' then 'schedreboot' else r.type end";

const RUNS: &str =
    "runs r join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id";

/// A scheduled reboot whose time has not come yet.
const COMING_REBOOT: &str = "(r.order_name = 'schedule_reboot' and r.status = 'running')";

/// Pending actions in scope, newest first.
pub async fn list_pending(
    db: &impl ConnectionTrait,
    scope: &Scope,
    filters: &PendingFilters,
    agent: Option<AgentKey>,
) -> Result<Vec<Row>, DbErr> {
    let mut conditions = vec![
        scope.site_condition("s.client_id", "s.id"),
        "r.expires is not null".to_owned(),
        in_state(filters.states()),
    ];
    conditions.extend(filters.kinds().map(|kinds| one_of(KIND, &kinds)));
    let mut values: Vec<Value> = Vec::new();
    let mut equals = |column: &str, value: Option<i64>| {
        if let Some(value) = value {
            values.push(value.into());
            conditions.push(format!("{column} = ${}", values.len()));
        }
    };
    equals("s.client_id", filters.client);
    equals("s.id", filters.site);
    equals("r.agent_id", agent.map(i64::from));
    let text = newest(&conditions.join(" and "), MAX_ROWS);
    sql::all(db, &text, values).await
}

/// The newest rows that match a condition on `runs r`, `agents a`, `sites s`.
fn newest(condition: &str, limit: usize) -> String {
    format!(
        "select r.id, r.agent_id as agent, a.agent_id, a.hostname, c.name as client,
                s.name as site, r.time, {KIND} as kind, r.status, r.command, r.script_name,
                r.expires
           from {RUNS} join clients c on c.id = s.client_id
          where {condition}
          order by r.time desc, r.id desc limit {limit}"
    )
}

/// Waiting ones include reboots whose agent waits for their time.
fn in_state(states: &[&str]) -> String {
    let condition = one_of("r.status", states);
    match states.contains(&"queued") {
        true => format!("({condition} or {COMING_REBOOT})"),
        false => condition,
    }
}

/// A condition on our own names. A single one is written as equality, as in the
/// indexes of queued runs.
fn one_of(column: &str, words: &[&str]) -> String {
    match words {
        [] => "1 = 0".to_owned(),
        [word] => format!("{column} = '{word}'"),
        words => format!("{column} in ('{}')", words.join("', '")),
    }
}

/// Whether there is such a user, or such an API key of this user.
pub async fn requester_exists(
    db: &impl ConnectionTrait,
    user: i64,
    key: Option<i64>,
) -> Result<bool, DbErr> {
    let (text, values): (&str, Vec<Value>) = match key {
        None => ("select count(*) from users where id = $1", vec![user.into()]),
        Some(key) => {
            let text = "select count(*) from api_keys where user_id = $1 and id = $2";
            (text, vec![user.into(), key.into()])
        }
    };
    Ok(sql::number(db, text, values).await? > 0)
}

/// What waits in this name and in scope, newest first, without the runs of bulk
/// actions.
pub async fn list_waiting(
    db: &impl ConnectionTrait,
    scope: &Scope,
    requester: Requester,
) -> Result<Vec<Row>, DbErr> {
    let text = newest(&waiting(scope, requester), MOST_SHOWN);
    sql::all(db, &text, [requester.key().into()]).await
}

/// How much that is.
pub async fn count_waiting(
    db: &impl ConnectionTrait,
    scope: &Scope,
    requester: Requester,
) -> Result<i64, DbErr> {
    let text = format!("select count(*) from {RUNS} where {}", waiting(scope, requester));
    sql::number(db, &text, [requester.key().into()]).await
}

fn waiting(scope: &Scope, requester: Requester) -> String {
    let scope = scope.site_condition("s.client_id", "s.id");
    format!("r.{} = $1 and r.bulk_id is null and {WAITS} and {scope}", requester.column())
}

/// The bulk actions in this name that still start runs, oldest first. A caller
/// who sees a part of the fleet sees those that wait for agents in it.
pub async fn list_waiting_bulks(
    db: &impl ConnectionTrait,
    scope: &Scope,
    requester: Requester,
) -> Result<Vec<WaitingBulk>, DbErr> {
    let text = format!(
        "select w.id, w.mode, w.created, w.waiting
           from (select b.id, b.mode, b.created,
                        (select count(*) from {RUNS}
                          where r.bulk_id = b.id and r.status = 'queued' and {})
                        + (select count(*) from bulk_members m
                            where m.bulk_id = b.id and m.outcome = 'wait' and {}) as waiting
                   from bulk_actions b
                  where b.finished is null and b.status = 'running' and b.{} = $1) w
          where {} order by w.id",
        scope.site_condition("s.client_id", "s.id"),
        scope.site_condition("m.client_id", "m.site_id"),
        requester.column(),
        if scope.is_everything() { "1 = 1" } else { "w.waiting > 0" },
    );
    sql::all(db, &text, [requester.key().into()]).await
}
