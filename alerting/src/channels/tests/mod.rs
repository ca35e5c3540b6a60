//! Who is notified, through the front door.

mod deciding;
mod explaining;

use super::*;
use crate::{Kind, Severity};

const ON: Channels = Channels::ALL;
const OFF: Channels = Channels::NONE;
const SHOWN: Channels = Channels { dashboard: true, email: false, sms: false };
const SENT: Channels = Channels { dashboard: false, email: true, sms: true };

/// Settings with recipients, and with everything allowed to leave the server.
fn open_globals() -> Globals {
    Globals {
        notify_on_info: true,
        notify_on_warning: true,
        email_recipients: vec!["ops@example.com".to_owned()],
        text_recipients: vec!["+4930".to_owned()],
        email_from: Some("muster@example.com".to_owned()),
    }
}

/// A template with the same setting on each channel of each kind.
fn template(always: Option<bool>, severities: &[Severity]) -> Template {
    let channel = ChannelSettings { always, severities: severities.to_vec(), on_resolved: false };
    let settings = KindSettings {
        dashboard: channel.clone(),
        email: channel.clone(),
        sms: channel,
        ..KindSettings::default()
    };
    Template {
        name: "Usual".to_owned(),
        agent: settings.clone(),
        check: settings.clone(),
        task: settings,
        ..Template::default()
    }
}

fn channels(
    kind: Kind,
    severity: Severity,
    own: Channels,
    template: Option<&Template>,
) -> Channels {
    let globals = open_globals();
    plan(&Subject { kind, severity, own, template, globals: &globals }).channels()
}
