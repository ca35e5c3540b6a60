//! The SQL of the list of agents.

use std::collections::{HashMap, HashSet};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::fleet_columns::FIXED;
use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::packed::{self, Packed, key};
use crate::storage::sql;
use crate::time::Timestamp;

/// Which agents, in which order, and which page of them.
pub struct Selection {
    /// Conditions on `agents a`; `$1` is the current time.
    pub condition: String,
    /// Values of `$2` and the following parameters.
    pub values: Vec<Value>,
    /// Columns of `agents a`, `sites s` and `clients c` to order by; `None`:
    /// client, site and host name.
    pub order: Option<String>,
    /// The page, or all.
    pub page: Option<Page>,
    /// How many matching agents each site has; used to find a page in the default
    /// order.
    pub counts: Option<HashMap<i64, i64>>,
    /// Starts after this key instead of at the page's first row; for the order by
    /// key.
    pub after: Option<i64>,
}

impl Selection {
    /// Whether it is the whole list in its default order.
    pub fn is_default_order(&self) -> bool {
        self.order.is_none() && self.page.is_none()
    }
}

const DEFAULT_ORDER: &str = "lower(c.name), c.id, lower(s.name), s.id, lower(a.hostname)";

/// A site with its client.
#[derive(FromQueryResult)]
pub struct SiteInfo {
    pub site: i64,
    pub site_name: String,
    pub client: i64,
    pub client_name: String,
}

/// All sites in scope, by client and name.
pub async fn list_sites(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<SiteInfo>, DbErr> {
    let text = format!(
        "select s.id as site, s.name as site_name, c.id as client, c.name as client_name
           from sites s join clients c on c.id = s.client_id
          where {}
          order by lower(c.name), c.id, lower(s.name), s.id",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::all(db, &text, []).await
}

/// A matching agent, as of the time of the query.
pub struct MatchedAgent {
    /// Key of the agent.
    pub id: i64,
    /// Changes with everything else that the list shows.
    pub revision: i64,
    pub last_seen: Option<Timestamp>,
}

const MATCH_COLUMNS: &[&str] = &["id", "revision", "last_seen"];

/// All matching agents: by site, and by host name within.
pub async fn list_matches_by_site(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<MatchedAgent>, DbErr> {
    let rest = format!(
        "from (select a.id, a.revision, a.last_seen from present_agents a where $1 > 0 and {}
                order by a.site_id, lower(a.hostname), a.id) ordered",
        selection.condition
    );
    unpack_matches(&packed::select(db, MATCH_COLUMNS, &rest, bound_values(selection, now)).await?)
}

/// Matching agents of one site, by host name: from `skip` on, at most `limit`.
pub async fn list_matches_of_site(
    db: &impl ConnectionTrait,
    selection: &Selection,
    site: i64,
    (skip, limit): (usize, usize),
    now: Timestamp,
) -> Result<Vec<MatchedAgent>, DbErr> {
    let mut values = bound_values(selection, now);
    values.push(site.into());
    let rest = format!(
        "from (select a.id, a.revision, a.last_seen from present_agents a
                where $1 > 0 and {} and a.site_id = ${}
                order by lower(a.hostname), a.id limit {limit} offset {skip}) ordered",
        selection.condition,
        values.len()
    );
    unpack_matches(&packed::select(db, MATCH_COLUMNS, &rest, values).await?)
}

/// All matching agents of some sites, with their sites, by host name within
/// each.
pub async fn list_matches_of_sites(
    db: &impl ConnectionTrait,
    selection: &Selection,
    sites: &[i64],
    now: Timestamp,
) -> Result<Vec<(i64, MatchedAgent)>, DbErr> {
    let mut values = bound_values(selection, now);
    let (among, sites) = sql::among(db, "a.site_id", values.len() + 1, sites);
    values.push(sites);
    let rest = format!(
        "from (select a.id, a.revision, a.last_seen, a.site_id from present_agents a
                where $1 > 0 and {} and {among}
                order by a.site_id, lower(a.hostname), a.id) ordered",
        selection.condition
    );
    let packed = packed::select(db, &[MATCH_COLUMNS, &["site_id"]].concat(), &rest, values).await?;
    Ok(packed.cells()?.rows().map(|row| (key(row[3]), unpack_match(row))).collect())
}

