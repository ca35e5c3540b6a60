//! The departures of sites as they are stored: see [`Departures`].

use std::collections::{BTreeMap, BTreeSet};

use muster_alerting::storms::Departures;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use super::cause::instant;
use crate::ids::AgentKey;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct DeparturesRow {
    site_id: i64,
    waiting: String,
    listed: String,
    away: String,
}

/// Locks the departures of these sites until the transaction ends.
pub async fn lock(
    write: &impl ConnectionTrait,
    sites: &[i64],
) -> Result<BTreeMap<i64, Departures>, DbErr> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update",
        _ => "",
    };
    select(write, sites, lock).await
}

/// Reads the departures of these sites, without a lock.
pub async fn read(
    db: &impl ConnectionTrait,
    sites: &[i64],
) -> Result<BTreeMap<i64, Departures>, DbErr> {
    match sites.is_empty() {
        true => Ok(BTreeMap::new()),
        false => select(db, sites, "").await,
    }
}

async fn select(
    db: &impl ConnectionTrait,
    sites: &[i64],
    lock: &str,
) -> Result<BTreeMap<i64, Departures>, DbErr> {
    let text = format!(
        "select site_id, waiting, listed, away from site_departures where site_id in ({})
          order by site_id {lock}",
        sql::list(sites)
    );
    let rows: Vec<DeparturesRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.site_id, row.departures())).collect())
}

impl DeparturesRow {
    /// Damaged text is an empty list: the agents alert one by one.
    fn departures(&self) -> Departures {
        let waiting: Vec<(i64, i64)> = serde_json::from_str(&self.waiting).unwrap_or_default();
        let keys = |text: &str| -> BTreeSet<i64> { serde_json::from_str(text).unwrap_or_default() };
        Departures {
            waiting: waiting.into_iter().map(|(at, agent)| (instant(at), agent)).collect(),
            listed: keys(&self.listed),
            away: keys(&self.away),
        }
    }
}

/// Stores the departures of a site.
pub async fn store(
    write: &impl ConnectionTrait,
    site: i64,
    departures: &Departures,
) -> Result<(), DbErr> {
    let waiting: Vec<(i64, i64)> =
        departures.waiting.iter().map(|(at, agent)| (at.timestamp_micros(), *agent)).collect();
    let text = "update site_departures set waiting = $2, listed = $3, away = $4
                 where site_id = $1";
    let values = [
        site.into(),
        serde_json::json!(waiting).to_string().into(),
        serde_json::json!(departures.listed).to_string().into(),
        serde_json::json!(departures.away).to_string().into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Every agent that departures name.
pub fn agents_of(departures: &Departures) -> impl Iterator<Item = AgentKey> + '_ {
    let waiting = departures.waiting.iter().map(|(_, agent)| *agent);
    waiting.chain(departures.listed.iter().copied()).map(AgentKey)
}
