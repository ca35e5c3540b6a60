//! Bulk actions as they are shown.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::sql;
use crate::time::Timestamp;

/// A bulk action without its counts.
#[derive(Debug, FromQueryResult)]
pub struct BulkRow {
    pub id: i64,
    pub mode: String,
    pub target: String,
    pub body: String,
    pub username: String,
    pub user_id: i64,
    pub created: Timestamp,
    pub finished: Option<Timestamp>,
    pub status: String,
    pub counts: Option<String>,
    pub retry_of: Option<i64>,
    /// Whether some of its agents are out of scope.
    pub reaches_outside: bool,
}

/// Which bulk actions, in which order, which page.
pub struct Selection {
    /// Conditions on `bulk_actions b`.
    pub condition: String,
    /// The values of `$1` and the following.
    pub values: Vec<Value>,
    /// Columns to order by.
    pub order: String,
    pub page: Page,
}

/// One page of the matching bulk actions.
pub async fn list_bulks(
    db: &impl ConnectionTrait,
    scope: &Scope,
    selection: &Selection,
) -> Result<Vec<BulkRow>, DbErr> {
    let Selection { condition, order, page, .. } = selection;
    let text = format!(
        "select {} from bulk_actions b where {} and {condition} order by {order}
          limit {} offset {}",
        columns(scope),
        visible(scope),
        page.size,
        page.offset()
    );
    sql::all(db, &text, selection.values.clone()).await
}

/// The number of matching bulk actions.
pub async fn count_bulks(
    db: &impl ConnectionTrait,
    scope: &Scope,
    selection: &Selection,
) -> Result<i64, DbErr> {
    let text = format!(
        "select count(*) from bulk_actions b where {} and {}",
        visible(scope),
        selection.condition
    );
    sql::number(db, &text, selection.values.clone()).await
}

/// One bulk action with an agent in scope.
pub async fn find_bulk(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<BulkRow>, DbErr> {
    let text = format!(
        "select {} from bulk_actions b where b.id = $1 and {}",
        columns(scope),
        visible(scope)
    );
    sql::one(db, &text, [id.into()]).await
}

/// The sealed request of a bulk action.
pub async fn find_request(db: &impl ConnectionTrait, id: i64) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select sealed_request from bulk_actions where id = $1";
    sql::value(db, text, [id.into()]).await
}

fn columns(scope: &Scope) -> String {
    let outside = match scope.is_everything() {
        true => "(1 = 0)".to_owned(),
        // Neither true nor false if a list is empty.
        false => has_agents(&format!(
            "not coalesce({}, false)",
            scope.site_condition("x.client_id", "x.site_id")
        )),
    };
    format!(
        "b.id, b.mode, b.target, b.body, b.username, b.user_id, b.created, b.finished, b.status, b.counts,
         b.retry_of, {outside} as reaches_outside"
    )
}

/// A caller who sees a part of the fleet sees the bulk actions that reached it.
fn visible(scope: &Scope) -> String {
    match scope.is_everything() {
        true => "(1 = 1)".to_owned(),
        false => has_agents(&scope.site_condition("x.client_id", "x.site_id")),
    }
}

/// Whether a bulk action has an agent that matches this condition on `x`.
fn has_agents(condition: &str) -> String {
    format!(
        "(exists (select 1 from
                    (select r.bulk_id, s.client_id, s.id as site_id
                       from runs r join present_agents a on a.id = r.agent_id
                            join sites s on s.id = a.site_id) x
                   where x.bulk_id = b.id and {condition})
          or exists (select 1 from bulk_members x where x.bulk_id = b.id and {condition}))"
    )
}

/// How many agents of a bulk action have a status.
#[derive(Debug, FromQueryResult)]
pub struct StatusCount {
    pub bulk_id: i64,
    /// Status of their runs, or outcome without one.
    pub word: String,
    pub agents: i64,
}

/// The progress of these bulk actions, in scope: by an index over their runs. A
/// removed agent counts until its removal is final: its order may still be
/// delivered, so the bulk action has not ended.
pub async fn list_status_counts(
    db: &impl ConnectionTrait,
    scope: &Scope,
    bulks: &[i64],
) -> Result<Vec<StatusCount>, DbErr> {
    let places = match scope.is_everything() {
        true => "",
        false => "join agents a on a.id = r.agent_id join sites s on s.id = a.site_id",
    };
    let ids = sql::list(bulks);
    let text = format!(
        "select r.bulk_id, r.status as word, count(*) as agents from runs r {places}
          where r.bulk_id in ({ids}) and {} group by r.bulk_id, r.status
         union all
         select m.bulk_id, m.outcome as word, count(*) as agents from bulk_members m
          where m.bulk_id in ({ids}) and {} group by m.bulk_id, m.outcome",
        scope.site_condition("s.client_id", "s.id"),
        scope.site_condition("m.client_id", "m.site_id"),
    );
    sql::all(db, &text, []).await
}
