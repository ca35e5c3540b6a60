//! The SQL of watches.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::fire::FiredWatch;
use super::sight::Sight;
use super::watch::{Watch, WatchEvent, WatchTarget};
use crate::ids::{AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

const SELECT: &str = "select w.id, w.event, a.agent_id, a.hostname, w.run_id as run,
        r.type as run_type, r.script_name, w.created
   from watches w
   left join runs r on r.id = w.run_id
   join present_agents a on a.id = coalesce(w.agent_id, r.agent_id)
   join sites s on s.id = a.site_id";

/// The columns of a [`FiredWatch`].
const FIRED: &str = "id, user_id, event, agent_id, run_id";

/// The caller's own watches that they may see, oldest first.
pub async fn list_watches(
    db: &impl ConnectionTrait,
    sight: &Sight<'_>,
) -> Result<Vec<Watch>, DbErr> {
    let text = format!("{SELECT} where w.user_id = $1 and {} order by w.id", sight.condition());
    sql::all(db, &text, [sight.user().into()]).await
}

/// One of the caller's own watches, locked until the transaction ends.
pub async fn lock_watch(
    write: &impl ConnectionTrait,
    sight: &Sight<'_>,
    id: i64,
) -> Result<Option<Watch>, DbErr> {
    sql::lock_row(write, "watches", id).await?;
    let text = format!("{SELECT} where w.id = $1 and w.user_id = $2 and {}", sight.condition());
    sql::one(write, &text, [id.into(), sight.user().into()]).await
}

/// The key of the user's watch for the same, if there is one.
pub async fn find_same(
    db: &impl ConnectionTrait,
    user: i64,
    target: WatchTarget,
) -> Result<Option<i64>, DbErr> {
    let (column, key) = match target {
        WatchTarget::Agent(agent, _) => ("agent_id", agent.0),
        WatchTarget::Run(run) => ("run_id", run.0),
    };
    let text =
        format!("select id from watches where {column} = $1 and event = $2 and user_id = $3");
    sql::value(db, &text, [key.into(), target.event().into(), user.into()]).await
}

/// How many watches a user has. The transaction holds their account until it ends, so
/// that nobody adds one meanwhile.
pub async fn count_watches(write: &impl ConnectionTrait, user: i64) -> Result<i64, DbErr> {
    sql::lock_row(write, "users", user).await?;
    sql::number(write, "select count(*) from watches where user_id = $1", [user.into()]).await
}

/// Stores a watch, which the user does not have yet; returns its key.
pub async fn insert_watch(
    write: &impl ConnectionTrait,
    user: i64,
    target: WatchTarget,
) -> Result<i64, DbErr> {
    let text = "insert into watches (user_id, agent_id, run_id, event, created)
                values ($1, $2, $3, $4, $5) returning id";
    let values = [
        user.into(),
        target.agent().into(),
        target.run().into(),
        target.event().into(),
        Timestamp::now().into(),
    ];
    sql::number(write, text, values).await
}

/// Removes a watch.
pub async fn delete_watch(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from watches where id = $1", [id.into()]).await.map(|_| ())
}

/// Whether there is such a run that somebody may read.
pub async fn sees_run(
    db: &impl ConnectionTrait,
    sight: &Sight<'_>,
    run: RunKey,
) -> Result<bool, DbErr> {
    let text = format!(
        "select r.id from runs r join present_agents a on a.id = r.agent_id
           join sites s on s.id = a.site_id where r.id = $1 and {}",
        sight.condition()
    );
    let found: Option<i64> = sql::value(db, &text, [run.into()]).await?;
    Ok(found.is_some())
}

/// Takes the watches for this event of these agents.
pub(super) async fn take_for_agents(
    write: &impl ConnectionTrait,
    event: WatchEvent,
    agents: &[AgentKey],
) -> Result<Vec<FiredWatch>, DbErr> {
    let (among, agents) = sql::among(write, "agent_id", 2, agents);
    let text = format!("delete from watches where event = $1 and {among} returning {FIRED}");
    sql::all(write, &text, [event.into(), agents]).await
}

/// Takes these watches, those of them that nobody has taken meanwhile.
pub(super) async fn take(
    write: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<FiredWatch>, DbErr> {
    let text = format!("delete from watches where id in ({}) returning {FIRED}", sql::list(ids));
    sql::all(write, &text, []).await
}

/// Watches for what is so already: the run has ended, the agent is online or was
/// found to be offline.
pub(super) async fn list_due(
    db: &impl ConnectionTrait,
    now: Timestamp,
    limit: usize,
) -> Result<Vec<i64>, DbErr> {
    let is_online = "coalesce(a.last_seen + a.offline_time * 60000000 > $1, false)";
    let text = format!(
        "select w.id from watches w
           left join runs r on r.id = w.run_id
           left join present_agents a on a.id = w.agent_id
          where (w.event = 'ended' and r.status not in ('queued', 'running'))
             or (w.event = 'online' and {is_online})
             or (w.event = 'offline' and a.presence in ('offline', 'overdue')
                 and not {is_online})
          order by w.id limit {limit}"
    );
    sql::values(db, &text, [now.into()]).await
}

/// What is known of a watched agent or run when its watch has fired.
#[derive(FromQueryResult)]
pub(super) struct NewsRow {
    pub(super) agent: AgentKey,
    pub(super) agent_id: String,
    pub(super) hostname: String,
    pub(super) client_id: i64,
    pub(super) site_id: i64,
    pub(super) email: String,
    pub(super) run_type: Option<String>,
    pub(super) script_name: Option<String>,
    pub(super) status: Option<String>,
}

/// The same of one agent or run, if its watcher may see it.
pub(super) async fn find_news(
    db: &impl ConnectionTrait,
    sight: &Sight<'_>,
    target: WatchTarget,
) -> Result<Option<NewsRow>, DbErr> {
    let (from, column, key) = match target {
        WatchTarget::Agent(agent, _) => {
            ("present_agents a left join runs r on 1 = 0", "a.id", agent.0)
        }
        WatchTarget::Run(run) => {
            ("runs r join present_agents a on a.id = r.agent_id", "r.id", run.0)
        }
    };
    let text = format!(
        "select a.id as agent, a.agent_id, a.hostname, s.client_id, s.id as site_id, u.email,
                r.type as run_type, r.script_name, r.status
           from {from} join sites s on s.id = a.site_id join users u on u.id = $2
          where {column} = $1 and {}",
        sight.condition()
    );
    sql::one(db, &text, [key.into(), sight.user().into()]).await
}
