//! Messages about alerts: who gets them, as jobs of the transaction that decided.

use muster_alerting::channels::Channels;
use muster_alerting::machine::{Message, State};
use serde_json::json;

use super::alert_queries::OpenAlert;
use super::facts::Ruling;
use super::recent::list_recent;
use super::round::Round;
use super::sending::{MAIL_KIND, SMS_KIND, StoredMail, StoredSms};
use super::wording::{Wording, html_body, sms_text, status_line, text_body};
use crate::auth::random_letters;
use crate::error::ApiError;
use crate::jobs::NewJob;
use crate::mail::Thread;
use crate::time::Timestamp;

/// A message to be sent.
pub struct Notice {
    pub message: Message,
    pub channels: Channels,
    /// Steps of escalation whose recipients get it.
    pub through_step: usize,
    /// When it happened.
    pub at: Timestamp,
}

impl Round<'_> {
    /// Stores a job for each recipient of a message.
    pub(super) async fn notify(
        &mut self,
        cause: i64,
        notice: &Notice,
        (ruling, before): (&Ruling, &State),
        news: &str,
    ) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let Some(alert) = known.alert.and_then(|id| self.alerts.get(&id)) else { return Ok(()) };
        // Only mails show them.
        let recent = match notice.channels.email {
            true => list_recent(self.write, known).await?,
            false => Vec::new(),
        };
        let (site, agent) = (self.facts.location(known), self.facts.agent(known));
        let wording = Wording {
            status: status_line(notice.message),
            // A recovery, or a failure that has nothing new to say.
            message: if news.is_empty() { &alert.message } else { news },
            severity: &alert.severity,
            hostname: agent.map(|agent| agent.hostname.as_str()),
            location: site.map(|site| (site.client_name.as_str(), site.name.as_str())),
            since: alert.alert_time,
            at: notice.at,
            recent,
            link: self.app.settings.public_url.as_ref().map(|url| alert_link(url, alert.id)),
        };
        let mut jobs = Vec::new();
        if notice.channels.email {
            jobs.extend(mail_jobs(alert, notice, (ruling, before), &wording));
        }
        if notice.channels.sms {
            jobs.extend(sms_jobs(alert, notice, ruling, &wording));
        }
        for job in jobs {
            self.app.jobs.enqueue(self.write, job).await?;
        }
        Ok(())
    }
}

/// One mail for each recipient, all in the conversation of the alert.
fn mail_jobs(
    alert: &OpenAlert,
    notice: &Notice,
    (ruling, before): (&Ruling, &State),
    wording: &Wording<'_>,
) -> Vec<NewJob> {
    let is_first = notice.message == Message::Failed
        || (notice.message == Message::Flapping && !before.announced.email);
    let subject = match is_first {
        true => alert.subject.clone(),
        false => format!("Re: {}", alert.subject),
    };
    let job = |to: String| {
        let message_id = match is_first {
            true => alert.thread.clone(),
            false => format!("{}.{}", alert.thread, random_letters(8)),
        };
        let reply_to = (!is_first).then(|| alert.thread.clone());
        let mail = StoredMail {
            alert: alert.id,
            is_resolved: notice.message == Message::Resolved,
            to,
            from: ruling.plan.email_from.clone(),
            subject: subject.clone(),
            text: text_body(wording),
            html: html_body(wording),
            thread: Thread { message_id, reply_to },
        };
        NewJob::now(MAIL_KIND, json!(mail))
    };
    email_recipients(ruling, notice).into_iter().map(job).collect()
}

/// One text message for each recipient.
fn sms_jobs(
    alert: &OpenAlert,
    notice: &Notice,
    ruling: &Ruling,
    wording: &Wording<'_>,
) -> Vec<NewJob> {
    let job = |to: String| {
        let sms = StoredSms {
            alert: alert.id,
            is_resolved: notice.message == Message::Resolved,
            message_id: format!("alert-{}-{}", alert.id, random_letters(12)),
            to,
            text: sms_text(wording),
        };
        NewJob::now(SMS_KIND, json!(sms))
    };
    text_recipients(ruling, notice).into_iter().map(job).collect()
}

/// Where people read about an alert.
fn alert_link(public_url: &str, alert: i64) -> String {
    format!("{}/ui/alerts/{alert}", public_url.trim_end_matches('/'))
}

/// An escalation is only for the recipients of its last step.
fn email_recipients(ruling: &Ruling, notice: &Notice) -> Vec<String> {
    let escalation = &ruling.escalation;
    if notice.message == Message::Escalated {
        let step = notice.through_step.checked_sub(1).and_then(|last| escalation.steps.get(last));
        return step.map(|step| step.email_recipients.clone()).unwrap_or_default();
    }
    let more = escalation.email_recipients_through(notice.through_step);
    each_once(&ruling.plan.email_recipients, more)
}

fn text_recipients(ruling: &Ruling, notice: &Notice) -> Vec<String> {
    let escalation = &ruling.escalation;
    if notice.message == Message::Escalated {
        let step = notice.through_step.checked_sub(1).and_then(|last| escalation.steps.get(last));
        return step.map(|step| step.text_recipients.clone()).unwrap_or_default();
    }
    let more = escalation.text_recipients_through(notice.through_step);
    each_once(&ruling.plan.text_recipients, more)
}

fn each_once(first: &[String], more: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(first.len() + more.len());
    for recipient in first.iter().cloned().chain(more) {
        if !all.contains(&recipient) {
            all.push(recipient);
        }
    }
    all
}
