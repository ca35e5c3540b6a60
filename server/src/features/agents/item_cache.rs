//! The cached part of an agent's list item, written as JSON text once.
//!
//! An item is valid as long as the revision of its row stays the same; triggers
//! increment that with every change of the row and of its custom fields, but
//! not when the agent is merely seen. Every request reads which agents there
//! are, and at which revision: so it never shows outdated values, and what
//! another replica wrote is seen at once.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

use sea_orm::{ConnectionTrait, DbErr};

use super::fleet_columns::{FIXED, REDUCED};
use super::fleet_queries as queries;
use super::fleet_queries::MatchedAgent;
use super::haystack::Haystack;
use crate::domain::custom_fields::{self, FieldWriter, Model, Patterns};
use crate::domain::fleet::Status;
use crate::storage::packed::key;
use crate::time::Timestamp;

/// More agents than this are not queried by key: all are read.
const MAX_NAMED: usize = 1000;
/// Limit of the cached text; beyond it the cache is emptied and filled again.
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// By key. The server assigns the keys, so nobody can choose them to collide.
pub type FastMap<T> = HashMap<i64, T, foldhash::fast::RandomState>;

/// The part of an agent's item that stays the same from request to request.
pub struct CachedItem {
    /// Key of the agent.
    pub id: i64,
    /// Key of its site.
    pub site: i64,
    revision: i64,
    created: Timestamp,
    offline_minutes: i64,
    overdue_minutes: i64,
    /// Whether it is a server, its own policy, and whether it blocks the inheritance of
    /// others.
    pub position: (bool, Option<i64>, bool),
    /// Members of a JSON object, each with a comma before it.
    text: Box<str>,
    /// How much of the text belongs to a reduced item.
    reduced_length: usize,
    /// Created by the first search.
    haystack: OnceLock<Haystack>,
}

impl CachedItem {
    /// Expects the columns of [`queries::pack_items`].
    fn new(row: &[&str], fields: &FieldWriter<'_>) -> Self {
        let (internal, cells) = row.split_at(queries::INTERNAL_COLUMNS.len());
        let mut text = Vec::with_capacity(1024);
        let mut reduced_length = 0;
        let mut position = (false, None, false);
        for (index, (column, cell)) in FIXED.iter().zip(cells).enumerate() {
            if index == REDUCED {
                reduced_length = text.len();
            }
            match column.name {
                "monitoring_type" => position.0 = *cell == r#""server""#,
                "policy" => position.1 = cell.parse().ok(),
                "block_policy_inheritance" => position.2 = matches!(*cell, "1" | "true"),
                _ => {}
            }
            text.extend_from_slice(b",\"");
            text.extend_from_slice(column.name.as_bytes());
            text.extend_from_slice(b"\":");
            column.write(cell, &mut text);
        }
        let id = key(cells[0]);
        text.extend_from_slice(br#","custom_fields":"#);
        fields.write(id, &mut text);
        Self {
            id,
            site: key(internal[0]),
            revision: key(internal[1]),
            created: Timestamp::from_micros(key(internal[2])),
            offline_minutes: key(internal[3]),
            overdue_minutes: key(internal[4]),
            position,
            // Concatenated from valid UTF-8.
            text: String::from_utf8(text).unwrap_or_default().into(),
            reduced_length,
            haystack: OnceLock::new(),
        }
    }

    /// Its members in a full item.
    pub fn full(&self) -> &str {
        &self.text
    }

    /// Its members in a reduced item.
    pub fn reduced(&self) -> &str {
        &self.text[..self.reduced_length]
    }

    /// Whether the agent is online at this moment.
    pub fn status(&self, last_seen: Option<Timestamp>, now: Timestamp) -> Status {
        Status::of(last_seen, self.created, self.offline_minutes, self.overdue_minutes, now)
    }

    pub fn haystack(&self) -> &Haystack {
        self.haystack.get_or_init(|| Haystack::new(&self.text))
    }
}

/// The items that this server has cached.
#[derive(Default)]
pub struct ItemCache {
    state: RwLock<CacheState>,
}

#[derive(Default)]
struct CacheState {
    /// The custom fields as of the cached items.
    patterns: Option<Patterns>,
    items: FastMap<Arc<CachedItem>>,
    bytes: usize,
}

impl ItemCache {
    /// The items of these agents, in their order; `None` for one that was deleted
    /// meanwhile.
    pub async fn of(
        &self,
        db: &impl ConnectionTrait,
        matches: &[MatchedAgent],
    ) -> Result<Vec<Option<Arc<CachedItem>>>, DbErr> {
        let patterns = custom_fields::load_patterns(db, Model::Agent).await?;
        let mut found = self.find(&patterns, matches);
        let is_missing = |(_, item): &(&MatchedAgent, &Option<Arc<CachedItem>>)| item.is_none();
        let missing = matches.iter().zip(&found).filter(is_missing);
        let missing: Vec<i64> = missing.map(|(matched, _)| matched.id).collect();
        if missing.is_empty() {
            return Ok(found);
        }
        let new = build(db, &patterns, &missing).await?;
        for (matched, slot) in matches.iter().zip(&mut found) {
            if slot.is_none() {
                *slot = new.get(&matched.id).cloned();
            }
        }
        self.store(patterns, new);
        Ok(found)
    }

    fn find(&self, patterns: &Patterns, matches: &[MatchedAgent]) -> Vec<Option<Arc<CachedItem>>> {
        let state = self.state.read().expect("no holder of this lock panics");
        if state.patterns.as_ref() != Some(patterns) {
            return vec![None; matches.len()];
        }
        // A newer one than requested was read by another request.
        let is_current =
            |item: &&Arc<CachedItem>, matched: &MatchedAgent| item.revision >= matched.revision;
        let find = |matched: &MatchedAgent| {
            state.items.get(&matched.id).filter(|item| is_current(item, matched)).cloned()
        };
        matches.iter().map(find).collect()
    }

    fn store(&self, patterns: Patterns, new: FastMap<Arc<CachedItem>>) {
        let mut state = self.state.write().expect("no holder of this lock panics");
        if state.patterns.as_ref() != Some(&patterns) || state.bytes > MAX_BYTES {
            *state = CacheState { patterns: Some(patterns), ..CacheState::default() };
        }
        for (id, item) in new {
            let old = state.items.get(&id).map(|old| (old.revision, old.text.len()));
            if old.is_some_and(|(revision, _)| revision >= item.revision) {
                continue;
            }
            state.bytes += item.text.len();
            state.bytes -= old.map_or(0, |(_, length)| length);
            state.items.insert(id, item);
        }
    }
}

/// Reads these agents and writes their items, and those of all agents if these are
/// many.
///
/// The rows first, with their revisions, then the custom fields: a change in
/// between increments the revision, and is read next time.
async fn build(
    db: &impl ConnectionTrait,
    patterns: &Patterns,
    ids: &[i64],
) -> Result<FastMap<Arc<CachedItem>>, DbErr> {
    let among = Some(ids).filter(|ids| ids.len() <= MAX_NAMED);
    let rows = queries::pack_items(db, among).await?;
    let fields = custom_fields::load_packed(db, patterns, among).await?;
    let fields = fields.writer()?;
    let cells = rows.cells()?;
    let items = cells.rows().map(|row| CachedItem::new(row, &fields));
    Ok(items.map(|item| (item.id, Arc::new(item))).collect())
}
