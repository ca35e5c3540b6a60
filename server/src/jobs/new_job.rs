//! A job to be stored.

use serde_json::Value;

use crate::time::Timestamp;

/// A job to be stored.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// Which handler does it.
    pub kind: &'static str,
    /// What the handler is given. Readable in the database: no secrets.
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

    /// The same at another time.
    pub fn at(mut self, time: Timestamp) -> Self {
        self.run_at = time;
        self
    }

    /// The same with a key: it moves the waiting job of that kind and key
    /// instead of adding a second.
    pub fn keyed(mut self, key: impl Into<String>) -> Self {
        self.dedupe_key = Some(key.into());
        self
    }
}
