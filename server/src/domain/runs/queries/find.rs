//! One run, one agent: the data for starting and waiting.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::output::StoredOutput;
use crate::auth::Scope;
use crate::domain::fleet::{Target, target_columns};
use crate::domain::runs::{RunKind, RunStatus};
use crate::ids::{AgentKey, RunId, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// A run as the request that waits for it sees it.
#[derive(Debug, FromQueryResult)]
pub struct StoredRun {
    pub id: RunKey,
    pub run_id: RunId,
    pub status: RunStatus,
    pub retcode: Option<i64>,
    pub timed_out: bool,
    pub truncated: bool,
    pub execution_time: Option<f64>,
    pub problem: String,
    pub was_offline: bool,
    stdout_bytes: i64,
    stderr_bytes: i64,
    /// What it printed, if that was read with the rest.
    #[sea_orm(skip)]
    pub(super) output: Option<StoredOutput>,
}

impl StoredRun {
    /// Whether it has ended.
    pub fn is_finished(&self) -> bool {
        self.status.is_finished()
    }

    /// Bytes of output so far.
    pub fn output_bytes(&self) -> i64 {
        self.stdout_bytes + self.stderr_bytes
    }
}

/// The columns of [`StoredRun`].
pub(super) const RUN_COLUMNS: &str = "r.id, r.run_id, r.status, r.retcode, r.timed_out,
    r.truncated, r.execution_time, r.problem, r.was_offline, r.stdout_bytes, r.stderr_bytes";

pub async fn find_run(db: &impl ConnectionTrait, id: RunKey) -> Result<Option<StoredRun>, DbErr> {
    let text = format!("select {RUN_COLUMNS} from runs r where r.id = $1");
    sql::one(db, &text, [id.into()]).await
}

/// A run whose result is mailed.
#[derive(Debug, FromQueryResult)]
pub struct MailedRun {
    pub script_name: String,
    pub hostname: String,
    pub username: String,
    pub status: RunStatus,
    pub retcode: Option<i64>,
    pub problem: String,
    /// Bytes of both streams.
    pub output_bytes: i64,
}

/// What a mail says about a run.
pub async fn find_mailed_run(
    db: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<MailedRun>, DbErr> {
    let text = "select r.script_name, a.hostname, r.username, r.status, r.retcode, r.problem,
                       r.stdout_bytes + r.stderr_bytes as output_bytes
                  from runs r join agents a on a.id = r.agent_id where r.id = $1";
    sql::one(db, text, [id.into()]).await
}

/// Whether a run with this id exists, as agents know it.
pub async fn run_exists(db: &impl ConnectionTrait, run_id: &RunId) -> Result<bool, DbErr> {
    let found: Option<i64> =
        sql::value(db, "select id from runs where run_id = $1", [run_id.into()]).await?;
    Ok(found.is_some())
}

/// The request for a run, sealed: its own, or that of its bulk action.
#[derive(Debug, FromQueryResult)]
pub struct StoredRequest {
    pub own: Option<Vec<u8>>,
    pub bulk: Option<Vec<u8>>,
}

pub async fn find_request(
    db: &impl ConnectionTrait,
    id: RunKey,
) -> Result<Option<StoredRequest>, DbErr> {
    let text = "select r.sealed_request as own, b.sealed_request as bulk
           from runs r left join bulk_actions b on b.id = r.bulk_id where r.id = $1";
    sql::one(db, text, [id.into()]).await
}

/// The data for ending a run.
#[derive(Debug, FromQueryResult)]
pub struct CancellableRun {
    pub run: RunKey,
    pub run_id: RunId,
    pub kind: RunKind,
    pub status: RunStatus,
    pub user_id: Option<i64>,
    pub api_key: Option<i64>,
    pub command: String,
    pub script_name: String,
    pub expires: Option<Timestamp>,
    /// The server that runs it instead of the agent; empty if the agent does.
    pub server: String,
    #[sea_orm(nested)]
    pub target: Target,
}

impl CancellableRun {
    /// Where it runs, as text for people.
    pub fn location(&self) -> &str {
        if self.server.is_empty() { &self.target.hostname } else { "the server" }
    }
}

/// The `select` of [`CancellableRun`], without a condition.
pub(super) fn cancellable() -> String {
    format!(
        "select r.id as run, r.run_id, r.type as kind, r.status, r.user_id, r.api_key, r.command,
                r.script_name, r.expires, r.server, {}
           from runs r join present_agents a on a.id = r.agent_id join sites s on s.id = a.site_id",
        target_columns()
    )
}

/// A run in scope, whatever its state.
pub async fn find_running(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: RunKey,
) -> Result<Option<CancellableRun>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    sql::one(db, &format!("{} where r.id = $1 and {scope}", cancellable()), [id.into()]).await
}

/// Open runs on servers that were started before this time.
pub async fn list_on_servers(
    db: &impl ConnectionTrait,
    before: Timestamp,
) -> Result<Vec<CancellableRun>, DbErr> {
    let text = format!(
        "{} where r.server <> '' and r.status in ('queued', 'running') and r.time < $1
          order by r.id",
        cancellable()
    );
    sql::all(db, &text, [before.into()]).await
}

/// All runs that wait for an agent, oldest first.
pub async fn list_queued(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<CancellableRun>, DbErr> {
    let text = format!(
        "{} where r.agent_id = $1 and r.status = 'queued' and r.expires is not null
          order by r.id",
        cancellable()
    );
    sql::all(db, &text, [agent.into()]).await
}

/// All orders that an agent has not confirmed, also those that cannot wait long,
/// oldest first.
pub async fn list_unconfirmed(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<CancellableRun>, DbErr> {
    let text = format!(
        "{} where r.agent_id = $1 and r.status = 'queued' and r.server = '' order by r.id",
        cancellable()
    );
    sql::all(db, &text, [agent.into()]).await
}
