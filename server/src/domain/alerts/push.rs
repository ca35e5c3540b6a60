//! Notifications in browsers: of alerts that the bell counts, and of their end.

use muster_alerting::Severity;
use muster_alerting::machine::{Phase, Silence, State};

use super::round::Round;
use crate::domain::push::{Notification, PushAlert, push_alert};
use crate::error::ApiError;

impl Round<'_> {
    /// Notifies browsers that an alert opened, unless lists leave it out.
    pub(super) async fn push_opened(&mut self, cause: i64) -> Result<(), ApiError> {
        self.push(cause, "").await
    }

    /// Notifies browsers that something works again. Not if somebody closed the alert
    /// by hand, and not during a silence.
    pub(super) async fn push_resolved(
        &mut self,
        cause: i64,
        before: &State,
        by: Option<&str>,
    ) -> Result<(), ApiError> {
        let is_silent = before.phase == Phase::Snoozed || before.silence() != Silence::None;
        match is_silent || by.is_some() {
            true => Ok(()),
            false => self.push(cause, "Resolved: ").await,
        }
    }

    async fn push(&mut self, cause: i64, prefix: &str) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let Some(alert) = known.alert.and_then(|id| self.alerts.get(&id)) else { return Ok(()) };
        if alert.hidden || alert.suppressed {
            return Ok(());
        }
        let hostname = self.facts.agent(known).map(|agent| agent.hostname.clone());
        let notification = Notification {
            title: format!("{prefix}{}", hostname.unwrap_or_else(|| "Muster".to_owned())),
            body: alert.message.clone(),
            url: format!("/ui/alerts/{}", alert.id),
            tag: format!("alert {}", alert.id),
        };
        let alert = PushAlert {
            agent: known.agent,
            client: None,
            site: known.site,
            severity: Severity::parse(&alert.severity).unwrap_or_default(),
            user: None,
            notification,
        };
        Ok(push_alert(self.app, self.write, &alert).await?)
    }
}
