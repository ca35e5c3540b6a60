//! A bulk action as the API shows it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::counts::Counts;
use super::mode::MODES;
use super::queries::{self, BulkRow};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType, log_read};
use crate::auth::{Identity, Scope};
use crate::error::ApiError;
use crate::time::Timestamp;

/// How far a bulk action can be.
pub const STATUSES: &[&str] = &["running", "finished", "cancelled", "stopped"];

/// Something done to many agents at once.
#[derive(Serialize, ToSchema)]
pub struct Bulk {
    /// Key, the same as the header `X-Bulk-Id`.
    pub id: i64,
    /// `command`, `script`, ….
    #[schema(extensions(("x-enum-values" = json!(MODES))))]
    pub mode: String,
    /// Its target. Of one that reached agents out of the caller's scope,
    /// the kind of target alone.
    #[schema(value_type = Object)]
    pub target: Value,
    /// The rest of the request, without its secrets; with `script_name` or
    /// `task_name`, what the script or task was called then.
    #[schema(value_type = Object)]
    pub body: Value,
    /// Who started it.
    pub username: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub created: Timestamp,
    /// When all was over.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub finished: Option<Timestamp>,
    /// `running`, `finished`, `cancelled`, or `stopped` by failures.
    #[schema(extensions(("x-enum-values" = json!(STATUSES))))]
    pub status: String,
    /// How many agents are how far, as far as the caller may see them.
    pub counts: Counts,
    /// The bulk action whose failures it repeats.
    pub retry_of: Option<i64>,
}

impl Bulk {
    /// Bulk actions with their counts: two queries, however many there are.
    pub async fn shown(
        app: &App,
        scope: &Scope,
        rows: Vec<BulkRow>,
    ) -> Result<Vec<Self>, ApiError> {
        // Finished ones were counted: agents and runs may have been deleted
        // since.
        let is_counted = |row: &&BulkRow| row.counts.is_some() && !row.reaches_outside;
        let open = rows.iter().filter(|row| !is_counted(row)).map(|row| row.id);
        let mut counts = count_many(app, scope, &open.collect::<Vec<_>>()).await?;
        let one = |row: BulkRow| {
            let stored = row.counts.as_deref().filter(|_| !row.reaches_outside);
            let counts = match stored.and_then(|text| serde_json::from_str(text).ok()) {
                Some(stored) => stored,
                None => counts.remove(&row.id).unwrap_or_default(),
            };
            Self::of(row, counts)
        };
        Ok(rows.into_iter().map(one).collect())
    }

    fn of(row: BulkRow, counts: Counts) -> Self {
        let json = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| json!({}));
        let target: Value = json(&row.target);
        let target = match row.reaches_outside {
            true => json!({ "target": target["target"] }),
            false => target,
        };
        Self {
            id: row.id,
            target,
            body: json(&row.body),
            mode: row.mode,
            username: row.username,
            created: row.created,
            finished: row.finished,
            status: row.status,
            counts,
            retry_of: row.retry_of,
        }
    }
}

/// One bulk action with an agent in scope.
pub async fn find(app: &App, scope: &Scope, id: i64) -> Result<BulkRow, ApiError> {
    let found = queries::find_bulk(app.db.read(), scope, id).await?;
    found.ok_or(ApiError::NotFound("bulk action"))
}

/// Finds a bulk action to show its output. If somebody else has started it, that
/// is logged.
pub async fn find_to_read(app: &App, caller: &Identity, id: i64) -> Result<(), ApiError> {
    let bulk = find(app, &caller.scope, id).await?;
    // The server has no account: its key is 0.
    if bulk.user_id != 0 && bulk.user_id != caller.user_id {
        let (reader, owner) = (&caller.username, &bulk.username);
        let message = format!("{reader} read the results of bulk action {id} of {owner}");
        let entry = Entry::new(Action::View, ObjectType::Bulk, id, message);
        log_read(app, caller, entry).await?;
    }
    Ok(())
}

/// One bulk action with an agent in scope, as the API shows it.
pub async fn read(app: &App, scope: &Scope, id: i64) -> Result<Bulk, ApiError> {
    let row = find(app, scope, id).await?;
    let mut shown = Bulk::shown(app, scope, vec![row]).await?;
    shown.pop().ok_or(ApiError::NotFound("bulk action"))
}

/// Refuses a bulk action that has no agent in scope.
pub async fn must_be_seen(app: &App, scope: &Scope, id: i64) -> Result<(), ApiError> {
    find(app, scope, id).await.map(|_| ())
}

/// The progress of a bulk action.
pub async fn count(app: &App, scope: &Scope, id: i64) -> Result<Counts, ApiError> {
    Ok(count_many(app, scope, &[id]).await?.remove(&id).unwrap_or_default())
}

async fn count_many(
    app: &App,
    scope: &Scope,
    ids: &[i64],
) -> Result<HashMap<i64, Counts>, ApiError> {
    let mut counts: HashMap<i64, Counts> = HashMap::with_capacity(ids.len());
    if !ids.is_empty() {
        for status_count in queries::list_status_counts(app.db.read(), scope, ids).await? {
            counts
                .entry(status_count.bulk_id)
                .or_default()
                .add(&status_count.word, status_count.agents);
        }
    }
    Ok(counts)
}
