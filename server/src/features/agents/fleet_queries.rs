//! The SQL of the list of agents.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::packed::{self, Packed};
use crate::storage::sql;
use crate::time::Timestamp;

/// Which agents, in which order, which part of them.
pub struct Selection {
    /// Conditions on `agents a`; `$1` is the present.
    pub condition: String,
    /// What `$2` and the following stand for.
    pub values: Vec<Value>,
    /// Columns of `agents a`, `sites s` and `clients c` to order by; nothing:
    /// client, site and host name.
    pub order: Option<String>,
    /// The part, or all.
    pub page: Option<Page>,
    /// Begins behind this key instead of with the part's first row; for the
    /// order by key.
    pub after: Option<i64>,
}

const BY_PLACE: &str = "lower(c.name), c.id, lower(s.name), s.id, lower(a.hostname)";

/// Where an agent is.
#[derive(FromQueryResult)]
pub struct Place {
    pub site: i64,
    pub site_name: String,
    pub client: i64,
    pub client_name: String,
}

/// All sites in scope, by client and name.
pub async fn list_places(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Place>, DbErr> {
    let text = format!(
        "select s.id as site, s.name as site_name, c.id as client, c.name as client_name
           from sites s join clients c on c.id = s.client_id
          where {}
          order by lower(c.name), c.id, lower(s.name), s.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

/// Site and key of all agents that pass: by site, and by host name within.
pub async fn pack_by_site(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Packed, DbErr> {
    let rest = format!(
        "from (select a.site_id, a.id from agents a where $1 > 0 and {}
                order by a.site_id, lower(a.hostname), a.id) ordered",
        selection.condition
    );
    packed::select(db, &["site_id", "id"], &rest, bound(selection, now)).await
}

/// The keys of the agents that pass, in the order and the part asked for,
/// and one more if there is one.
pub async fn pack_in_order(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Packed, DbErr> {
    // One row more than the page has: it tells whether there is another page.
    let (behind, limit) = match (selection.page, selection.after) {
        (Some(page), Some(after)) => {
            (format!("a.id > {after}"), format!("limit {}", page.size + 1))
        }
        (Some(page), None) => {
            ("1 = 1".to_owned(), format!("limit {} offset {}", page.size + 1, page.offset()))
        }
        (None, _) => ("1 = 1".to_owned(), String::new()),
    };
    let rest = format!(
        "from (select a.id from agents a
                 join sites s on s.id = a.site_id join clients c on c.id = s.client_id
                where $1 > 0 and {} and {behind} order by {}, a.id {limit}) ordered",
        selection.condition,
        selection.order.as_deref().unwrap_or(BY_PLACE)
    );
    packed::select(db, &["id"], &rest, bound(selection, now)).await
}

/// Columns of the agents that pass, in no order; with a page those with these
/// keys.
pub async fn pack_columns(
    db: &impl ConnectionTrait,
    columns: &[&str],
    selection: &Selection,
    keys: Option<&[i64]>,
    now: Timestamp,
) -> Result<Packed, DbErr> {
    match keys {
        Some([]) => Ok(Packed::empty()),
        Some(keys) => {
            let rest = format!("from agents a where $1 > 0 and a.id in ({})", list(keys));
            packed::select(db, columns, &rest, [now.into()]).await
        }
        None => {
            let rest = format!("from agents a where $1 > 0 and {}", selection.condition);
            packed::select(db, columns, &rest, bound(selection, now)).await
        }
    }
}

/// How many agents a selection has on all its pages.
pub async fn count(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<i64, DbErr> {
    // `$1` is always bound, so it must always be used.
    let text = format!("select count(*) from agents a where $1 > 0 and {}", selection.condition);
    sql::number(db, &text, bound(selection, now)).await
}

#[derive(FromQueryResult)]
struct Waiting {
    agent_id: i64,
    waiting: i64,
}

/// How many actions wait for these agents, or for all; those for whom none
/// does are left out.
pub async fn count_pending(
    db: &impl ConnectionTrait,
    keys: Option<&[i64]>,
) -> Result<HashMap<i64, i64>, DbErr> {
    let among = match keys {
        Some([]) => return Ok(HashMap::new()),
        Some(keys) => format!("agent_id in ({})", list(keys)),
        None => "1 = 1".to_owned(),
    };
    let text = format!(
        "select agent_id, count(*) as waiting from runs
          where status = 'queued' and expires is not null and {among} group by agent_id"
    );
    let rows: Vec<Waiting> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.agent_id, row.waiting)).collect())
}

fn bound(selection: &Selection, now: Timestamp) -> Vec<Value> {
    let mut values = vec![now.into()];
    values.extend(selection.values.iter().cloned());
    values
}

/// Integers of our own, see `Scope::site_condition`.
fn list(keys: &[i64]) -> String {
    let texts: Vec<String> = keys.iter().map(i64::to_string).collect();
    texts.join(", ")
}