/// The matching agents, in the requested order and page, and one more if there is
/// one.
pub async fn list_matches_in_order(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<MatchedAgent>, DbErr> {
    // One row more than the page has: it shows whether there is another page.
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
        "from (select a.id, a.revision, a.last_seen from present_agents a
                 join sites s on s.id = a.site_id join clients c on c.id = s.client_id
                where $1 > 0 and {} and {behind} order by {}, a.id {limit}) ordered",
        selection.condition,
        selection.order.as_deref().unwrap_or(DEFAULT_ORDER)
    );
    unpack_matches(&packed::select(db, MATCH_COLUMNS, &rest, bound_values(selection, now)).await?)
}

fn unpack_matches(packed: &Packed) -> Result<Vec<MatchedAgent>, DbErr> {
    Ok(packed.cells()?.rows().map(unpack_match).collect())
}

fn unpack_match(row: &[&str]) -> MatchedAgent {
    MatchedAgent {
        id: key(row[0]),
        revision: key(row[1]),
        last_seen: row[2].parse().ok().map(Timestamp::from_micros),
    }
}

/// Columns that a cached item needs besides those it shows.
pub const INTERNAL_COLUMNS: &[&str] =
    &["a.site_id", "a.revision", "a.created_time", "a.offline_time", "a.overdue_time"];

/// [`INTERNAL_COLUMNS`] and the fixed columns of the agents with these keys, or of all.
pub async fn pack_items(db: &impl ConnectionTrait, keys: Option<&[i64]>) -> Result<Packed, DbErr> {
    let columns: Vec<&str> =
        INTERNAL_COLUMNS.iter().copied().chain(FIXED.iter().map(|column| column.sql)).collect();
    let (among, keys) = sql::among_or_all(db, "a.id", keys);
    packed::select(db, &columns, &format!("from present_agents a where {among}"), keys).await
}

/// How many agents a selection has on all its pages.
pub async fn count(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<i64, DbErr> {
    // `$1` is always bound, so it must always be used.
    let text =
        format!("select count(*) from present_agents a where $1 > 0 and {}", selection.condition);
    sql::number(db, &text, bound_values(selection, now)).await
}

#[derive(FromQueryResult)]
struct SiteCount {
    site_id: i64,
    agents: i64,
}

/// How many agents of a selection each site has; empty sites are left out.
pub async fn count_by_site(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<HashMap<i64, i64>, DbErr> {
    let text = format!(
        "select a.site_id, count(*) as agents from present_agents a
          where $1 > 0 and {} group by a.site_id",
        selection.condition
    );
    let rows: Vec<SiteCount> = sql::all(db, &text, bound_values(selection, now)).await?;
    Ok(rows.into_iter().map(|row| (row.site_id, row.agents)).collect())
}

#[derive(FromQueryResult)]
struct PendingCount {
    agent_id: i64,
    waiting: i64,
}

/// How many actions wait for these agents, or for all; agents without any are
/// left out.
pub async fn count_pending(
    db: &impl ConnectionTrait,
    keys: Option<&[i64]>,
) -> Result<HashMap<i64, i64>, DbErr> {
    let (among, keys) = sql::among_or_all(db, "agent_id", keys);
    let text = format!(
        "select agent_id, count(*) as waiting from runs
          where status = 'queued' and expires is not null and {among} group by agent_id"
    );
    let rows: Vec<PendingCount> = sql::all(db, &text, keys).await?;
    Ok(rows.into_iter().map(|row| (row.agent_id, row.waiting)).collect())
}

/// Which of these agents, or of all, have no connection since their last one ended.
pub async fn list_away(
    db: &impl ConnectionTrait,
    keys: Option<&[i64]>,
) -> Result<HashSet<i64>, DbErr> {
    let (among, keys) = sql::among_or_all(db, "agent_id", keys);
    let text = format!("select agent_id from agents_away where {among}");
    let away: Vec<i64> = sql::values(db, &text, keys).await?;
    Ok(away.into_iter().collect())
}

fn bound_values(selection: &Selection, now: Timestamp) -> Vec<Value> {
    let mut values = vec![now.into()];
    values.extend(selection.values.iter().cloned());
    values
}
