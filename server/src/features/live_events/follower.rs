//! A viewer who follows topics: the next frames, and whether they are still allowed.

use serde_json::json;

use super::frame::{frame_with_data, frames, resync};
use super::topic;
use crate::app::App;
use crate::error::ApiError;
use crate::events::catalogue::{BulkProgress, Topic};
use crate::events::{LoggedEvent, Viewer};
use crate::features::bulk;
use crate::sockets::{CloseReason, Watcher};

/// Maximum number of topics of one follower.
const MAX_TOPICS: usize = 500;

pub struct Follower {
    app: App,
    watcher: Watcher,
    topics: Vec<Topic>,
}

/// A frame and its position in the event log.
pub struct NumberedFrame {
    /// Number to resume from.
    pub seq: u64,
    pub text: String,
}

impl Follower {
    pub fn new(app: App, viewer: Viewer) -> Self {
        Self { watcher: Watcher::new(app.clone(), viewer), app, topics: Vec::new() }
    }

    /// Number of the last event that was read.
    pub fn cursor(&self) -> u64 {
        self.watcher.cursor
    }

    /// Follows more topics; with `since`, also returns what happened there after
    /// that number.
    pub async fn subscribe(
        &mut self,
        names: &[String],
        since: Option<u64>,
    ) -> Result<Vec<NumberedFrame>, ApiError> {
        let mut new = Vec::new();
        for name in names {
            let topic = Topic::parse(name).ok_or(ApiError::NotFound("topic"))?;
            topic::check(&topic, &self.app, &self.watcher.viewer.identity).await?;
            if !self.topics.contains(&topic) && !new.contains(&topic) {
                new.push(topic);
            }
        }
        if self.topics.len() + new.len() > MAX_TOPICS {
            let sentence = format!("at most {MAX_TOPICS} topics can be followed");
            return Err(ApiError::invalid("topics", sentence));
        }
        let frames = match since {
            Some(since) => self.replay(&new, since).await?,
            None => Vec::new(),
        };
        self.topics.extend(new);
        Ok(frames)
    }

    pub fn unsubscribe(&mut self, names: &[String]) {
        self.topics.retain(|topic| !names.contains(&topic.name()));
    }

    /// What happened in these topics after `since`, up to the cursor.
    async fn replay(&self, topics: &[Topic], since: u64) -> Result<Vec<NumberedFrame>, ApiError> {
        let cursor = self.cursor();
        let Ok(entries) = self.app.events.log().after(since, usize::MAX) else {
            return Ok(vec![NumberedFrame { seq: cursor, text: resync(cursor) }]);
        };
        let mut frames = Vec::new();
        for entry in entries.iter().take_while(|entry| entry.seq <= cursor) {
            frames.extend(self.numbered_frames(topics, entry).await?);
        }
        Ok(frames)
    }

    /// Waits until [`Follower::read`] has something to do. Cancelling the wait loses
    /// nothing.
    pub async fn wait(&self) {
        self.watcher.wait().await;
    }

    /// The frames since the last call. May be empty.
    pub async fn read(&mut self) -> Result<Vec<NumberedFrame>, CloseReason> {
        let new_events = self.watcher.read().await?;
        if new_events.is_refreshed {
            self.check_topics().await?;
        }
        if new_events.is_broken {
            return Ok(vec![NumberedFrame { seq: self.cursor(), text: resync(self.cursor()) }]);
        }
        let mut frames = Vec::new();
        for entry in &new_events.entries {
            frames.extend(self.numbered_frames(&self.topics, entry).await?);
        }
        Ok(frames)
    }

    async fn numbered_frames(
        &self,
        topics: &[Topic],
        entry: &LoggedEvent,
    ) -> Result<Vec<NumberedFrame>, ApiError> {
        let mut texts = frames(&self.watcher.viewer, topics, entry);
        if !self.watcher.viewer.identity.scope.is_everything() {
            for topic in topics.iter().filter(|topic| topic.carries(&entry.event)) {
                texts.extend(self.bulk_progress_in_scope(topic, entry).await?);
            }
        }
        Ok(texts.into_iter().map(|text| NumberedFrame { seq: entry.seq, text }).collect())
    }

    /// The progress of a bulk action for viewers who see only a part of the fleet.
    async fn bulk_progress_in_scope(
        &self,
        topic: &Topic,
        entry: &LoggedEvent,
    ) -> Result<Option<String>, ApiError> {
        let Topic::Bulk(id) = topic else { return Ok(None) };
        let scope = &self.watcher.viewer.identity.scope;
        let counts = bulk::count(&self.app, scope, *id).await?;
        let sees_any = counts.total > 0;
        let progress = BulkProgress { id: *id, counts: counts.into() };
        Ok(sees_any.then(|| frame_with_data(topic, entry, &json!(progress))))
    }

    async fn check_topics(&self) -> Result<(), ApiError> {
        for topic in &self.topics {
            match topic::check(topic, &self.app, &self.watcher.viewer.identity).await {
                // An event reports that an object is gone; following it is not an error.
                Ok(()) | Err(ApiError::NotFound(_) | ApiError::Unavailable(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
