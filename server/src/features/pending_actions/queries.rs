//! All SQL of pending actions: they are runs that may wait.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::filters::PendingFilters;
use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Rows of the list; more than a fleet should ever have waiting.
const MAX_ROWS: usize = 10_000;

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
    let text = format!(
        "select r.id, r.agent_id as agent, a.agent_id, a.hostname, c.name as client,
                s.name as site, r.time, {KIND} as kind, r.status, r.command, r.script_name,
                r.expires
           from runs r join agents a on a.id = r.agent_id join sites s on s.id = a.site_id
                join clients c on c.id = s.client_id
          where {}
          order by r.time desc, r.id desc limit {MAX_ROWS}",
        conditions.join(" and ")
    );
    sql::all(db, &text, values).await
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
