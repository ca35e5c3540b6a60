//! SQL of actions on agents, beyond their settings.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::list_versions::AgentVersion;
use crate::auth::Scope;
use crate::domain::fleet::{Status, Target};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Maximum number of agents that are asked to wake another one.
const MAX_PEERS: i64 = 5;
/// Rows in one statement.
const CHUNK: usize = 500;

/// An agent's time zone, an IANA name.
pub async fn read_time_zone(db: &impl ConnectionTrait, id: AgentKey) -> Result<String, DbErr> {
    let text = "select coalesce(time_zone, nullif(agent_time_zone, ''), 'UTC') from present_agents
                 where id = $1";
    Ok(sql::value(db, text, [id.into()]).await?.unwrap_or_default())
}

/// The detail of an agent's inventory, as JSON.
pub async fn read_hardware_detail(
    db: &impl ConnectionTrait,
    id: AgentKey,
) -> Result<String, DbErr> {
    let text = "select wmi_detail from present_agents where id = $1";
    Ok(sql::value(db, text, [id.into()]).await?.unwrap_or_default())
}

/// An agent that may help another.
#[derive(Debug, FromQueryResult)]
pub struct Peer {
    pub agent_id: AgentId,
    pub hostname: String,
}

/// Online agents in scope that are near another: those of its site first, then
/// those of its client.
pub async fn list_peers(
    db: &impl ConnectionTrait,
    scope: &Scope,
    target: &Target,
    now: Timestamp,
) -> Result<Vec<Peer>, DbErr> {
    let text = format!(
        "select a.agent_id, a.hostname
           from present_agents a join sites s on s.id = a.site_id
          where {} and a.id <> $2 and s.client_id = $3 and {}
          order by case when a.site_id = $4 then 0 else 1 end, a.last_seen desc, a.id
          limit $5",
        Status::condition("online"),
        scope.site_condition("s.client_id", "s.id")
    );
    let values: [Value; 5] = [
        now.into(),
        target.id.into(),
        target.client_id.into(),
        target.site_id.into(),
        MAX_PEERS.into(),
    ];
    sql::all(db, &text, values).await
}

/// Every agent in scope with its release, by client, site and host name.
pub async fn list_versions(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<AgentVersion>, DbErr> {
    let text = format!(
        "select a.id, a.hostname, a.agent_id, c.name as client, s.name as site, a.version
           from present_agents a join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
          where {}
          order by lower(c.name), lower(s.name), lower(a.hostname), a.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

#[derive(Debug)]
pub enum Group {
    Client(i64),
    Site(i64),
    /// By identifier or key.
    Agents(Vec<serde_json::Value>),
}

#[derive(Debug, FromQueryResult)]
pub struct Member {
    pub id: AgentKey,
    pub agent_id: AgentId,
    /// Key of its site.
    pub site_id: i64,
    /// Key of its client.
    pub client_id: i64,
}

/// The agents of a group that are in scope; none if there is no such client or
/// site.
pub async fn list_members(
    db: &impl ConnectionTrait,
    scope: &Scope,
    group: &Group,
) -> Result<Option<Vec<Member>>, DbErr> {
    let sites = scope.site_condition("s.client_id", "s.id");
    let (source, condition) = match group {
        Group::Client(id) => (
            format!("clients c where c.id = {id} and {}", scope.client_condition("c.id")),
            format!("s.client_id = {id}"),
        ),
        Group::Site(id) => {
            (format!("sites s where s.id = {id} and {sites}"), format!("s.id = {id}"))
        }
        Group::Agents(references) => return list_named(db, &sites, references).await.map(Some),
    };
    if sql::number(db, &format!("select count(*) from {source}"), []).await? == 0 {
        return Ok(None);
    }
    select_members(db, &condition, &sites, Vec::new()).await.map(Some)
}

async fn list_named(
    db: &impl ConnectionTrait,
    scope: &str,
    references: &[serde_json::Value],
) -> Result<Vec<Member>, DbErr> {
    // `in ()` is refused.
    let list = |items: Vec<String>| match items.is_empty() {
        true => "null".to_owned(),
        false => items.join(", "),
    };
    let mut members = Vec::new();
    for chunk in references.chunks(CHUNK) {
        let keys = chunk.iter().filter_map(serde_json::Value::as_i64);
        let keys = list(keys.map(|key| key.to_string()).collect());
        let names = chunk.iter().filter_map(serde_json::Value::as_str);
        let names: Vec<Value> = names.map(Value::from).collect();
        let placeholders = list((1..=names.len()).map(|number| format!("${number}")).collect());
        let condition = format!("(a.id in ({keys}) or a.agent_id in ({placeholders}))");
        members.extend(select_members(db, &condition, scope, names).await?);
    }
    members.sort_by_key(|member| member.id);
    members.dedup_by_key(|member| member.id);
    Ok(members)
}

async fn select_members(
    db: &impl ConnectionTrait,
    condition: &str,
    scope: &str,
    values: Vec<Value>,
) -> Result<Vec<Member>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.site_id, s.client_id
           from present_agents a join sites s on s.id = a.site_id
          where {condition} and {scope} order by a.id"
    );
    sql::all(db, &text, values).await
}
