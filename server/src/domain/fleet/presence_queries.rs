//! The SQL of connected and absent agents.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::location::Location;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Stores the connection that an agent has now, unless it got another connection
/// or another key or was removed since this one was read; returns where the agent
/// is, if it was stored.
pub async fn record_connection(
    write: &impl ConnectionTrait,
    id: AgentKey,
    public_key: Option<&[u8]>,
    (old, new): (&str, &str),
    now: Timestamp,
) -> Result<Option<Location>, DbErr> {
    let text = "update agents set last_seen = $1, presence = 'online', line = $2
                 where id = $3 and line = $4 and public_key = $5 and removed is null
             returning site_id,
                       (select s.client_id from sites s where s.id = agents.site_id) as client_id";
    let key = public_key.map(<[u8]>::to_vec);
    let values = [now.into(), new.into(), id.into(), old.into(), key.into()];
    let location: Option<Location> = sql::one(write, text, values).await?;
    sql::execute(write, "delete from agents_away where agent_id = $1", [id.into()]).await?;
    Ok(location)
}

/// Stores that connections ended whose agents have no other; returns these
/// agents.
pub async fn record_away(
    write: &impl ConnectionTrait,
    ended: &[(AgentKey, String)],
) -> Result<Vec<AgentPresence>, DbErr> {
    let ids: Vec<AgentKey> = ended.iter().map(|(id, _)| *id).collect();
    let placeholders: Vec<String> = (1..=ended.len()).map(|number| format!("${number}")).collect();
    let text = format!(
        "insert into agents_away (agent_id)
         select id from agents where id in ({}) and line in ({})
         on conflict (agent_id) do nothing returning agent_id",
        sql::list(&ids),
        placeholders.join(", ")
    );
    let lines: Vec<sea_orm::Value> = ended.iter().map(|(_, line)| line.as_str().into()).collect();
    let away: Vec<AgentKey> = sql::values(write, &text, lines).await?;
    list_presences(write, &away).await
}

/// Stores that these agents were connected until now.
pub async fn record_seen(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
    now: Timestamp,
) -> Result<(), DbErr> {
    let (among, ids) = sql::among(write, "id", 2, ids);
    let text = format!("update agents set last_seen = $1 where {among}");
    sql::execute(write, &text, [now.into(), ids]).await?;
    Ok(())
}

/// The status of an agent, to be published.
#[derive(FromQueryResult)]
pub struct AgentPresence {
    pub id: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    /// Minutes.
    pub overdue_time: i64,
    pub site_id: i64,
    pub client_id: i64,
    pub presence: String,
}

/// Marks those of these agents as online that were marked as absent.
pub async fn record_back(
    write: &impl ConnectionTrait,
    ids: &[AgentKey],
) -> Result<Vec<AgentPresence>, DbErr> {
    let text = format!(
        "update agents set presence = 'online'
          where id in ({}) and presence in ('offline', 'overdue') returning id",
        sql::list(ids)
    );
    let changed: Vec<AgentKey> = sql::values(write, &text, []).await?;
    list_presences(write, &changed).await
}

/// Marks agents as offline or overdue that are not marked yet. The time before
/// the server started does not count.
pub async fn mark_absent(
    write: &impl ConnectionTrait,
    started: Timestamp,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<AgentPresence>, DbErr> {
    let is_past = |limit: &str| {
        format!("last_seen + {limit} * 60000000 <= $1 and {limit} * 60000000 + $2 <= $1")
    };
    let (is_offline, is_overdue) = (is_past("offline_time"), is_past("overdue_time"));
    let is_due = format!(
        "(removed is null and ((presence = 'online' and (({is_offline}) or ({is_overdue})))
          or (presence = 'offline' and {is_overdue})))"
    );
    // Twice, as only the outer condition is evaluated again when another
    // replica has changed the row meanwhile.
    let text = format!(
        "update agents set presence = case when {is_overdue} then 'overdue' else 'offline' end
          where {is_due}
            and id in (select id from agents where {is_due} order by id limit {limit})
         returning id"
    );
    let changed: Vec<AgentKey> = sql::values(write, &text, [now.into(), started.into()]).await?;
    list_presences(write, &changed).await
}

/// The status of those of these agents that were not removed.
async fn list_presences(
    db: &impl ConnectionTrait,
    ids: &[AgentKey],
) -> Result<Vec<AgentPresence>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (among, ids) = sql::among(db, "a.id", 1, ids);
    let text = format!(
        "select a.id, a.agent_id, a.hostname, a.overdue_time, a.site_id, s.client_id, a.presence
           from present_agents a join sites s on s.id = a.site_id where {among} order by a.id"
    );
    sql::all(db, &text, [ids]).await
}

/// The minutes after which any of these agents is offline or overdue.
pub async fn list_limits(db: &impl ConnectionTrait, ids: &[AgentKey]) -> Result<Vec<i64>, DbErr> {
    let (among, ids) = sql::among(db, "id", 1, ids);
    let text = format!(
        "select offline_time from agents where {among}
          union select overdue_time from agents where {among}"
    );
    sql::values(db, &text, [ids]).await
}
