//! The list of agents, put together from as few statements as possible and
//! written as JSON without a value in between: ten thousand agents at once are
//! an ordinary request.

use std::collections::{HashMap, HashSet};
use std::io::Write;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::agent::CheckCounts;
use super::fleet_columns::{Column, FULL, REDUCED};
use super::fleet_queries::{self as queries, Place, Selection};
use crate::auth::Scope;
use crate::features::custom_fields::{self, FieldWriter, Model, PackedFields};
use crate::features::winupdate;
use crate::storage::packed::{Packed, key};
use crate::time::Timestamp;

/// The agents of a list.
pub struct Fleet {
    columns: &'static [Column],
    places: HashMap<i64, String>,
    /// Keys of the agents, in the order of the list.
    order: Vec<i64>,
    rows: Packed,
    known: Option<Known>,
    /// Whether there are more behind the part that was asked for.
    pub has_more: bool,
}

/// What other parts know of the agents.
struct Known {
    custom_fields: PackedFields,
    with_patches: HashSet<i64>,
    pending: HashMap<i64, i64>,
}

/// Reads agents with everything a list shows, or in their reduced form.
pub async fn load(
    db: &impl ConnectionTrait,
    scope: &Scope,
    selection: &Selection,
    is_reduced: bool,
    now: Timestamp,
) -> Result<Fleet, DbErr> {
    let columns = if is_reduced { REDUCED } else { FULL };
    let places = queries::list_places(db, scope).await?;
    let mut order = match selection {
        Selection { order: None, page: None, .. } => {
            by_place(&places, &queries::pack_by_site(db, selection, now).await?)?
        }
        _ => keys(&queries::pack_in_order(db, selection, now).await?)?,
    };
    let size = selection.page.and_then(|page| usize::try_from(page.size).ok());
    let has_more = size.is_some_and(|size| order.len() > size);
    order.truncate(size.unwrap_or(usize::MAX));
    let among = selection.page.map(|_| order.as_slice());
    let sql: Vec<&str> =
        std::iter::once("a.site_id").chain(columns.iter().map(|c| c.sql)).collect();
    let rows = queries::pack_columns(db, &sql, selection, among, now).await?;
    let known = if is_reduced { None } else { Some(Known::load(db, among).await?) };
    let places = places.iter().map(|place| (place.site, place.text(is_reduced))).collect();
    Ok(Fleet { columns, places, order, rows, known, has_more })
}

/// Keys of the agents of a selection, in its order.
pub async fn list_keys(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<i64>, DbErr> {
    keys(&queries::pack_in_order(db, selection, now).await?)
}

/// The keys site by site, in the order of the places.
fn by_place(places: &[Place], packed: &Packed) -> Result<Vec<i64>, DbErr> {
    let ranks: HashMap<i64, usize> =
        places.iter().enumerate().map(|(rank, place)| (place.site, rank)).collect();
    let cells = packed.cells()?;
    let ranked = cells.rows().filter_map(|row| Some((*ranks.get(&key(row[0]))?, key(row[1]))));
    let mut ranked: Vec<(usize, i64)> = ranked.collect();
    // Stable, so that each site keeps its own order.
    ranked.sort_by_key(|(rank, _)| *rank);
    Ok(ranked.into_iter().map(|(_, id)| id).collect())
}

fn keys(packed: &Packed) -> Result<Vec<i64>, DbErr> {
    Ok(packed.cells()?.rows().map(|row| key(row[0])).collect())
}

impl Known {
    async fn load(db: &impl ConnectionTrait, among: Option<&[i64]>) -> Result<Self, DbErr> {
        Ok(Self {
            custom_fields: custom_fields::load_packed(db, Model::Agent, among).await?,
            with_patches: winupdate::list_agents_with_pending(db, among).await?,
            pending: queries::count_pending(db, among).await?,
        })
    }

    fn write(&self, id: i64, checks: &str, fields: &FieldWriter<'_>, out: &mut Vec<u8>) {
        let pending = self.pending.get(&id).copied().unwrap_or(0);
        let has_patches = self.with_patches.contains(&id);
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            r#","alert_template":null,"has_patches_pending":{has_patches},"pending_actions_count":{pending},"checks":{checks},"custom_fields":"#
        );
        fields.write(id, out);
    }
}

impl Place {
    /// Its fields in an item: names only in a reduced one.
    fn text(&self, is_reduced: bool) -> String {
        let (site_name, client_name) = (json!(self.site_name), json!(self.client_name));
        let (site, client) = if is_reduced {
            (site_name.clone(), client_name.clone())
        } else {
            (json!(self.site), json!(self.client))
        };
        format!(
            r#""site":{site},"site_name":{site_name},"client":{client},"client_name":{client_name}"#
        )
    }
}

impl Fleet {
    /// The key of the last agent.
    pub fn last(&self) -> Option<i64> {
        self.order.last().copied()
    }

    /// Hands over the agents in the order of the list, each as a function that
    /// writes it. Agents that went away while the list was read are not in it.
    pub fn each(&self, mut take: impl FnMut(&dyn Fn(&mut Vec<u8>))) -> Result<(), DbErr> {
        let cells = self.rows.cells()?;
        let rows: HashMap<i64, &[&str]> = cells.rows().map(|row| (key(row[1]), row)).collect();
        let keys: Vec<String> = self.columns.iter().map(|c| format!(r#","{}":"#, c.name)).collect();
        let checks = json!(CheckCounts::default()).to_string();
        let known = match &self.known {
            Some(known) => Some((known, known.custom_fields.writer()?)),
            None => None,
        };
        for id in &self.order {
            let Some(row) = rows.get(id) else { continue };
            let Some(place) = self.places.get(&key(row[0])) else { continue };
            take(&|out| {
                out.push(b'{');
                out.extend_from_slice(place.as_bytes());
                for ((column, key), cell) in self.columns.iter().zip(&keys).zip(&row[1..]) {
                    out.extend_from_slice(key.as_bytes());
                    column.write(cell, out);
                }
                if let Some((known, fields)) = &known {
                    known.write(*id, &checks, fields, out);
                }
                out.push(b'}');
            });
        }
        Ok(())
    }
}
