//! One round of decisions: causes are locked, the machine is asked about events,
//! and what it decided is stored, all in one transaction.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use muster_alerting::machine::{Event as MachineEvent, step};
use muster_alerting::storms::Departures;

use super::alert_queries::{self, OpenAlert};
use super::cause::Cause;
use super::cause_queries::{self, Wanted};
use super::departures;
use super::facts::{Facts, Ruling};
use super::relations::Relations;
use crate::app::App;
use crate::error::ApiError;
use crate::events::Event;
use crate::storage::Transaction;
use crate::time::Timestamp;

/// One round of decisions.
pub struct Round<'a> {
    pub(super) app: &'a App,
    pub(super) write: &'a Transaction,
    pub(super) now: Timestamp,
    pub(super) facts: Facts,
    pub(super) causes: BTreeMap<i64, Cause>,
    /// By key: alerts that were open or suppressed at the beginning, or are since.
    pub(super) alerts: BTreeMap<i64, OpenAlert>,
    /// By site.
    pub(super) departures: BTreeMap<i64, Departures>,
    /// By site: the agents that its alert listed at last, also once it is closed.
    pub(super) listed: BTreeMap<i64, BTreeSet<i64>>,
    pub(super) relations: Relations,
    pub(super) changed_causes: BTreeSet<i64>,
    pub(super) changed_alerts: BTreeSet<i64>,
    pub(super) changed_departures: BTreeSet<i64>,
    /// Client and site whose number of open alerts may have changed.
    pub(super) counted: BTreeSet<Option<(i64, i64)>>,
    pub(super) events: Vec<Event>,
}

/// What a round leaves to be done once its transaction is committed.
#[must_use]
pub struct Announcements {
    pub events: Vec<Event>,
}

impl Announcements {
    /// Publishes the events, and wakes the workers.
    pub async fn publish(self, app: &App) {
        app.events.publish_all(&self.events).await;
        app.jobs.wake().await;
    }
}

/// What is known of an event besides what the machine needs.
#[derive(Clone, Debug)]
pub struct Details {
    /// When it happened.
    pub at: Timestamp,
    /// What people read; empty where nothing changes.
    pub message: String,
    /// Who did it.
    pub by: Option<String>,
    /// What they said about it.
    pub note: String,
}

impl Details {
    /// Something that happened by itself.
    pub fn new(at: Timestamp, message: impl Into<String>) -> Self {
        Self { at, message: message.into(), by: None, note: String::new() }
    }

    /// Something that somebody did.
    pub fn by(at: Timestamp, username: &str, note: &str) -> Self {
        let (by, note) = (Some(username.to_owned()), note.to_owned());
        Self { at, message: String::new(), by, note }
    }
}

impl<'a> Round<'a> {
    /// Locks causes, and the departures of sites before them: everybody takes these
    /// locks in this order. With a site come its own cause and those of the agents it
    /// lists, with a cause those that it depends on or that depend on it.
    pub async fn begin(
        app: &'a App,
        write: &'a Transaction,
        mut wanted: Wanted,
    ) -> Result<Self, ApiError> {
        let now = Timestamp::now();
        wanted.sites.extend(cause_queries::list_sites(write, &wanted.causes).await?);
        let relations = Relations::find(write, &mut wanted).await?;
        let mut all_departures = BTreeMap::new();
        if !wanted.sites.is_empty() {
            cause_queries::ensure_sites(write, &wanted.sites).await?;
            all_departures = departures::lock(write, &wanted.sites).await?;
            wanted.availability.extend(all_departures.values().flat_map(departures::agents_of));
        }
        let causes = cause_queries::lock(write, &wanted).await?;
        let relations = relations.complete(write, &causes).await?;
        let listed = all_departures.values().flat_map(departures::agents_of);
        let facts = Facts::load(write, &causes, listed, now).await?;
        let ids: Vec<i64> = causes.iter().map(|cause| cause.id).collect();
        let alerts = alert_queries::list_open(write, &ids).await?;
        Ok(Self {
            app,
            write,
            now,
            facts,
            causes: causes.into_iter().map(|cause| (cause.id, cause)).collect(),
            alerts: alerts.into_iter().map(|alert| (alert.id, alert)).collect(),
            listed: all_departures
                .iter()
                .map(|(site, found)| (*site, found.listed.clone()))
                .collect(),
            departures: all_departures,
            relations,
            changed_causes: BTreeSet::new(),
            changed_alerts: BTreeSet::new(),
            changed_departures: BTreeSet::new(),
            counted: BTreeSet::new(),
            events: Vec::new(),
        })
    }

    /// Asks the machine about an event of a cause and carries out what it decides.
    /// Returns whether it was accepted: false where there is no open alert to act on.
    pub async fn meet(
        &mut self,
        cause: i64,
        event: MachineEvent,
        details: &Details,
    ) -> Result<bool, ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(false) };
        let severity = match event {
            MachineEvent::Failed { severity } | MachineEvent::FlappingBegan { severity } => {
                severity
            }
            _ => known.state.severity,
        };
        let ruling = self.ruling(known, severity);
        let before = known.state;
        let found = step(&before, &event, &ruling.rules);
        if found.state != before {
            self.changed_causes.insert(cause);
        }
        if let Some(known) = self.causes.get_mut(&cause) {
            known.state = found.state;
        }
        let mut is_accepted = true;
        let mut details = details.clone();
        let is_failure =
            matches!(event, MachineEvent::Failed { .. } | MachineEvent::FlappingBegan { .. });
        if is_failure && !details.message.is_empty() {
            details.message = self.with_behind(cause, &details.message);
        }
        for decision in found.decisions {
            is_accepted &= self.carry_out(cause, decision, (&ruling, &before), &details).await?;
        }
        Ok(is_accepted)
    }

    pub(super) fn ruling(&self, cause: &Cause, severity: muster_alerting::Severity) -> Ruling {
        let nobody = BTreeSet::new();
        let listed = cause.site.and_then(|site| self.listed.get(&site));
        self.facts.ruling(cause, severity, listed.unwrap_or(&nobody))
    }

    /// Lets the machine know when maintenance of the agent of a cause has begun or
    /// ended: what is decided does not depend on a timer that may be late.
    pub async fn follow_maintenance(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let is_in_it = known.agent.is_some_and(|agent| self.facts.maintenance.contains(&agent));
        let event = match (known.state.maintenance, is_in_it) {
            (false, true) => MachineEvent::MaintenanceBegan,
            (true, false) => MachineEvent::MaintenanceEnded,
            _ => return Ok(()),
        };
        let details = Details::new(self.now, "");
        self.meet(cause, event, &details).await.map(|_| ())
    }

    /// Stores what changed. The caller commits, and publishes after that.
    pub async fn finish(mut self) -> Result<Announcements, ApiError> {
        self.settle_covers().await?;
        let changed = |id: &i64| self.causes.get(id);
        let causes: Vec<&Cause> = self.changed_causes.iter().filter_map(changed).collect();
        cause_queries::update(self.write, &causes).await?;
        let changed = |id: &i64| self.alerts.get(id);
        let alerts: Vec<&OpenAlert> = self.changed_alerts.iter().filter_map(changed).collect();
        alert_queries::update(self.write, &alerts).await?;
        for site in &self.changed_departures {
            if let Some(found) = self.departures.get(site) {
                departures::store(self.write, *site, found).await?;
            }
        }
        self.count().await?;
        Ok(Announcements { events: self.events })
    }

    pub(super) fn instant(&self) -> DateTime<Utc> {
        super::cause::instant(self.now.micros())
    }
}
