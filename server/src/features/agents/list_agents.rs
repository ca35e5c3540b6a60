//! `GET /agents/`: all agents in scope, full or reduced.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::IntoParams;

use super::agent::AgentItem;
use super::queries::{self, Selection};
use super::status::Status;
use super::with_fields;
use crate::app::App;
use crate::auth::{Caller, Scope, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::custom_fields::FieldValue;
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, Listed, Search};
use crate::time::Timestamp;

/// What the list can be ordered by, and the column behind it.
const ORDERINGS: &[(&str, &str)] = &[
    ("hostname", "lower(a.hostname)"),
    ("client_name", "lower(c.name)"),
    ("site_name", "lower(s.name)"),
    ("last_seen", "a.last_seen"),
    ("boot_time", "a.boot_time"),
    ("operating_system", "lower(a.operating_system)"),
    ("version", "a.version"),
    ("total_ram", "a.total_ram"),
    ("id", "a.id"),
];
const ORDER: &str = "lower(c.name), c.id, lower(s.name), s.id, lower(a.hostname)";

/// Which agents.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AgentQuery {
    /// `false` for the reduced list.
    detail: Option<bool>,
    /// `server` or `workstation`.
    monitoring_type: Option<String>,
    /// Id of a client.
    client: Option<i64>,
    /// Id of a site.
    site: Option<i64>,
    /// `windows`, `linux` or `darwin`.
    plat: Option<String>,
    /// `online`, `offline` or `overdue`.
    status: Option<String>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for AgentQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let word = |name: &str, words: &[&str]| fields.text(name).one_of(words).optional();
        Self {
            detail: fields.flag("detail").optional(),
            monitoring_type: word("monitoring_type", &["server", "workstation"]),
            client: fields.whole("client").optional(),
            site: fields.whole("site").optional(),
            plat: word("plat", &["windows", "linux", "darwin"]),
            status: word("status", Status::WORDS),
            list: ListQuery::parse(fields),
        }
    }
}

/// List agents.
///
/// By client, site and host name. `detail=false` gives the reduced list.
#[utoipa::path(
    get,
    path = "/agents/",
    tag = "agents",
    params(AgentQuery, ListQuery),
    responses((status = 200, body = Vec<AgentItem>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agents(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<AgentQuery>,
) -> Result<Response, ApiError> {
    let now = Timestamp::now();
    let mut selection = query.selection(&caller.scope)?;
    let is_reduced = query.detail == Some(false);
    if let Some(text) = &query.list.search {
        return search(&app, &query, selection, text, is_reduced, now)
            .await
            .map(|found| found.at(&address).into_response());
    }
    selection.page = query.list.page();
    let db = app.db.read();
    if is_reduced {
        let rows = queries::list_reduced(db, &selection, now).await?;
        return listed(&app, rows, &selection, now).await.map(|l| l.at(&address).into_response());
    }
    let rows = with_fields::list_items(db, &selection, now).await?;
    listed(&app, rows, &selection, now).await.map(|l| l.at(&address).into_response())
}

async fn listed<T>(
    app: &App,
    rows: Vec<T>,
    selection: &Selection,
    now: Timestamp,
) -> Result<Listed<T>, ApiError> {
    let total = match selection.page {
        Some(_) => queries::count(app.db.read(), selection, now).await?,
        None => i64::try_from(rows.len()).unwrap_or(i64::MAX),
    };
    Listed::of_page(rows, total, selection.page)
}

/// A search looks at everything the full list shows, whichever form is wanted.
async fn search(
    app: &App,
    query: &AgentQuery,
    selection: Selection,
    text: &str,
    is_reduced: bool,
    now: Timestamp,
) -> Result<Listed, ApiError> {
    let search = Search::parse(text);
    let items = with_fields::list_items(app.db.read(), &selection, now).await?;
    let mut found = Vec::new();
    for item in items {
        let mut row = serde_json::to_value(&item).map_err(|e| ApiError::Internal(e.into()))?;
        row["is"] = json!(states(&item));
        // Of custom fields only the values: names and types are everywhere.
        let texts: Vec<_> = item.facts.custom_fields.iter().map(FieldValue::text).collect();
        let shown = std::mem::replace(&mut row["custom_fields"], json!(texts));
        if search.matches(&row) {
            row["custom_fields"] = shown;
            found.push(if is_reduced { reduced(&item) } else { without_states(row) });
        }
    }
    Listed::new(found, query.list.page())
}

/// The words after `is:` that hold for an agent.
fn states(item: &AgentItem) -> Vec<&'static str> {
    let facts = &item.facts;
    let mut states = vec![match facts.status {
        Status::Online => "online",
        Status::Offline => "offline",
        Status::Overdue => "overdue",
    }];
    let mut add = |holds: bool, word| {
        if holds {
            states.push(word);
        }
    };
    add(facts.needs_reboot, "rebootneeded");
    add(facts.checks.has_failing_checks, "checksfailing");
    add(facts.has_patches_pending, "patchespending");
    add(facts.pending_actions_count > 0, "actionspending");
    states
}

fn without_states(mut row: Value) -> Value {
    if let Some(fields) = row.as_object_mut() {
        fields.remove("is");
    }
    row
}

fn reduced(item: &AgentItem) -> Value {
    json!({
        "id": item.id, "agent_id": item.agent_id, "hostname": item.hostname,
        "client": item.client_name, "site": item.site_name, "client_name": item.client_name,
        "site_name": item.site_name, "plat": item.facts.plat, "status": item.facts.status,
        "monitoring_type": item.facts.monitoring_type,
    })
}

impl AgentQuery {
    fn selection(&self, scope: &Scope) -> Result<Selection, ApiError> {
        let mut conditions = vec![scope.site_condition("s.client_id", "s.id")];
        let mut values: Vec<sea_orm::Value> = Vec::new();
        let mut equals = |column: &str, value: Option<sea_orm::Value>| {
            if let Some(value) = value {
                values.push(value);
                conditions.push(format!("{column} = ${}", values.len() + 1));
            }
        };
        equals("a.monitoring_type", self.monitoring_type.clone().map(Into::into));
        equals("a.plat", self.plat.clone().map(Into::into));
        equals("s.client_id", self.client.map(Into::into));
        equals("s.id", self.site.map(Into::into));
        if let Some(status) = &self.status {
            conditions.push(Status::condition(status).to_owned());
        }
        Ok(Selection {
            condition: conditions.join(" and "),
            values,
            order: self.order()?,
            page: None,
        })
    }

    fn order(&self) -> Result<String, ApiError> {
        let names: Vec<&str> = ORDERINGS.iter().map(|(name, _)| *name).collect();
        let Some((field, descending)) = self.list.order(&names)? else {
            return Ok(ORDER.to_owned());
        };
        let column = ORDERINGS.iter().find(|(name, _)| *name == field).map_or("a.id", |(_, c)| c);
        // Agents without a value come last either way, on both engines.
        let direction = if descending { "desc" } else { "asc" };
        Ok(format!("{column} {direction} nulls last"))
    }
}
