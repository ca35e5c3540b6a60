//! Agents that a bulk action could be for.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::CHUNK;
use crate::auth::Scope;
use crate::domain::fleet::{Status, Target, target_columns};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// An agent that a bulk action could be for.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The agent.
    pub target: Target,
    /// Name of its client.
    pub client_name: String,
    /// Whether it is there.
    pub status: Status,
    /// Its description by a user.
    pub description: String,
    /// Who is logged in; empty for nobody.
    pub logged_username: String,
    /// When its system started, in seconds since 1970.
    pub boot_time: Option<f64>,
}

#[derive(FromQueryResult)]
struct Row {
    #[sea_orm(nested)]
    target: Target,
    client_name: String,
    last_seen: Option<Timestamp>,
    created_time: Timestamp,
    offline_time: i64,
    overdue_time: i64,
    description: String,
    logged_in_username: String,
    boot_time: Option<f64>,
}

const FROM: &str =
    "from present_agents a join sites s on s.id = a.site_id join clients c on c.id = s.client_id";

/// The matching agents, by host name.
pub async fn list_candidates(
    db: &impl ConnectionTrait,
    condition: &str,
    now: Timestamp,
) -> Result<Vec<Candidate>, DbErr> {
    let text = format!(
        "select {}, c.name as client_name, a.last_seen, a.created_time, a.offline_time,
                a.overdue_time, a.description, a.logged_in_username, a.boot_time
         {FROM} where {condition} order by lower(a.hostname), a.id",
        target_columns()
    );
    let rows: Vec<Row> = sql::all(db, &text, []).await?;
    let candidate = |row: Row| Candidate {
        status: Status::of(
            row.last_seen,
            row.created_time,
            row.offline_time,
            row.overdue_time,
            now,
        ),
        target: row.target,
        client_name: row.client_name,
        description: row.description,
        logged_username: row.logged_in_username,
        boot_time: row.boot_time,
    };
    Ok(rows.into_iter().map(candidate).collect())
}

/// Whether this client exists in scope.
pub async fn client_exists(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<bool, DbErr> {
    let text = format!(
        "select count(*) from clients c where c.id = $1 and {}",
        scope.client_condition("c.id")
    );
    Ok(sql::number(db, &text, [id.into()]).await? > 0)
}

/// Whether this site exists in scope.
pub async fn site_exists(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<bool, DbErr> {
    let text = format!(
        "select count(*) from sites s where s.id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    Ok(sql::number(db, &text, [id.into()]).await? > 0)
}

#[derive(FromQueryResult)]
struct NamedAgent {
    id: AgentKey,
    agent_id: AgentId,
}

/// Keys and identifiers of the agents in scope with these keys or identifiers.
pub async fn list_named(
    db: &impl ConnectionTrait,
    scope: &Scope,
    references: &[serde_json::Value],
) -> Result<Vec<(AgentKey, AgentId)>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let mut found = Vec::with_capacity(references.len());
    for chunk in references.chunks(CHUNK) {
        let keys: Vec<i64> = chunk.iter().filter_map(serde_json::Value::as_i64).collect();
        let names: Vec<Value> =
            chunk.iter().filter_map(serde_json::Value::as_str).map(Value::from).collect();
        let places: Vec<String> = (1..=names.len()).map(|place| format!("${place}")).collect();
        let places = if places.is_empty() { "null".to_owned() } else { places.join(", ") };
        let text = format!(
            "select a.id, a.agent_id {FROM}
              where (a.id in ({}) or a.agent_id in ({places})) and {scope}",
            sql::list(&keys)
        );
        let rows: Vec<NamedAgent> = sql::all(db, &text, names).await?;
        found.extend(rows.into_iter().map(|row| (row.id, row.agent_id)));
    }
    Ok(found)
}

/// The inventory detail of an agent, JSON.
#[derive(FromQueryResult)]
pub struct Hardware {
    pub id: AgentKey,
    pub detail: String,
}

/// The inventory details of these agents.
pub async fn list_hardware(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<Hardware>, DbErr> {
    let text = format!(
        "select id, wmi_detail as detail from present_agents where id in ({})",
        sql::list(agents)
    );
    sql::all(db, &text, []).await
}

/// An agent that may wake others.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Neighbour {
    pub id: AgentKey,
    pub agent_id: AgentId,
    /// Its site.
    pub site_id: i64,
    /// Its client.
    pub client_id: i64,
}

/// Online agents of these clients, the last seen first.
pub async fn list_neighbours(
    db: &impl ConnectionTrait,
    clients: &[i64],
    now: Timestamp,
) -> Result<Vec<Neighbour>, DbErr> {
    let text = format!(
        "select a.id, a.agent_id, a.site_id, s.client_id
           from present_agents a join sites s on s.id = a.site_id
          where {} and s.client_id in ({}) order by a.last_seen desc, a.id",
        Status::condition("online"),
        sql::list(clients)
    );
    sql::all(db, &text, [now.into()]).await
}

/// Whether there is such a client in scope.
pub async fn has_client(
    db: &impl ConnectionTrait,
    scope: &Scope,
    client: i64,
) -> Result<bool, DbErr> {
    let condition = scope.client_condition("c.id");
    let text = format!("select count(*) from clients c where c.id = $1 and {condition}");
    Ok(sql::number(db, &text, [client.into()]).await? > 0)
}

/// Whether there is such a site in scope.
pub async fn has_site(db: &impl ConnectionTrait, scope: &Scope, site: i64) -> Result<bool, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    let text = format!("select count(*) from sites s where s.id = $1 and {condition}");
    Ok(sql::number(db, &text, [site.into()]).await? > 0)
}
