//! The SQL of what alert templates refer to.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    name: String,
}

/// An agent that a template is tried out with.
#[derive(FromQueryResult)]
pub struct TestedAgent {
    pub id: AgentKey,
    pub hostname: String,
    pub overdue_email_alert: bool,
    pub overdue_text_alert: bool,
    pub overdue_dashboard_alert: bool,
}

/// Whether there is such a script; it cannot be deleted until the transaction ends.
pub async fn hold_script(write: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    hold(write, "select id from scripts where id = $1", id).await
}

/// Whether there is such a URL action that the server can call; it cannot be deleted
/// until the transaction ends.
pub async fn hold_webhook(write: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    hold(write, "select id from url_actions where id = $1 and action_type = 'rest'", id).await
}

async fn hold(write: &impl ConnectionTrait, text: &str, id: i64) -> Result<bool, DbErr> {
    let hold = match write.get_database_backend() {
        DbBackend::Postgres => " for key share",
        _ => "",
    };
    let found: Option<i64> = sql::value(write, &format!("{text}{hold}"), [id.into()]).await?;
    Ok(found.is_some())
}

/// The names of scripts.
pub async fn list_script_names(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<HashMap<i64, String>, DbErr> {
    names(db, &format!("select id, name from scripts where id in ({})", sql::list(ids))).await
}

/// The names of URL actions.
pub async fn list_url_action_names(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<HashMap<i64, String>, DbErr> {
    names(db, &format!("select id, name from url_actions where id in ({})", sql::list(ids))).await
}

async fn names(db: &impl ConnectionTrait, text: &str) -> Result<HashMap<i64, String>, DbErr> {
    let rows: Vec<NameRow> = sql::all(db, text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// An agent in scope by its identifier or key.
pub async fn find_agent(
    db: &impl ConnectionTrait,
    scope: &Scope,
    reference: &serde_json::Value,
) -> Result<Option<TestedAgent>, DbErr> {
    let (column, value): (&str, Value) = match reference.as_str() {
        Some(text) => ("a.agent_id", text.into()),
        None => ("a.id", reference.as_i64().unwrap_or(0).into()),
    };
    let text = format!(
        "select a.id, a.hostname, a.overdue_email_alert, a.overdue_text_alert,
                a.overdue_dashboard_alert
           from present_agents a join sites s on s.id = a.site_id
          where {column} = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [value]).await
}
