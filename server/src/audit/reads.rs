//! Reading what belongs to others leaves a row, too: once an hour for each
//! credential and each thing that is read (decision 52).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::change::Change;
use super::entry::Entry;
use crate::app::App;
use crate::auth::{Credential, Identity};
use crate::error::ApiError;
use crate::time::Timestamp;

/// The same read leaves another row after this time.
const PERIOD: Duration = Duration::from_secs(3600);
/// Reads that a server remembers.
const MOST_REMEMBERED: usize = 10_000;

/// When reads were logged, by credential and message.
#[derive(Default)]
struct LoggedReads(Mutex<HashMap<(String, String), Timestamp>>);

/// Logs that a caller reads something. Must succeed before it is shown: what
/// cannot be logged is not read.
pub async fn log_read(app: &App, by: &Identity, entry: Entry) -> Result<(), ApiError> {
    let reads = app.state.of::<LoggedReads>();
    let read = (credential(by), entry.message.clone());
    let now = Timestamp::now();
    if reads.has(&read, now) {
        return Ok(());
    }
    Change::begin(app, by).await?.commit(entry).await?;
    reads.remember(read, now);
    Ok(())
}

impl LoggedReads {
    fn has(&self, read: &(String, String), now: Timestamp) -> bool {
        let reads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reads.get(read).is_some_and(|last| now.since(*last) < PERIOD)
    }

    fn remember(&self, read: (String, String), now: Timestamp) {
        let mut reads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reads.len() >= MOST_REMEMBERED {
            reads.retain(|_, last| now.since(*last) < PERIOD);
        }
        if reads.len() >= MOST_REMEMBERED {
            // Rather another row than none.
            reads.clear();
        }
        reads.insert(read, now);
    }
}

fn credential(by: &Identity) -> String {
    match by.credential {
        Credential::Key { id, .. } => format!("key {id}"),
        Credential::Session { id } | Credential::Enrolment { id } => format!("session {id}"),
        Credential::Console => "console".to_owned(),
    }
}
