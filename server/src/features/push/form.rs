//! What a browser or its owner may send.

use muster_alerting::Severity;
use utoipa::ToSchema;

use crate::domain::push::{NewSubscription, PushSubscription};
use crate::input::{Field, Fields, Parse};
use crate::push::{PushTarget, is_auth, is_endpoint, is_public_key};

const LONGEST_ENDPOINT: usize = 1000;
const LONGEST_LABEL: usize = 100;
/// Room for 65 bytes in base64url, with padding.
const LONGEST_KEY: usize = 88;
/// Room for 16 bytes in base64url, with padding.
const LONGEST_AUTH: usize = 24;
const SEVERITIES: &[&str] = &["info", "warning", "error"];

/// A browser's subscription, as `PushSubscription.toJSON()` shows it there.
#[derive(ToSchema)]
pub struct CreatePush {
    /// The browser's address at its push service; shown to nobody afterwards. It
    /// begins with `https://`, or with `http://` where the operator allows the target
    /// (`OUTBOUND_ALLOW`).
    endpoint: String,
    /// The browser's public key: an uncompressed point of P-256, 65 bytes in base64url.
    p256dh: String,
    /// The secret that browser and server share: 16 bytes in base64url.
    auth: String,
    /// What to call the browser; trimmed.
    #[schema(required = false)]
    label: String,
    /// The mildest alerts to be sent: `info`, `warning` or `error`.
    #[schema(required = false, value_type = String, default = "warning")]
    min_severity: Severity,
}

/// What to change of a browser. Absent keys keep what they have.
#[derive(ToSchema)]
pub struct PushForm {
    /// What to call the browser; trimmed, null for nothing.
    label: Option<String>,
    /// The mildest alerts to be sent: `info`, `warning` or `error`.
    #[schema(required = false, value_type = String)]
    min_severity: Option<Severity>,
}

impl Parse for CreatePush {
    fn parse(fields: &Fields<'_>) -> Self {
        let endpoint = fields.text("endpoint").not_blank().max(LONGEST_ENDPOINT);
        let p256dh = fields.text("p256dh").not_blank().max(LONGEST_KEY);
        let auth = fields.text("auth").not_blank().max(LONGEST_AUTH);
        let no_key = "must be an uncompressed point of P-256: 65 bytes in base64url";
        Self {
            endpoint: endpoint
                .check(|text| is_endpoint(text), "must be an address that begins with https://")
                .required(),
            p256dh: p256dh.check(|text| is_public_key(text), no_key).required(),
            auth: auth.check(|text| is_auth(text), "must be 16 bytes in base64url").required(),
            label: label(fields).or(String::new()),
            min_severity: read_severity(&severity(fields).or(String::new())),
        }
    }
}

impl Parse for PushForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            label: label(fields).nullable().map(Option::unwrap_or_default),
            min_severity: severity(fields).optional().map(|name| read_severity(&name)),
        }
    }
}

impl CreatePush {
    /// The browser to be stored; none if something is wrong with it, which was
    /// checked.
    pub fn into_subscription(self) -> Option<NewSubscription> {
        let target = PushTarget::parse(&self.endpoint, &self.p256dh, &self.auth)?;
        Some(NewSubscription { target, label: self.label, min_severity: self.min_severity })
    }
}

impl PushForm {
    /// The browser with this change made.
    pub fn applied_to(self, old: PushSubscription) -> PushSubscription {
        PushSubscription {
            label: self.label.unwrap_or(old.label),
            min_severity: self.min_severity.unwrap_or(old.min_severity),
            ..old
        }
    }
}

fn label<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("label").trimmed().max(LONGEST_LABEL)
}

fn severity<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("min_severity").one_of(SEVERITIES)
}

/// The severity of a name that was checked; the default if none was sent.
fn read_severity(name: &str) -> Severity {
    Severity::parse(name).unwrap_or(Severity::Warning)
}
