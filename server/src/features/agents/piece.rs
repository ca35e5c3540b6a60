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
use super::fleet_queries::Beat;
use super::haystack::Haystack;
use crate::domain::custom_fields::{self, FieldWriter, Model, Patterns};
use crate::domain::fleet::Status;
use crate::storage::packed::key;
use crate::time::Timestamp;

/// More agents than this are not queried by key: all are read.
const MOST_NAMED: usize = 1000;
/// Limit of the cached text; beyond it the cache is emptied and filled again.
const MOST_BYTES: usize = 256 * 1024 * 1024;

/// By key. The server assigns the keys, so nobody can choose them to collide.
pub type FastMap<T> = HashMap<i64, T, foldhash::fast::RandomState>;

/// The part of an agent's item that stays the same from request to request.
pub struct Piece {
    /// Key of the agent.
    pub id: i64,
    /// Key of its site.
    pub site: i64,
    revision: i64,
    created: Timestamp,
    offline_minutes: i64,
    overdue_minutes: i64,
    /// Members of a JSON object, each with a comma before it.
    text: Box<str>,
    /// How much of the text belongs to a reduced item.
    reduced_length: usize,
    /// Created by the first search.
    haystack: OnceLock<Haystack>,
}

impl Piece {
    /// Expects the columns of [`queries::pack_pieces`].
    fn new(row: &[&str], fields: &FieldWriter<'_>) -> Self {
        let (own, cells) = row.split_at(queries::OWN.len());
        let mut text = Vec::with_capacity(1024);
        let mut reduced_length = 0;
        for (place, (column, cell)) in FIXED.iter().zip(cells).enumerate() {
            if place == REDUCED {
                reduced_length = text.len();
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
            site: key(own[0]),
            revision: key(own[1]),
            created: Timestamp::from_micros(key(own[2])),
            offline_minutes: key(own[3]),
            overdue_minutes: key(own[4]),
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
pub struct Pieces {
    kept: RwLock<Kept>,
}

#[derive(Default)]
struct Kept {
    /// The custom fields as of the cached items.
    patterns: Option<Patterns>,
    pieces: FastMap<Arc<Piece>>,
    bytes: usize,
}

impl Pieces {
    /// The items of these agents, in their order; `None` for one that was deleted
    /// meanwhile.
    pub async fn of(
        &self,
        db: &impl ConnectionTrait,
        beats: &[Beat],
    ) -> Result<Vec<Option<Arc<Piece>>>, DbErr> {
        let patterns = custom_fields::load_patterns(db, Model::Agent).await?;
        let mut found = self.find(&patterns, beats);
        let is_missing = |(_, piece): &(&Beat, &Option<Arc<Piece>>)| piece.is_none();
        let missing = beats.iter().zip(&found).filter(is_missing);
        let missing: Vec<i64> = missing.map(|(beat, _)| beat.id).collect();
        if missing.is_empty() {
            return Ok(found);
        }
        let new = build(db, &patterns, &missing).await?;
        for (beat, place) in beats.iter().zip(&mut found) {
            if place.is_none() {
                *place = new.get(&beat.id).cloned();
            }
        }
        self.keep(patterns, new);
        Ok(found)
    }

    fn find(&self, patterns: &Patterns, beats: &[Beat]) -> Vec<Option<Arc<Piece>>> {
        let kept = self.kept.read().expect("no holder of this lock panics");
        if kept.patterns.as_ref() != Some(patterns) {
            return vec![None; beats.len()];
        }
        // A newer one than requested was read by another request.
        let is_true = |piece: &&Arc<Piece>, beat: &Beat| piece.revision >= beat.revision;
        let find =
            |beat: &Beat| kept.pieces.get(&beat.id).filter(|piece| is_true(piece, beat)).cloned();
        beats.iter().map(find).collect()
    }

    fn keep(&self, patterns: Patterns, new: FastMap<Arc<Piece>>) {
        let mut kept = self.kept.write().expect("no holder of this lock panics");
        if kept.patterns.as_ref() != Some(&patterns) || kept.bytes > MOST_BYTES {
            *kept = Kept { patterns: Some(patterns), ..Kept::default() };
        }
        for (id, piece) in new {
            let old = kept.pieces.get(&id).map(|old| (old.revision, old.text.len()));
            if old.is_some_and(|(revision, _)| revision >= piece.revision) {
                continue;
            }
            kept.bytes += piece.text.len();
            kept.bytes -= old.map_or(0, |(_, length)| length);
            kept.pieces.insert(id, piece);
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
) -> Result<FastMap<Arc<Piece>>, DbErr> {
    let among = Some(ids).filter(|ids| ids.len() <= MOST_NAMED);
    let rows = queries::pack_pieces(db, among).await?;
    let fields = custom_fields::load_packed(db, patterns, among).await?;
    let fields = fields.writer()?;
    let cells = rows.cells()?;
    let pieces = cells.rows().map(|row| Piece::new(row, &fields));
    Ok(pieces.map(|piece| (piece.id, Arc::new(piece))).collect())
}
