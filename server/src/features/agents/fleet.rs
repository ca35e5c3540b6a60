//! The list of agents, read with as few statements as possible and written as
//! JSON without a value in between: ten thousand agents at once are an ordinary
//! request.
//!
//! The database returns which agents, in which order, and when each was last seen;
//! the rest of each item is cached as text, see [`super::item_cache`].

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::fleet_page;
use super::fleet_queries as queries;
use super::fleet_queries::{MatchedAgent, Selection, SiteInfo};
use super::fleet_templates::templates_of;
use super::item_cache::{CachedItem, FastMap, ItemCache};
use crate::app::App;
use crate::auth::Scope;
use crate::domain::fleet::is_connected;
use crate::features::winupdate;
use crate::time::Timestamp;

pub struct Fleet {
    /// In the order of the list.
    pub(super) agents: Vec<Agent>,
    /// In the order of their names.
    pub(super) sites: Vec<SiteTexts>,
    pub(super) extras: AgentExtras,
    pub(super) now: Timestamp,
    /// Whether there are more after the requested page.
    pub has_more: bool,
}

pub(super) struct Agent {
    pub last_seen: Option<Timestamp>,
    pub item: Arc<CachedItem>,
    /// Index of its site in [`Fleet::sites`].
    pub site_index: usize,
}

/// The members of an item that name site and client.
pub(super) struct SiteTexts {
    info: SiteInfo,
    full: String,
    reduced: String,
}

/// What is read for the agents besides their rows.
#[derive(Default)]
pub(super) struct AgentExtras {
    pub with_patches: HashSet<i64>,
    pub pending: HashMap<i64, i64>,
    /// Agents whose connection ended.
    pub away: HashSet<i64>,
    /// The alert templates of agents that have one, as JSON.
    templates: FastMap<Arc<str>>,
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
    let sites = queries::list_sites(db, scope).await?;
    let (matches, has_more) = find(db, selection, &sites, now).await?;
    let items = app.state.of::<ItemCache>().of(db, &matches).await?;
    let among: Option<Vec<i64>> =
        selection.page.map(|_| matches.iter().map(|matched| matched.id).collect());
    let mut extras = match is_reduced {
        true => AgentExtras::default(),
        false => AgentExtras::load(db, among.as_deref()).await?,
    };
    let site_indexes: FastMap<usize> =
        sites.iter().enumerate().map(|(index, site)| (site.site, index)).collect();
    let agents = matches.iter().zip(items);
    let mut agents: Vec<Agent> = agents.filter_map(|one| Agent::new(one, &site_indexes)).collect();
    if selection.is_default_order() {
        // Stable, so that each site keeps its own order.
        agents.sort_by_key(|agent| agent.site_index);
    }
    if !is_reduced {
        extras.templates = templates_of(db, &agents).await?;
    }
    let sites = sites.into_iter().map(SiteTexts::new).collect();
    Ok(Fleet { agents, sites, extras, now, has_more })
}

/// The agents of a selection, and whether there are more after its page.
async fn find(
    db: &impl ConnectionTrait,
    selection: &Selection,
    sites: &[SiteInfo],
    now: Timestamp,
) -> Result<(Vec<MatchedAgent>, bool), DbErr> {
    if let Some(part) = selection.page.zip(selection.counts.as_ref()) {
        return fleet_page::find(db, selection, sites, part, now).await;
    }
    if selection.is_default_order() {
        return Ok((queries::list_matches_by_site(db, selection, now).await?, false));
    }
    let mut matches = queries::list_matches_in_order(db, selection, now).await?;
    let size = selection.page.and_then(|page| usize::try_from(page.size).ok());
    let has_more = size.is_some_and(|size| matches.len() > size);
    matches.truncate(size.unwrap_or(usize::MAX));
    Ok((matches, has_more))
}

/// Keys of the agents of a selection, in its order.
pub async fn list_keys(
    db: &impl ConnectionTrait,
    selection: &Selection,
    now: Timestamp,
) -> Result<Vec<i64>, DbErr> {
    let matches = queries::list_matches_in_order(db, selection, now).await?;
    Ok(matches.iter().map(|matched| matched.id).collect())
}

