//! `GET /agents/`: all agents in scope, full or reduced.

use axum::extract::{OriginalUri, State};
use axum::http::Uri;
use axum::response::Response;
use serde_json::{Value, json};

use super::agent::AgentItem;
use super::agent_query::{AgentFilters, AgentQuery};
use super::fleet::{self, Fleet};
use super::fleet_queries as queries;
use crate::app::App;
use crate::auth::{Caller, Scope, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::custom_fields;
use crate::input::Query;
use crate::listing::{ListQuery, Search, Written, link};
use crate::time::Timestamp;

/// List agents.
///
/// By client, site and host name. `detail=false` gives the reduced list. Every
/// field of an item is a filter.
#[utoipa::path(
    get,
    path = "/agents/",
    tag = "agents",
    params(AgentQuery, AgentFilters, ListQuery),
    responses((status = 200, body = Vec<AgentItem>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agents(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<AgentQuery>,
) -> Result<Response, ApiError> {
    let now = Timestamp::now();
    let mut selection = query.selection(&caller.scope);
    let is_reduced = query.detail == Some(false);
    let db = app.db.read();
    if let Some(text) = &query.list.search {
        let fleet = fleet::load(db, &caller.scope, &selection, false, now).await?;
        return found(&fleet, text, is_reduced, &query, &address);
    }
    let mut list = Written::default();
    let Some(page) = query.list.page() else {
        let fleet = fleet::load(db, &caller.scope, &selection, is_reduced, now).await?;
        fleet.each(|write| list.row(write))?;
        return Ok(list.all());
    };
    let total = queries::count(db, &selection, now).await?;
    if query.after.is_none() {
        page.must_exist(total)?;
    }
    (selection.page, selection.after) = (Some(page), query.after);
    let fleet = fleet::load(db, &caller.scope, &selection, is_reduced, now).await?;
    fleet.each(|write| list.row(write))?;
    let cursor = if query.is_by_key() { fleet.last() } else { None };
    let next = fleet.has_more.then(|| link(&address, page.number + 1, cursor));
    let previous = (page.number > 1).then(|| link(&address, page.number - 1, None));
    Ok(list.page(total, next, previous))
}

/// What a search finds, in the form that is wanted.
fn found(
    fleet: &Fleet,
    text: &str,
    is_reduced: bool,
    query: &AgentQuery,
    address: &Uri,
) -> Result<Response, ApiError> {
    let mut rows = Vec::new();
    search(fleet, text, |id, row, item| {
        rows.push((id, if is_reduced { reduced(row) } else { item }));
    })?;
    let total = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let mut list = Written::default();
    let Some(page) = query.list.page() else {
        rows.iter().for_each(|(_, row)| list.row(|out| out.extend_from_slice(row)));
        return Ok(list.all());
    };
    let start = match query.after {
        Some(after) => rows.partition_point(|(id, _)| *id <= after),
        None => {
            page.must_exist(total)?;
            usize::try_from(page.offset()).unwrap_or(usize::MAX).min(rows.len())
        }
    };
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let part = &rows[start..rows.len().min(start.saturating_add(size))];
    part.iter().for_each(|(_, row)| list.row(|out| out.extend_from_slice(row)));
    let last = part.last().map(|(id, _)| *id).filter(|_| query.is_by_key());
    let has_more = start + part.len() < rows.len();
    let next = has_more.then(|| link(address, page.number + 1, last));
    let previous = (page.number > 1).then(|| link(address, page.number - 1, None));
    Ok(list.page(total, next, previous))
}

/// Hands over the agents that a search finds: key, row and text. It looks at
/// everything the full list shows.
fn search(
    fleet: &Fleet,
    text: &str,
    mut take: impl FnMut(i64, &Value, Vec<u8>),
) -> Result<(), ApiError> {
    let search = Search::parse(text);
    let mut failed = None;
    fleet.each(|write| {
        let mut item = Vec::new();
        write(&mut item);
        match serde_json::from_slice::<Value>(&item) {
            Ok(mut row) => {
                row["is"] = json!(states(&row));
                if custom_fields::matches(&search, &row) {
                    take(row["id"].as_i64().unwrap_or(0), &row, item);
                }
            }
            Err(error) => failed = Some(error),
        }
    })?;
    failed.map_or(Ok(()), |error| Err(ApiError::Internal(error.into())))
}

/// Keys of the agents in scope that a query finds, on all its pages.
pub async fn list_matching(
    app: &App,
    scope: &Scope,
    query: &AgentQuery,
) -> Result<Vec<i64>, ApiError> {
    let (now, selection) = (Timestamp::now(), query.selection(scope));
    let db = app.db.read();
    let Some(text) = &query.list.search else {
        return Ok(fleet::list_keys(db, &selection, now).await?);
    };
    let fleet = fleet::load(db, scope, &selection, false, now).await?;
    let mut keys = Vec::new();
    search(&fleet, text, |id, _, _| keys.push(id))?;
    Ok(keys)
}

/// The words after `is:` that hold for an agent.
fn states(row: &Value) -> Vec<&str> {
    let mut states: Vec<&str> = row["status"].as_str().into_iter().collect();
    let mut add = |holds: bool, word| {
        if holds {
            states.push(word);
        }
    };
    add(row["needs_reboot"] == true, "rebootneeded");
    add(row["checks"]["has_failing_checks"] == true, "checksfailing");
    add(row["has_patches_pending"] == true, "patchespending");
    add(row["pending_actions_count"] != 0, "actionspending");
    states
}

fn reduced(row: &Value) -> Vec<u8> {
    json!({
        "id": row["id"], "agent_id": row["agent_id"], "hostname": row["hostname"],
        "client": row["client_name"], "site": row["site_name"],
        "client_name": row["client_name"], "site_name": row["site_name"], "plat": row["plat"],
        "status": row["status"], "monitoring_type": row["monitoring_type"],
    })
    .to_string()
    .into_bytes()
}
