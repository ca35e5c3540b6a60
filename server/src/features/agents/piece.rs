//! What the list of agents shows of one of them, written once and kept.
//!
//! A piece holds as long as the revision of its row stays the same; triggers
//! count that up with every change of the row and of its custom fields, but
//! not when the agent is merely seen. Every request reads which agents there
//! are, and at which revision: so it never shows what is no longer true, and
//! what another replica wrote is seen at once.

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

/// More agents than this are not named one by one: all are read.
const MOST_NAMED: usize = 1000;
/// Text that is kept in all; beyond it everything is forgotten and begins anew.
const MOST_BYTES: usize = 256 * 1024 * 1024;

/// By key. Keys are the server's own, so nobody can choose them to collide.
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
    /// How much of the text a reduced item has.
    reduced_length: usize,
    /// Made when somebody searches.
    haystack: OnceLock<Haystack>,
}

impl Piece {
    /// Takes the columns of [`queries::pack_pieces`].
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
            // Put together from texts, at their ends: it is one.
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

    /// Whether the agent is there, at this moment.
    pub fn status(&self, last_seen: Option<Timestamp>, now: Timestamp) -> Status {
        Status::of(last_seen, self.created, self.offline_minutes, self.overdue_minutes, now)
    }

    /// Its values, for a search.
    pub fn haystack(&self) -> &Haystack {
        self.haystack.get_or_init(|| Haystack::new(&self.text))
    }
}

/// The pieces this server has written.
#[derive(Default)]
pub struct Pieces {
    kept: RwLock<Kept>,
}

#[derive(Default)]
struct Kept {
    /// How custom fields were written.
    patterns: Option<Patterns>,
    pieces: FastMap<Arc<Piece>>,
    bytes: usize,
}

impl Pieces {
    /// The pieces of these agents, in their order; nothing for one that is
    /// gone meanwhile.
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
        // A newer one than asked for is one that another request has read.
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

/// Reads and writes the pieces of these agents, and of others if that is no
/// more work.
///
/// The rows first, with their revisions, then the custom fields: whatever
/// changes in between has counted the revision up, and is read next time.
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
