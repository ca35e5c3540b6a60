//! A watcher: reads new events, and checks whether it may still see them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::CloseReason;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::events::{LoggedEvent, MissedEvents, Viewer};

/// Events read before the peer gets a turn.
const AT_ONCE: usize = 256;
/// Changes made directly in the database, on the command line, and the end of a
/// session show this late.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// A caller who watches events.
pub struct Watcher {
    app: App,
    /// Their identity, as of the last event that was read.
    pub viewer: Viewer,
    /// Number of the last event that was read.
    pub cursor: u64,
    next_refresh: Instant,
}

/// The events since the last read.
#[derive(Default)]
pub struct NewEvents {
    /// Events, the oldest first. To be seen with the viewer's eyes of now.
    pub entries: Vec<Arc<LoggedEvent>>,
    /// The viewer may have other rights than before.
    pub is_refreshed: bool,
    /// Events were lost before these.
    pub is_broken: bool,
}

impl Watcher {
    /// A watcher that starts with the next event.
    pub fn new(app: App, viewer: Viewer) -> Self {
        let cursor = app.events.log().newest();
        Self { app, viewer, cursor, next_refresh: clock::steady() + REFRESH_INTERVAL }
    }

    /// Waits until [`Watcher::read`] has something to do. Cancelling while
    /// waiting loses nothing.
    pub async fn wait(&self) {
        tokio::select! {
            () = self.app.events.log().wait_past(self.cursor) => {}
            () = clock::sleep_until(self.next_refresh) => {}
        }
    }

    /// The events since the last time. May be empty.
    pub async fn read(&mut self) -> Result<NewEvents, CloseReason> {
        let mut new_events = NewEvents::default();
        if clock::steady() >= self.next_refresh {
            self.refresh_viewer().await?;
            new_events.is_refreshed = true;
        }
        let log = self.app.events.log();
        let mut entries = match log.after(self.cursor, AT_ONCE) {
            Ok(entries) => entries,
            Err(MissedEvents::TooOld) => return Err(CloseReason::TooSlow),
            Err(MissedEvents::Broken) => {
                self.cursor = log.newest();
                return Ok(NewEvents { is_broken: true, ..new_events });
            }
        };
        match entries.iter().position(|entry| self.viewer.is_touched_by(&entry.event)) {
            // It and what follows is read with the new rights.
            Some(0) => {
                entries.truncate(1);
                self.refresh_viewer().await?;
                new_events.is_refreshed = true;
            }
            Some(touching) => entries.truncate(touching),
            None => {}
        }
        self.cursor = entries.last().map_or(self.cursor, |last| last.seq);
        Ok(NewEvents { entries, ..new_events })
    }

    /// Checks whether the credential is still valid, and for what.
    async fn refresh_viewer(&mut self) -> Result<(), CloseReason> {
        self.next_refresh = clock::steady() + REFRESH_INTERVAL;
        match self.viewer.refresh(&self.app).await {
            // No one can revoke a right either while the database is
            // unreachable.
            Ok(()) | Err(ApiError::Unavailable(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}
