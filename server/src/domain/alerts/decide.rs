//! The job that decides about events: failures and recoveries of agents, checks and
//! tasks.

use anyhow::Context;
use muster_alerting::Severity;
use muster_alerting::machine::{Event as MachineEvent, Phase};
use muster_alerting::storms::FlappingDecision;
use serde_json::Value;

use super::cause::{Cause, CauseKind, instant};
use super::cause_queries::{self, Wanted};
use super::round::{Details, Round};
use crate::app::App;
use crate::domain::alert_events::{AlertEvent, AlertEvents, Happening, Source};
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// The job: decides about events in the order in which they happened.
pub async fn decide(app: App, payload: Value) -> anyhow::Result<()> {
    let AlertEvents { mut events } =
        serde_json::from_value(payload).context("the payload of alert events")?;
    if events.is_empty() {
        return Ok(());
    }
    events.sort_by_key(|event| event.time);
    let write = app.db.begin().await?;
    let causes = cause_queries::ensure(&write, &events).await?;
    let is_availability = |event: &&AlertEvent| event.source == Source::Availability;
    let away: Vec<AgentKey> =
        events.iter().filter(is_availability).map(|event| event.agent).collect();
    let sites = list_sites(&write, &away).await?;
    let mut round =
        Round::begin(&app, &write, Wanted { causes, sites, ..Wanted::default() }).await?;
    for site in round.departures.keys().copied().collect::<Vec<_>>() {
        round.forget_gone_agents(site).await?;
    }
    for event in &events {
        round.take(event).await?;
    }
    let announcements = round.finish().await?;
    write.commit().await?;
    announcements.publish(&app).await;
    Ok(())
}

async fn list_sites(
    db: &impl sea_orm::ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<i64>, sea_orm::DbErr> {
    if agents.is_empty() {
        return Ok(Vec::new());
    }
    let list = sql::list(agents);
    let text = format!(
        "select distinct site_id from present_agents where id in ({list}) order by site_id"
    );
    sql::values(db, &text, []).await
}

impl Round<'_> {
    /// Decides about one event.
    async fn take(&mut self, event: &AlertEvent) -> Result<(), ApiError> {
        let Some(cause) = self.cause_of(event) else { return Ok(()) };
        let Some(known) = self.causes.get_mut(&cause) else { return Ok(()) };
        if event.time < known.last_event {
            return Ok(());
        }
        if event.time > known.last_event {
            known.last_event = event.time;
            self.changed_causes.insert(cause);
        }
        self.follow_maintenance(cause).await?;
        self.follow_cover(cause).await?;
        let (failing, severity, message) = match &event.what {
            Happening::Failed { severity, message } => (true, *severity, message),
            Happening::Recovered { message } => (false, Severity::default(), message),
        };
        let Some(known) = self.causes.get_mut(&cause) else { return Ok(()) };
        let has_alert = known.state.phase != Phase::Clear;
        let before = known.flapping.clone();
        let decision = known.flapping.result(failing, has_alert, instant(event.time));
        if known.flapping != before {
            self.changed_causes.insert(cause);
        }
        let details = Details::new(Timestamp::from_micros(event.time), message.as_str());
        match decision {
            FlappingDecision::Pass => self.pass(cause, (failing, severity), &details).await,
            FlappingDecision::End { failing: fails } => {
                self.pass(cause, (fails, severity), &details).await
            }
            FlappingDecision::Keep { until } => {
                if !failing && event.source == Source::Availability {
                    self.forget_departure(cause).await?;
                }
                self.set_calm_timer(cause, until).await
            }
            FlappingDecision::Begin { until } => {
                self.set_calm_timer(cause, until).await?;
                self.begins_to_flap(cause, severity, details).await
            }
        }
    }

    async fn begins_to_flap(
        &mut self,
        cause: i64,
        severity: Severity,
        details: Details,
    ) -> Result<(), ApiError> {
        let severity = severity.max(self.severity_of(cause));
        let message = format!("changes all the time, lately: {}", details.message);
        let event = MachineEvent::FlappingBegan { severity };
        self.meet(cause, event, &Details { message, ..details }).await.map(|_| ())
    }

    fn severity_of(&self, cause: i64) -> Severity {
        self.causes.get(&cause).map_or(Severity::default(), |known| known.state.severity)
    }

    fn cause_of(&self, event: &AlertEvent) -> Option<i64> {
        let is_its = |cause: &&Cause| {
            cause.agent == Some(event.agent)
                && match event.source {
                    Source::Availability => cause.kind == CauseKind::Availability,
                    Source::Check { check } => cause.check == Some(check),
                    Source::Task { task } => cause.task == Some(task),
                }
        };
        self.causes.values().find(is_its).map(|cause| cause.id)
    }

    /// Passes a failure or recovery to the machine; that of an agent's availability
    /// goes through the departures of its site.
    async fn pass(
        &mut self,
        cause: i64,
        (failing, severity): (bool, Severity),
        details: &Details,
    ) -> Result<(), ApiError> {
        let is_availability =
            self.causes.get(&cause).is_some_and(|known| known.kind == CauseKind::Availability);
        match (failing, is_availability) {
            (true, true) => self.left(cause, severity, details).await,
            (false, true) => self.returned(cause, details).await,
            (true, false) => {
                self.meet(cause, MachineEvent::Failed { severity }, details).await.map(|_| ())
            }
            (false, false) => self.meet(cause, MachineEvent::Recovered, details).await.map(|_| ()),
        }
    }
}
