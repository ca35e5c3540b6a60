//! The SQL of what windows silence.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::maintenance_window::TargetName;
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct NameRow {
    kind: String,
    id: i64,
    name: String,
    agent_id: Option<String>,
}

/// A saved view.
#[derive(FromQueryResult)]
pub struct ViewRow {
    pub page: String,
    /// JSON object: what the rows are filtered by.
    pub query: String,
}

/// The names of everything that windows silence, by type and key.
pub async fn list_target_names(
    db: &impl ConnectionTrait,
) -> Result<HashMap<(String, i64), TargetName>, DbErr> {
    let text = "select 'agent' as kind, a.id, a.hostname as name, a.agent_id
                  from maintenance_windows w join present_agents a on a.id = w.agent_id
                 union
                select 'site', s.id, s.name, null
                  from maintenance_windows w join sites s on s.id = w.site_id
                 union
                select 'client', c.id, c.name, null
                  from maintenance_windows w join clients c on c.id = w.client_id
                 union
                select 'policy', p.id, p.name, null
                  from maintenance_windows w join policies p on p.id = w.policy_id
                 union
                select 'view', v.id, v.name, null
                  from maintenance_windows w join saved_views v on v.id = w.view_id";
    let rows: Vec<NameRow> = sql::all(db, text, []).await?;
    let named =
        |row: NameRow| ((row.kind, row.id), TargetName { name: row.name, agent_id: row.agent_id });
    Ok(rows.into_iter().map(named).collect())
}

/// The key of an agent in scope, by its identifier or key.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    reference: &serde_json::Value,
) -> Result<Option<AgentKey>, DbErr> {
    let (column, value): (&str, Value) = match reference.as_str() {
        Some(text) => ("a.agent_id", text.into()),
        None => ("a.id", reference.as_i64().unwrap_or(0).into()),
    };
    let text = format!(
        "select a.id from present_agents a join sites s on s.id = a.site_id
          where {column} = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::value(db, &text, [value]).await
}

/// Whether a site is in scope.
pub async fn has_site(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<bool, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    exists(db, &format!("select s.id from sites s where s.id = $1 and {condition}"), id).await
}

/// Whether a client is in scope as a whole.
pub async fn has_client(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<bool, DbErr> {
    let condition = scope.whole_client_condition("c.id");
    exists(db, &format!("select c.id from clients c where c.id = $1 and {condition}"), id).await
}

async fn exists(db: &impl ConnectionTrait, text: &str, id: i64) -> Result<bool, DbErr> {
    let found: Option<i64> = sql::value(db, text, [id.into()]).await?;
    Ok(found.is_some())
}

/// A view that a user may see.
pub async fn find_view(
    db: &impl ConnectionTrait,
    user: Option<i64>,
    id: i64,
) -> Result<Option<ViewRow>, DbErr> {
    let text = "select page, query from saved_views
                 where id = $1 and ($2 = 0 or user_id = $2 or shared)";
    sql::one(db, text, [id.into(), user.unwrap_or(0).into()]).await
}

/// The sites of agents, as agent, client and site; of those in scope.
pub async fn list_agent_keys(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<Vec<AgentKey>, DbErr> {
    let text = format!(
        "select a.id from present_agents a join sites s on s.id = a.site_id where {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::values(db, &text, []).await
}
