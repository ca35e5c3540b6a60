//! The SQL of exclusions.

use std::collections::{HashMap, HashSet};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// Rows in one statement: SQLite takes 32,766 values, PostgreSQL 65,535.
const CHUNK: usize = 500;

/// What has exclusions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excluding {
    /// A policy.
    Policy,
    /// An alert template.
    AlertTemplate,
}

impl Excluding {
    /// Table and columns of its exclusions: those that have them, and what is
    /// excluded.
    fn table(self, kind: ExclusionKind) -> (&'static str, &'static str, &'static str) {
        match (self, kind) {
            (Self::Policy, ExclusionKind::Agents) => {
                ("policy_excluded_agents", "policy_id", "agent_id")
            }
            (Self::Policy, ExclusionKind::Sites) => {
                ("policy_excluded_sites", "policy_id", "site_id")
            }
            (Self::Policy, ExclusionKind::Clients) => {
                ("policy_excluded_clients", "policy_id", "client_id")
            }
            (Self::AlertTemplate, ExclusionKind::Agents) => {
                ("template_excluded_agents", "template_id", "agent_id")
            }
            (Self::AlertTemplate, ExclusionKind::Sites) => {
                ("template_excluded_sites", "template_id", "site_id")
            }
            (Self::AlertTemplate, ExclusionKind::Clients) => {
                ("template_excluded_clients", "template_id", "client_id")
            }
        }
    }
}

/// What can be excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExclusionKind {
    /// Agents.
    Agents,
    /// Sites with their agents.
    Sites,
    /// Clients with all their agents.
    Clients,
}

#[derive(FromQueryResult)]
struct ExcludedRow {
    owner: i64,
    excluded: i64,
}

#[derive(FromQueryResult)]
struct AgentRow {
    id: AgentKey,
    agent_id: AgentId,
}

impl ExclusionKind {
    /// The keys of all that can be named from a scope.
    fn in_scope(self, scope: &Scope) -> String {
        let sites = scope.site_condition("s.client_id", "s.id");
        match self {
            Self::Agents => {
                format!(
                    "select a.id from present_agents a join sites s on s.id = a.site_id
                      where {sites}"
                )
            }
            Self::Sites => format!("select s.id from sites s where {sites}"),
            Self::Clients => {
                format!("select c.id from clients c where {}", scope.whole_client_condition("c.id"))
            }
        }
    }
}

/// The exclusions of one policy or template, or of all, as far as the scope goes.
pub async fn list_excluded(
    db: &impl ConnectionTrait,
    scope: &Scope,
    kind: ExclusionKind,
    (excluding, id): (Excluding, Option<i64>),
) -> Result<HashMap<i64, Vec<i64>>, DbErr> {
    let (table, owner, column) = excluding.table(kind);
    let text = format!(
        "select {owner} as owner, {column} as excluded from {table}
          where ($1 = 0 or {owner} = $1) and {column} in ({})
          order by {owner}, position, {column}",
        kind.in_scope(scope)
    );
    let rows: Vec<ExcludedRow> = sql::all(db, &text, [id.unwrap_or(0).into()]).await?;
    let mut lists: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        lists.entry(row.owner).or_default().push(row.excluded);
    }
    Ok(lists)
}

/// Which of these can be named from a scope.
pub async fn list_existing(
    db: &impl ConnectionTrait,
    scope: &Scope,
    kind: ExclusionKind,
    ids: &[i64],
) -> Result<HashSet<i64>, DbErr> {
    let alias = match kind {
        ExclusionKind::Agents => "a.id",
        ExclusionKind::Sites => "s.id",
        ExclusionKind::Clients => "c.id",
    };
    let text = format!("{} and {alias} in ({})", kind.in_scope(scope), sql::list(ids));
    let found: Vec<i64> = sql::values(db, &text, []).await?;
    Ok(found.into_iter().collect())
}

/// The keys of agents in scope by their identifiers.
pub async fn list_agents_named(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_ids: &[&str],
) -> Result<HashMap<AgentId, AgentKey>, DbErr> {
    let mut found = HashMap::new();
    for chunk in agent_ids.chunks(CHUNK) {
        let placeholders: Vec<String> = (1..=chunk.len()).map(|n| format!("${n}")).collect();
        let text = format!(
            "select a.id, a.agent_id
               from present_agents a join sites s on s.id = a.site_id
              where {} and a.agent_id in ({})",
            scope.site_condition("s.client_id", "s.id"),
            placeholders.join(", ")
        );
        let values = chunk.iter().map(|agent_id| Value::from(*agent_id));
        let rows: Vec<AgentRow> = sql::all(db, &text, values).await?;
        found.extend(rows.into_iter().map(|row| (row.agent_id, row.id)));
    }
    Ok(found)
}

/// Replaces the list of a policy or template. Entries out of scope stay.
pub async fn replace_excluded(
    write: &impl ConnectionTrait,
    scope: &Scope,
    kind: ExclusionKind,
    (excluding, id): (Excluding, i64),
    excluded: &[i64],
) -> Result<(), DbErr> {
    let (table, owner, column) = excluding.table(kind);
    let text = format!(
        "delete from {table} where {owner} = $1 and {column} in ({})",
        kind.in_scope(scope)
    );
    sql::execute(write, &text, [id.into()]).await?;
    for (number, chunk) in excluded.chunks(CHUNK).enumerate() {
        let first = number * CHUNK;
        let rows: Vec<String> = chunk
            .iter()
            .enumerate()
            .map(|(index, id)| format!("($1, {id}, {})", first + index))
            .collect();
        let text =
            format!("insert into {table} ({owner}, {column}, position) values {}", rows.join(", "));
        sql::execute(write, &text, [id.into()]).await?;
    }
    Ok(())
}
