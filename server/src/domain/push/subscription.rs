//! A browser that wants notifications.

use muster_alerting::Severity;
use serde::Serialize;
use utoipa::ToSchema;

use crate::push::PushTarget;
use crate::time::Timestamp;

/// A browser that gets notifications, as its owner sees it. Its address is a secret
/// and not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PushSubscription {
    /// Key of the subscription.
    pub id: i64,
    /// What its owner calls the browser.
    pub label: String,
    /// Host of the push service.
    pub endpoint_host: String,
    /// SHA-256 of the browser's address at the push service, in hexadecimal: a
    /// browser finds itself in the list by it.
    pub endpoint_hash: String,
    /// The mildest alerts that are sent: `info`, `warning` or `error`.
    #[schema(value_type = String)]
    pub min_severity: Severity,
    /// When it was added.
    #[schema(value_type = String, format = DateTime)]
    pub created: Timestamp,
    /// When the push service last accepted a notification.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_sent: Option<Timestamp>,
    /// Why the last notification was not accepted; empty if it was.
    pub last_error: String,
}

impl PushSubscription {
    /// The browser in a sentence, for people.
    pub fn name(&self) -> String {
        match self.label.as_str() {
            "" => format!("a browser at {}", self.endpoint_host),
            label => format!("browser {label}"),
        }
    }
}

/// A browser to be added.
pub struct NewSubscription {
    /// Where its notifications go.
    pub target: PushTarget,
    /// What its owner calls it.
    pub label: String,
    /// The mildest alerts that are sent.
    pub min_severity: Severity,
}
