//! Somebody who follows topics: what they get next, and whether they still may.

use super::frame::{frames, resync};
use super::topic::Topic;
use crate::app::App;
use crate::error::ApiError;
use crate::events::{Logged, Viewer};
use crate::sockets::{Ended, Watcher};

/// Topics of one listener.
const MOST_TOPICS: usize = 500;

/// Somebody who follows topics.
pub struct Follower {
    app: App,
    watcher: Watcher,
    topics: Vec<Topic>,
}

/// A frame, and how far whoever has it has come.
pub struct Step {
    /// Number to read on from.
    pub seq: u64,
    /// What is sent.
    pub text: String,
}

impl Follower {
    /// Somebody who follows nothing yet.
    pub fn new(app: App, viewer: Viewer) -> Self {
        Self { watcher: Watcher::new(app.clone(), viewer), app, topics: Vec::new() }
    }

    /// How far they have come.
    pub fn cursor(&self) -> u64 {
        self.watcher.cursor
    }

    /// Follows more topics; with `since`, also gives what happened there after
    /// that number.
    pub async fn subscribe(
        &mut self,
        names: &[String],
        since: Option<u64>,
    ) -> Result<Vec<Step>, ApiError> {
        let mut new = Vec::new();
        for name in names {
            let topic = Topic::parse(name).ok_or(ApiError::NotFound("topic"))?;
            topic.check(&self.app, &self.watcher.viewer.identity).await?;
            if !self.topics.contains(&topic) && !new.contains(&topic) {
                new.push(topic);
            }
        }
        if self.topics.len() + new.len() > MOST_TOPICS {
            let sentence = format!("at most {MOST_TOPICS} topics can be followed");
            return Err(ApiError::invalid("topics", sentence));
        }
        let steps = since.map_or_else(Vec::new, |since| self.replay(&new, since));
        self.topics.extend(new);
        Ok(steps)
    }

    /// Follows these no more.
    pub fn unsubscribe(&mut self, names: &[String]) {
        self.topics.retain(|topic| !names.contains(&topic.name()));
    }

    /// What happened in these topics after `since`, up to where we are.
    fn replay(&self, topics: &[Topic], since: u64) -> Vec<Step> {
        let cursor = self.cursor();
        match self.app.events.log().after(since, usize::MAX) {
            Err(_) => vec![Step { seq: cursor, text: resync(cursor) }],
            Ok(entries) => {
                let until_now = entries.iter().take_while(|entry| entry.seq <= cursor);
                until_now.flat_map(|entry| self.steps(topics, entry)).collect()
            }
        }
    }

    /// Waits until [`Follower::read`] has something to do. Giving up while
    /// waiting loses nothing.
    pub async fn wait(&self) {
        self.watcher.wait().await;
    }

    /// What happened since the last time. May be nothing.
    pub async fn read(&mut self) -> Result<Vec<Step>, Ended> {
        let news = self.watcher.read().await?;
        if news.is_refreshed {
            self.check_topics().await?;
        }
        if news.is_broken {
            return Ok(vec![Step { seq: self.cursor(), text: resync(self.cursor()) }]);
        }
        Ok(news.entries.iter().flat_map(|entry| self.steps(&self.topics, entry)).collect())
    }

    fn steps(&self, topics: &[Topic], entry: &Logged) -> Vec<Step> {
        let texts = frames(&self.watcher.viewer, topics, entry).into_iter();
        texts.map(|text| Step { seq: entry.seq, text }).collect()
    }

    async fn check_topics(&self) -> Result<(), ApiError> {
        for topic in &self.topics {
            match topic.check(&self.app, &self.watcher.viewer.identity).await {
                // A thing that is gone says so by an event, and nothing more.
                Ok(()) | Err(ApiError::NotFound(_) | ApiError::Unavailable(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
