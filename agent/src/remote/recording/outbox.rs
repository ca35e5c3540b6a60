//! What of recordings waits for the server, for the connection that sends it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;

use super::spool::SpooledRecording;
use crate::checks::Attempts;
use crate::data_dir::DataDir;

/// The recordings of this computer that the server does not have.
#[derive(Debug)]
pub struct RecordingOutbox {
    folder: PathBuf,
    /// Wakes the connection: there is more.
    pub more: Arc<Notify>,
    attempts: Attempts,
}

impl RecordingOutbox {
    /// Of this agent.
    pub fn new(data: &DataDir, agent_id: &str) -> Self {
        let attempts = Attempts::of(agent_id);
        Self { folder: data.recordings(), more: Arc::default(), attempts }
    }

    /// Everything that is there, the oldest recording first.
    pub async fn list(&self) -> io::Result<Vec<SpooledRecording>> {
        let folder = self.folder.clone();
        spawn_blocking(move || SpooledRecording::list(&folder)).await?
    }

    /// Waits until there may be more.
    ///
    /// One waiter at a time: the connection.
    pub async fn wait_for_more(&self) {
        self.more.notified().await;
    }

    /// Records that a part was sent; false when that was done too often already.
    pub fn may_send(&self) -> bool {
        self.attempts.begin()
    }

    /// Records that the server answered.
    pub fn settled(&self) {
        self.attempts.settle();
    }

    /// How long to wait before the first part of a connection is sent, because earlier ones
    /// were not answered.
    pub fn delay(&self) -> Duration {
        self.attempts.delay()
    }
}
