//! The jobs that tell the owner of a watch: over their live connections, by mail and
//! in their browsers.

use anyhow::Context;
use muster_alerting::Severity;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fire::FiredWatch;
use super::news::{News, find_news};
use crate::app::App;
use crate::domain::mail::{send, waits_for_thaw};
use crate::domain::push::{PushAlert, push_to_browsers};
use crate::domain::settings::read_plain;
use crate::jobs::NewJob;

/// Kind of the jobs that tell somebody. Payload: the channel, and what is left of the
/// watch.
pub const TELL_KIND: &str = "watch_fired";

/// A way to tell somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Channel {
    /// The event `watch.fired`.
    Live,
    /// A mail, if the user has an address and mail is set up.
    Mail,
    /// Notifications in the user's browsers.
    Push,
}

impl Channel {
    pub(super) const ALL: [Self; 3] = [Self::Live, Self::Mail, Self::Push];
}

#[derive(Serialize, Deserialize)]
struct Payload {
    channel: Channel,
    watch: FiredWatch,
}

pub(super) fn tell_job(channel: Channel, watch: &FiredWatch) -> NewJob {
    let payload = serde_json::to_value(Payload { channel, watch: watch.clone() });
    NewJob::now(TELL_KIND, payload.expect("numbers and names are plain JSON"))
}

/// The job: tells the owner of a watch over one channel, if they may still know.
/// Nothing leaves the server while everything is frozen.
pub async fn tell(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { channel, watch } =
        serde_json::from_value(payload).context("while reading the payload of a watch")?;
    if channel != Channel::Live && waits_for_thaw(&app, tell_job(channel, &watch)).await? {
        return Ok(());
    }
    let user = watch.user_id;
    let Some(news) = find_news(app.db.read(), watch).await? else { return Ok(()) };
    match channel {
        Channel::Live => {
            app.events.publish(&news.event()).await;
            Ok(())
        }
        Channel::Mail => mail(&app, &news).await,
        Channel::Push => push(&app, &news, user).await,
    }
}

async fn mail(app: &App, news: &News) -> anyhow::Result<()> {
    let has_server = !read_plain(app.db.read()).await?.smtp_host.is_empty();
    if !has_server || news.email().is_empty() {
        return Ok(());
    }
    let (subject, text) = news.mail(app.settings.public_url.as_deref());
    send(app, news.email(), subject, text).await
}

async fn push(app: &App, news: &News, user: i64) -> anyhow::Result<()> {
    let alert = PushAlert {
        agent: Some(news.agent()),
        client: None,
        site: None,
        // Somebody waits for it: browsers get it at once.
        severity: Severity::Error,
        user: Some(user),
        notification: news.notification(),
    };
    push_to_browsers(app, &alert).await
}
