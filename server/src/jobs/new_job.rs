//! A job to be stored.

use serde_json::Value;

use crate::time::Timestamp;

/// A job to be stored.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// The kind, which selects the handler.
    pub kind: &'static str,
    /// The argument of the handler. Readable in the database: no secrets.
    pub payload: Value,
    /// Not before this time.
    pub run_at: Timestamp,
    /// At most one job of the kind with this key waits.
    pub dedupe_key: Option<String>,
}

impl NewJob {
    /// A job to be done as soon as it is committed.
    pub fn now(kind: &'static str, payload: Value) -> Self {
        Self { kind, payload, run_at: Timestamp::now(), dedupe_key: None }
    }

    /// Runs at another time.
    pub fn at(mut self, time: Timestamp) -> Self {
        self.run_at = time;
        self
    }

    /// Sets a key: the job then moves the waiting job of that kind and key
    /// instead of adding a second.
    pub fn keyed(mut self, key: impl Into<String>) -> Self {
        self.dedupe_key = Some(key.into());
        self
    }
}
