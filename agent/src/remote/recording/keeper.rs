//! The thread that makes parts of what happened and writes them into the spool.

use std::sync::Arc;
use std::time::{Duration, Instant};

use muster_remote::recording::{PART_MILLISECONDS, RecordingWriter};
use tokio::sync::Notify;

use super::queue::{Batch, Ending, Item, Queue};
use super::spool::SpoolFolder;
use crate::identity::Identity;

/// How the thread spends its time.
#[derive(Clone, Copy, Debug)]
pub struct KeeperPace {
    /// A part with anything in it is closed after this.
    pub part: Duration,
    /// Before another attempt to write.
    pub retry: Duration,
    /// Bytes of all recordings that wait for the server.
    pub most_bytes: u64,
}

impl Default for KeeperPace {
    fn default() -> Self {
        Self {
            part: Duration::from_millis(PART_MILLISECONDS),
            retry: Duration::from_secs(1),
            most_bytes: super::spool::MOST_BYTES,
        }
    }
}

/// What the thread owns.
#[derive(Debug)]
pub struct Keeper {
    /// From the session.
    pub queue: Arc<Queue>,
    /// Makes the parts.
    pub writer: RecordingWriter,
    /// Where they go.
    pub folder: SpoolFolder,
    /// Whose signature they have.
    pub identity: Arc<Identity>,
    /// Notified after each part.
    pub recorded: Arc<Notify>,
    /// How it spends its time.
    pub pace: KeeperPace,
    /// The number of the next part.
    pub index: u32,
    /// Whether nothing could be written the last time.
    pub is_stuck: bool,
}

/// There is no more to be done: the session has ended.
struct Over;

impl Keeper {
    /// Works until the end of the session.
    pub fn run(mut self) {
        if self.work().is_err() {
            tracing::warn!("the end of a recording is lost: it could not be written");
        }
    }

    fn work(&mut self) -> Result<(), Over> {
        self.prepare()?;
        let mut due = None;
        loop {
            let Batch { items, ending } = self.queue.next_batch(due);
            if ending == Some(Ending::Abandoned) {
                return Ok(());
            }
            for item in items {
                self.take(item)?;
            }
            if ending.is_some() {
                return self.close(true);
            }
            due = match due {
                Some(due) if due <= Instant::now() => {
                    self.close(false)?;
                    None
                }
                None if !self.writer.is_empty() => Some(Instant::now() + self.pace.part),
                due => due.filter(|_| !self.writer.is_empty()),
            };
        }
    }

    /// Makes the folder: whether it can be written is known before anything happens.
    fn prepare(&mut self) -> Result<(), Over> {
        loop {
            match self.folder.create() {
                Ok(()) => {
                    self.works();
                    return Ok(());
                }
                Err(error) => self.wait_to_retry(&error)?,
            }
        }
    }

    fn take(&mut self, item: Item) -> Result<(), Over> {
        match item {
            Item::Record(ms, record_type, payload) => {
                if !self.writer.add(ms, record_type, &payload) {
                    self.close(false)?;
                    if !self.writer.add(ms, record_type, &payload) {
                        tracing::error!(bytes = payload.len(), "it is too long for a recording");
                        self.writer.mark_gap();
                    }
                }
            }
            Item::NewPart if self.writer.has_picture() => self.close(false)?,
            Item::NewPart => {}
            Item::Gap => {
                self.close(false)?;
                self.writer.mark_gap();
            }
        }
        Ok(())
    }

    /// Makes a part of what there is, and has it written.
    fn close(&mut self, is_last: bool) -> Result<(), Over> {
        let identity = Arc::clone(&self.identity);
        let Some(part) = self.writer.close(is_last, |text| identity.sign_recording(text)) else {
            return Ok(());
        };
        loop {
            match self.folder.write(self.index, &part) {
                Ok(()) => break,
                Err(error) => self.wait_to_retry(&error)?,
            }
        }
        self.index += 1;
        self.works();
        self.recorded.notify_one();
        Ok(())
    }

    fn works(&mut self) {
        if std::mem::take(&mut self.is_stuck) {
            tracing::info!("the recording is written again");
        }
        self.queue.works();
    }

    fn wait_to_retry(&mut self, error: &std::io::Error) -> Result<(), Over> {
        // Said once, however often it is tried.
        if !std::mem::replace(&mut self.is_stuck, true) {
            tracing::warn!(%error, "the recording cannot be written");
        }
        self.queue.is_stuck(error.to_string());
        match self.queue.wait_to_retry(self.pace.retry) {
            true => Ok(()),
            false => Err(Over),
        }
    }
}