impl Agent {
    /// `None` for an agent that was deleted, or moved out of scope, while the list
    /// was read.
    fn new(
        (matched, item): (&MatchedAgent, Option<Arc<CachedItem>>),
        site_indexes: &FastMap<usize>,
    ) -> Option<Self> {
        let item = item?;
        let site_index = *site_indexes.get(&item.site)?;
        Some(Self { last_seen: matched.last_seen, item, site_index })
    }
}

impl SiteTexts {
    fn new(info: SiteInfo) -> Self {
        let (site_name, client_name) = (json!(info.site_name), json!(info.client_name));
        let (site, client) = (info.site, info.client);
        Self {
            full: format!(
                r#""site":{site},"site_name":{site_name},"client":{client},"client_name":{client_name}"#
            ),
            reduced: format!(
                r#""site":{site_name},"site_name":{site_name},"client":{client_name},"client_name":{client_name}"#
            ),
            info,
        }
    }

    /// Its fields, as a search compares them.
    pub(super) fn fields(&self) -> [(&'static str, String); 4] {
        let info = &self.info;
        [
            ("site", info.site.to_string()),
            ("site_name", info.site_name.to_lowercase()),
            ("client", info.client.to_string()),
            ("client_name", info.client_name.to_lowercase()),
        ]
    }
}

impl AgentExtras {
    async fn load(db: &impl ConnectionTrait, among: Option<&[i64]>) -> Result<Self, DbErr> {
        Ok(Self {
            with_patches: winupdate::list_agents_with_pending(db, among).await?,
            pending: queries::count_pending(db, among).await?,
            away: queries::list_away(db, among).await?,
            templates: FastMap::default(),
        })
    }

    fn write(&self, id: i64, out: &mut Vec<u8>) {
        let pending = self.pending.get(&id).copied().unwrap_or(0);
        let has_patches = self.with_patches.contains(&id);
        let template = self.templates.get(&id).map_or("null", AsRef::as_ref);
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            r#","alert_template":{template},"has_patches_pending":{has_patches},"pending_actions_count":{pending}"#
        );
    }
}

impl Fleet {
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// The key of the last agent.
    pub fn last(&self) -> Option<i64> {
        self.agents.last().map(|agent| agent.item.id)
    }

    pub fn keys(&self) -> impl Iterator<Item = i64> {
        self.agents.iter().map(|agent| agent.item.id)
    }

    /// Keeps only a part of the list, and records whether there are more after it.
    pub fn cut(&mut self, start: usize, size: usize) {
        self.agents.drain(..start.min(self.agents.len()));
        self.has_more = self.agents.len() > size;
        self.agents.truncate(size);
    }

    /// Whether an agent is connected at this moment.
    pub(super) fn is_connected(&self, agent: &Agent) -> bool {
        is_connected(agent.last_seen, self.extras.away.contains(&agent.item.id), self.now)
    }

    /// Writes an agent as JSON: full, or reduced.
    pub fn write(&self, index: usize, is_reduced: bool, out: &mut Vec<u8>) {
        let Agent { last_seen, item, site_index } = &self.agents[index];
        let texts = &self.sites[*site_index];
        let (site_text, item_text) = match is_reduced {
            true => (&texts.reduced, item.reduced()),
            false => (&texts.full, item.full()),
        };
        for part in ["{", site_text, item_text, r#","status":""#] {
            out.extend_from_slice(part.as_bytes());
        }
        out.extend_from_slice(item.status(*last_seen, self.now).as_str().as_bytes());
        out.push(b'"');
        if !is_reduced {
            // Writing to memory cannot fail.
            let _ = match last_seen {
                Some(time) => write!(out, r#","last_seen":"{time}""#),
                None => write!(out, r#","last_seen":null"#),
            };
            let connected = self.is_connected(&self.agents[index]);
            let _ = write!(out, r#","connected":{connected}"#);
            self.extras.write(item.id, out);
        }
        out.push(b'}');
    }
}
