//! The list of agents, read with as few statements as possible and written as
//! JSON without a value in between: ten thousand agents at once are an ordinary
//! request.
//!
//! The database returns which agents, in which order, and when each was last seen;
//! the rest of each item is cached as text, see [`super::piece`].

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use super::agent::CheckCounts;
use super::fleet_part;
use super::fleet_queries as queries;
use super::fleet_queries::{Beat, Place, Selection};
use super::piece::{FastMap, Piece, Pieces};
use crate::app::App;
use crate::auth::Scope;
use crate::domain::fleet::is_connected;
use crate::features::winupdate;
use crate::time::Timestamp;

pub struct Fleet {
    /// In the order of the list.
    pub(super) agents: Vec<Agent>,
    /// In the order of their names.
    pub(super) places: Vec<PlaceTexts>,
    pub(super) known: Known,
    pub(super) now: Timestamp,
    /// Whether there are more after the requested page.
    pub has_more: bool,
}

pub(super) struct Agent {
    pub last_seen: Option<Timestamp>,
    pub piece: Arc<Piece>,
    /// Index of its site in [`Fleet::places`].
    pub place: usize,
}

/// The members of an item that name site and client.
pub(super) struct PlaceTexts {
    place: Place,
    full: String,
    reduced: String,
}

/// What is read for the agents besides their rows.
#[derive(Default)]
pub(super) struct Known {
    pub with_patches: HashSet<i64>,
    pub pending: HashMap<i64, i64>,
    /// Agents whose connection ended.
    pub away: HashSet<i64>,
    pub checks: Value,
    checks_text: String,
}

/// Reads agents with everything a list shows, or only what a reduced list
/// does.
pub async fn load(
    app: &App,
    scope: &Scope,
    selection: &Selection,
    is_reduced: bool,
    now: Timestamp,
) -> Result<Fleet, DbErr> {
    let db = app.db.read();
    let places = queries::list_places(db, scope).await?;
    let (beats, has_more) = find(db, selection, &places, now).await?;
    let pieces = app.state.of::<Pieces>().of(db, &beats).await?;
    let among: Option<Vec<i64>> =
        selection.page.map(|_| beats.iter().map(|beat| beat.id).collect());
    let known = match is_reduced {
        true => Known::default(),
        false => Known::load(db, among.as_deref()).await?,
    };
    let sites: FastMap<usize> =
        places.iter().enumerate().map(|(at, place)| (place.site, at)).collect();
    let agents = beats.iter().zip(pieces);
    let mut agents: Vec<Agent> = agents.filter_map(|one| Agent::new(one, &sites)).collect();
    if selection.is_by_place() {
        // Stable, so that each site keeps its own order.
        agents.sort_by_key(|agent| agent.place);
    }
    let places = places.into_iter().map(PlaceTexts::new).collect();
    Ok(Fleet { agents, places, known, now, has_more })
}

/// The agents of a selection, and whether there are more after its page.
async fn find(
    db: &impl ConnectionTrait,
    selection: &Selection,
    places: &[Place],
    now: Timestamp,
) -> Result<(Vec<Beat>, bool), DbErr> {
    if let Some(part) = selection.page.zip(selection.counts.as_ref()) {
        return fleet_part::find(db, selection, places, part, now).await;
    }
    if selection.is_by_place() {
        return Ok((queries::list_beats_by_site(db, selection, now).await?, false));
    }
    let mut beats = queries::list_beats_in_order(db, selection, now).await?;
    let size = selection.page.and_then(|page| usize::try_from(page.size).ok());
    let has_more = size.is_some_and(|size| beats.len() > size);
    beats.truncate(size.unwrap_or(usize::MAX));
    Ok((beats, has_more))
}

