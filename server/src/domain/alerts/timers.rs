//! Timers of alerts: jobs that find out whether their time is still the right one.

use anyhow::Context;
use muster_alerting::machine::{Event as MachineEvent, Timer};
use muster_alerting::storms::FlappingDecision;
use serde::Deserialize;
use serde_json::{Value, json};

use super::cause::{Timers, instant};
use super::cause_queries::Wanted;
use super::round::{Details, Round};
use crate::app::App;
use crate::error::ApiError;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Kind of the jobs that are the timers of alerts. Payload: `cause`, its key.
pub const TIMER_KIND: &str = "alert_timer";

#[derive(Deserialize)]
struct Payload {
    cause: i64,
}

/// The job of a timer; one that waits already is moved.
pub(super) fn timer_job(cause: i64, timer: Timer, at: Timestamp) -> NewJob {
    let name = match timer {
        Timer::Repetition => "repetition",
        Timer::Escalation => "escalation",
        Timer::SnoozeEnd => "snooze",
    };
    named_job(cause, name, at)
}

/// The job that checks whether a cause has stopped flapping.
pub(super) fn calm_job(cause: i64, at: Timestamp) -> NewJob {
    named_job(cause, "calm", at)
}

fn named_job(cause: i64, name: &str, at: Timestamp) -> NewJob {
    NewJob::now(TIMER_KIND, json!({ "cause": cause })).at(at).keyed(format!("{cause}/{name}"))
}

/// The job: lets the machine know of all timers of the cause that are due.
pub async fn timer_due(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { cause } = serde_json::from_value(payload).context("the payload of a timer")?;
    let write = app.db.begin().await?;
    let wanted = Wanted { causes: vec![cause], ..Wanted::default() };
    let mut round = Round::begin(&app, &write, wanted).await?;
    round.follow_maintenance(cause).await?;
    round.due(cause).await?;
    let announcements = round.finish().await?;
    write.commit().await?;
    announcements.publish(&app).await;
    Ok(())
}

impl Round<'_> {
    async fn due(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        // Nobody is notified of an agent that was removed and can still be restored.
        if known.agent.is_some() && self.facts.agent(known).is_none() {
            return Ok(());
        }
        let timers: Timers = known.timers;
        let now = self.now;
        let is_due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        for (timer, at, event) in [
            (Timer::SnoozeEnd, timers.snooze_end, MachineEvent::SnoozeEnded),
            (Timer::Escalation, timers.escalation, MachineEvent::EscalationDue),
            (Timer::Repetition, timers.repetition, MachineEvent::PeriodicDue),
        ] {
            if !is_due(at) {
                continue;
            }
            if let Some(known) = self.causes.get_mut(&cause) {
                known.timers.set(timer, None);
                self.changed_causes.insert(cause);
            }
            self.meet(cause, event, &Details::new(now, "")).await?;
        }
        if is_due(timers.calm) {
            self.calm_due(cause).await?;
        }
        Ok(())
    }

    /// The time came at which a cause may have stopped flapping.
    async fn calm_due(&mut self, cause: i64) -> Result<(), ApiError> {
        let now = self.now;
        let Some(known) = self.causes.get_mut(&cause) else { return Ok(()) };
        known.timers.calm = None;
        self.changed_causes.insert(cause);
        let decision = known.flapping.due(instant(now.micros()));
        let severity = known.state.severity;
        match decision {
            FlappingDecision::Keep { until } | FlappingDecision::Begin { until } => {
                self.set_calm_timer(cause, until).await
            }
            FlappingDecision::End { failing } => {
                let message = "it does not change all the time any more";
                let (event, message) = match failing {
                    true => (MachineEvent::Failed { severity }, String::new()),
                    false => (MachineEvent::Recovered, message.to_owned()),
                };
                self.meet(cause, event, &Details::new(now, message)).await.map(|_| ())
            }
            FlappingDecision::Pass => Ok(()),
        }
    }

    pub(super) async fn set_calm_timer(
        &mut self,
        cause: i64,
        until: chrono::DateTime<chrono::Utc>,
    ) -> Result<(), ApiError> {
        let at = super::cause::stamp(until);
        if let Some(known) = self.causes.get_mut(&cause) {
            known.timers.calm = Some(at);
            self.changed_causes.insert(cause);
        }
        self.app.jobs.enqueue(self.write, calm_job(cause, at)).await?;
        Ok(())
    }
}
