//! What the machine decided, carried out.

use chrono::{DateTime, Utc};
use muster_alerting::Severity;
use muster_alerting::machine::{Decision, Moment, State, Timer, When};
use serde_json::json;

use super::ACTION_KIND;
use super::alert_queries::{self, NewAlert, OpenAlert};
use super::cause::stamp;
use super::facts::Ruling;
use super::messages::Notice;
use super::overdue::overdue_job;
use super::round::{Details, Round};
use super::timers::timer_job;
use crate::auth::random_letters;
use crate::error::ApiError;
use crate::events::Event;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Letters that make the conversation about an alert unique.
const THREAD_LENGTH: usize = 20;

/// Letters of a run's id that nobody guesses.
const NONCE_LENGTH: usize = 24;

impl Round<'_> {
    /// Carries out one decision; returns false if it is a refusal.
    pub(super) async fn carry_out(
        &mut self,
        cause: i64,
        decision: Decision,
        (ruling, before): (&Ruling, &State),
        details: &Details,
    ) -> Result<bool, ApiError> {
        match decision {
            Decision::Open { severity, hidden } => {
                self.open(cause, (severity, hidden, false), ruling, details).await?;
            }
            Decision::Suppress { severity } => {
                self.open(cause, (severity, true, true), ruling, details).await?;
            }
            Decision::Update { severity, hidden } => self.update(cause, severity, hidden, details),
            Decision::Close => self.close(cause, before, details).await?,
            Decision::RecordAcknowledgement => self.acknowledge(cause, details).await?,
            Decision::RecordSnooze { until } => {
                self.record_snooze(cause, true, until.map(stamp)).await?;
            }
            Decision::EndSnooze => self.record_snooze(cause, false, None).await?,
            Decision::Notify { message, channels, through_step } => {
                let notice = Notice { message, channels, through_step, at: details.at };
                self.notify(cause, &notice, (ruling, before), &details.message).await?;
            }
            Decision::Run(moment) => self.run(cause, moment).await?,
            Decision::Schedule { timer, when } => self.schedule(cause, timer, when).await?,
            Decision::Cancel(timer) => self.cancel(cause, timer),
            Decision::RestartOverdueTimer => self.restart_overdue_timer(cause).await?,
            Decision::ListInCover => self.list_in_cover(cause).await?,
            Decision::Refuse => return Ok(false),
        }
        Ok(true)
    }

    async fn open(
        &mut self,
        cause: i64,
        (severity, hidden, suppressed): (Severity, bool, bool),
        ruling: &Ruling,
        details: &Details,
    ) -> Result<(), ApiError> {
        let Some(known) = self.causes.get_mut(&cause) else { return Ok(()) };
        let thread = random_letters(THREAD_LENGTH);
        let subject = self.facts.subject(known, &details.message);
        let template = ruling.template.as_ref().map(|found| (found.id, found.name.as_str()));
        let new = NewAlert {
            cause: known,
            message: &details.message,
            time: details.at,
            severity,
            hidden,
            suppressed,
            template,
            thread: &thread,
            subject: &subject,
        };
        let id = alert_queries::insert(self.write, &new).await?;
        known.alert = Some(id);
        self.changed_causes.insert(cause);
        let alert = OpenAlert {
            id,
            message: details.message.clone(),
            severity: severity.as_str().to_owned(),
            hidden,
            suppressed,
            flapping: known.flapping.flapping,
            alert_time: details.at,
            thread,
            subject,
            covered_by: None,
        };
        self.keep(cause, alert);
        self.push_opened(cause).await
    }

    fn keep(&mut self, cause: i64, alert: OpenAlert) {
        if alert.flapping {
            self.changed_alerts.insert(alert.id);
        }
        self.alerts.insert(alert.id, alert);
        self.announce(cause, Event::alert_opened);
    }

    /// Stores what changed, if anything did.
    fn update(&mut self, cause: i64, severity: Severity, hidden: bool, details: &Details) {
        let Some(known) = self.causes.get(&cause) else { return };
        let Some(alert) = known.alert.and_then(|id| self.alerts.get_mut(&id)) else { return };
        let is_same_message = details.message.is_empty() || details.message == alert.message;
        let hidden = hidden || alert.suppressed;
        let flapping = known.flapping.flapping;
        if is_same_message
            && alert.severity == severity.as_str()
            && alert.hidden == hidden
            && alert.flapping == flapping
        {
            return;
        }
        if !is_same_message {
            alert.message.clone_from(&details.message);
        }
        alert.severity = severity.as_str().to_owned();
        (alert.hidden, alert.flapping) = (hidden, flapping);
        self.changed_alerts.insert(alert.id);
        self.announce(cause, Event::alert_updated);
    }

    async fn close(
        &mut self,
        cause: i64,
        before: &State,
        details: &Details,
    ) -> Result<(), ApiError> {
        let Some(id) = self.causes.get(&cause).and_then(|known| known.alert) else {
            return Ok(());
        };
        self.push_resolved(cause, before, details.by.as_deref()).await?;
        alert_queries::close(self.write, id, details.by.as_deref(), self.now).await?;
        let covered_by = self.alerts.get(&id).and_then(|alert| alert.covered_by);
        self.relations.relisted.extend(covered_by);
        self.announce(cause, Event::alert_resolved);
        if let Some(known) = self.causes.get_mut(&cause) {
            known.alert = None;
            self.changed_causes.insert(cause);
        }
        Ok(())
    }

    async fn acknowledge(&mut self, cause: i64, details: &Details) -> Result<(), ApiError> {
        let Some(id) = self.causes.get(&cause).and_then(|known| known.alert) else {
            return Ok(());
        };
        let by = (details.by.as_deref().unwrap_or_default(), details.note.as_str());
        alert_queries::acknowledge(self.write, id, by, self.now).await?;
        self.announce(cause, Event::alert_updated);
        Ok(())
    }

    async fn record_snooze(
        &mut self,
        cause: i64,
        snoozed: bool,
        until: Option<Timestamp>,
    ) -> Result<(), ApiError> {
        let Some(id) = self.causes.get(&cause).and_then(|known| known.alert) else {
            return Ok(());
        };
        alert_queries::snooze(self.write, id, snoozed, until).await?;
        let event = match snoozed {
            true => Event::alert_snoozed,
            false => Event::alert_updated,
        };
        self.announce(cause, event);
        Ok(())
    }

    /// The action runs as a job: its start may wait for an agent.
    async fn run(&mut self, cause: i64, moment: Moment) -> Result<(), ApiError> {
        let Some(id) = self.causes.get(&cause).and_then(|known| known.alert) else {
            return Ok(());
        };
        let is_recovery = moment == Moment::Recovery;
        // Names its run: a job that is tried again starts nothing twice.
        let nonce = random_letters(NONCE_LENGTH);
        let payload = json!({ "alert": id, "recovery": is_recovery, "nonce": nonce });
        let job = NewJob::now(ACTION_KIND, payload).keyed(format!("{id}/{is_recovery}"));
        self.app.jobs.enqueue(self.write, job).await?;
        Ok(())
    }

    async fn schedule(&mut self, cause: i64, timer: Timer, when: When) -> Result<(), ApiError> {
        let at = match when {
            When::At(time) => time,
            When::After(span) => {
                self.instant().checked_add_signed(span).unwrap_or(DateTime::<Utc>::MAX_UTC)
            }
        };
        let Some(known) = self.causes.get_mut(&cause) else { return Ok(()) };
        known.timers.set(timer, Some(stamp(at)));
        self.changed_causes.insert(cause);
        self.app.jobs.enqueue(self.write, timer_job(cause, timer, stamp(at))).await?;
        Ok(())
    }

    /// The job of the timer finds that it is not set.
    fn cancel(&mut self, cause: i64, timer: Timer) {
        if let Some(known) = self.causes.get_mut(&cause) {
            known.timers.set(timer, None);
            self.changed_causes.insert(cause);
        }
    }

    async fn restart_overdue_timer(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        if let Some(agent) = self.facts.agent(known) {
            let job = overdue_job(agent.id, agent.overdue_time, self.now);
            self.app.jobs.enqueue(self.write, job).await?;
        }
        Ok(())
    }
}