/// Keys of the agents of a selection, in its order.
pub async fn list_keys(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<i64>, DbErr> {
    let beats = queries::list_beats_in_order(db, selection, now).await?;
    Ok(beats.iter().map(|beat| beat.id).collect())
}

impl Agent {
    /// `None` for an agent that was deleted, or moved out of scope, while the list
    /// was read.
    fn new((beat, piece): (&Beat, Option<Arc<Piece>>), sites: &FastMap<usize>) -> Option<Self> {
        let piece = piece?;
        let place = *sites.get(&piece.site)?;
        Some(Self { last_seen: beat.last_seen, piece, place })
    }
}

impl PlaceTexts {
    fn new(place: Place) -> Self {
        let (site_name, client_name) = (json!(place.site_name), json!(place.client_name));
        let (site, client) = (place.site, place.client);
        Self {
            full: format!(
                r#""site":{site},"site_name":{site_name},"client":{client},"client_name":{client_name}"#
            ),
            reduced: format!(
                r#""site":{site_name},"site_name":{site_name},"client":{client_name},"client_name":{client_name}"#
            ),
            place,
        }
    }

    /// Its fields, as a search compares them.
    pub(super) fn fields(&self) -> [(&'static str, String); 4] {
        let place = &self.place;
        [
            ("site", place.site.to_string()),
            ("site_name", place.site_name.to_lowercase()),
            ("client", place.client.to_string()),
            ("client_name", place.client_name.to_lowercase()),
        ]
    }
}

impl Known {
    async fn load(db: &impl ConnectionTrait, among: Option<&[i64]>) -> Result<Self, DbErr> {
        let checks = json!(CheckCounts::default());
        Ok(Self {
            with_patches: winupdate::list_agents_with_pending(db, among).await?,
            pending: queries::count_pending(db, among).await?,
            away: queries::list_away(db, among).await?,
            checks_text: checks.to_string(),
            checks,
        })
    }

    fn write(&self, id: i64, out: &mut Vec<u8>) {
        let pending = self.pending.get(&id).copied().unwrap_or(0);
        let has_patches = self.with_patches.contains(&id);
        let checks = &self.checks_text;
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            r#","alert_template":null,"has_patches_pending":{has_patches},"pending_actions_count":{pending},"checks":{checks}"#
        );
    }
}

impl Fleet {
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// The key of the last agent.
    pub fn last(&self) -> Option<i64> {
        self.agents.last().map(|agent| agent.piece.id)
    }

    pub fn keys(&self) -> impl Iterator<Item = i64> {
        self.agents.iter().map(|agent| agent.piece.id)
    }

    /// Keeps only a part of the list, and records whether there are more after it.
    pub fn cut(&mut self, start: usize, size: usize) {
        self.agents.drain(..start.min(self.agents.len()));
        self.has_more = self.agents.len() > size;
        self.agents.truncate(size);
    }

    /// Whether an agent is connected at this moment.
    pub(super) fn is_connected(&self, agent: &Agent) -> bool {
        is_connected(agent.last_seen, self.known.away.contains(&agent.piece.id), self.now)
    }

    /// Writes an agent as JSON: full, or reduced.
    pub fn write(&self, place_of: usize, is_reduced: bool, out: &mut Vec<u8>) {
        let Agent { last_seen, piece, place } = &self.agents[place_of];
        let texts = &self.places[*place];
        let (place, own) = match is_reduced {
            true => (&texts.reduced, piece.reduced()),
            false => (&texts.full, piece.full()),
        };
        for part in ["{", place, own, r#","status":""#] {
            out.extend_from_slice(part.as_bytes());
        }
        out.extend_from_slice(piece.status(*last_seen, self.now).word().as_bytes());
        out.push(b'"');
        if !is_reduced {
            // Writing to memory cannot fail.
            let _ = match last_seen {
                Some(time) => write!(out, r#","last_seen":"{time}""#),
                None => write!(out, r#","last_seen":null"#),
            };
            let connected = self.is_connected(&self.agents[place_of]);
            let _ = write!(out, r#","connected":{connected}"#);
            self.known.write(piece.id, out);
        }
        out.push(b'}');
    }
}
