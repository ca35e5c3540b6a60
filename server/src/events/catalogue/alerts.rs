//! Events about alerts.

use serde::Serialize;
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Alerts);

const ALERT_OPENED: EventType<AlertInfo> =
    EventType::new(TOPIC, "alert.opened", "an alert was opened");
const ALERT_UPDATED: EventType<AlertInfo> = EventType::new(
    TOPIC,
    "alert.updated",
    "the message or severity of an alert changed, somebody acknowledged it, its snooze ended, its \
     action printed something, or it was deleted",
);
const ALERT_RESOLVED: EventType<AlertInfo> =
    EventType::new(TOPIC, "alert.resolved", "an alert was closed, by a recovery or by hand");
const ALERT_SNOOZED: EventType<AlertInfo> =
    EventType::new(TOPIC, "alert.snoozed", "somebody snoozed an alert");
const ALERT_COUNT: EventType<AlertCount> = EventType::new(
    TOPIC,
    "alert.count",
    "the number of open alerts of a site changed, without those that are snoozed or hidden",
);

/// Data of the events about one alert.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AlertInfo {
    /// Key of the alert.
    pub id: i64,
    /// Identifier of the agent; null when it is about none.
    #[schema(required = true)]
    pub agent_id: Option<String>,
    /// Host name of the agent; null when it is about none.
    #[schema(required = true)]
    pub hostname: Option<String>,
    /// `availability`, `check`, `task` or `custom`.
    pub alert_type: &'static str,
    /// `info`, `warning` or `error`.
    pub severity: String,
    /// What happened.
    pub message: String,
    /// Whether the bell leaves it out.
    pub hidden: bool,
}

/// Data of `alert.count`.
#[derive(Serialize, ToSchema)]
pub struct AlertCount {
    /// Key of the client; null for alerts about no agent.
    #[schema(required = true)]
    client_id: Option<i64>,
    /// Key of the site; null for alerts about no agent.
    #[schema(required = true)]
    site_id: Option<i64>,
    /// How many alerts are open there.
    count: i64,
}

impl Event {
    /// An alert was opened.
    pub fn alert_opened(alert: AlertInfo) -> Self {
        ALERT_OPENED.event(alert)
    }

    /// An alert changed.
    pub fn alert_updated(alert: AlertInfo) -> Self {
        ALERT_UPDATED.event(alert)
    }

    /// An alert was closed.
    pub fn alert_resolved(alert: AlertInfo) -> Self {
        ALERT_RESOLVED.event(alert)
    }

    /// An alert was snoozed.
    pub fn alert_snoozed(alert: AlertInfo) -> Self {
        ALERT_SNOOZED.event(alert)
    }

    /// The number of open alerts of a site, given as client and site, changed.
    pub fn alert_count(location: Option<(i64, i64)>, count: i64) -> Self {
        let (client_id, site_id) =
            (location.map(|(client, _)| client), location.map(|(_, site)| site));
        ALERT_COUNT.event(AlertCount { client_id, site_id, count })
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![
        ALERT_OPENED.entry(),
        ALERT_UPDATED.entry(),
        ALERT_RESOLVED.entry(),
        ALERT_SNOOZED.entry(),
        ALERT_COUNT.entry(),
    ]
}
