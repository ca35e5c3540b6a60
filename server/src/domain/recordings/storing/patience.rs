//! A part waits while the disk is full or the database away: the agent keeps the rest, and
//! its connection goes on.

use std::time::Duration;

use anyhow::Context;
use tokio_util::task::AbortOnDropHandle;

use super::receipt::Receipt;
use super::store::store_part;
use crate::app::App;
use crate::clock;
use crate::debug_log::{DebugEntry, LogType};
use crate::ids::AgentKey;

const FIRST_PAUSE: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// The part of a connection that is being stored, if there is one. Dropped, it is given
/// up; the agent sends it again on its next connection.
#[derive(Default)]
pub struct PendingPart(Option<AbortOnDropHandle<Receipt>>);

impl PendingPart {
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Waits until the part is stored or refused; for ever if there is none.
    pub async fn stored(&mut self) -> anyhow::Result<Receipt> {
        match &mut self.0 {
            Some(storing) => storing.await.context("a part of a recording could not be stored"),
            None => std::future::pending().await,
        }
    }
}

/// Begins to store a part that an agent sent.
pub fn store_soon(app: &App, agent: AgentKey, part: Vec<u8>) -> PendingPart {
    let storing = app.tasks.spawn(store(app.clone(), agent, part));
    PendingPart(Some(AbortOnDropHandle::new(storing)))
}

async fn store(app: App, agent: AgentKey, part: Vec<u8>) -> Receipt {
    let mut pause = FIRST_PAUSE;
    loop {
        match store_part(&app, agent, part.clone()).await {
            Ok(receipt) => return receipt,
            Err(error) => {
                let problem = format!("{error:#}");
                tracing::warn!(agent.row = %agent, problem, "a part of a recording waits");
                let message = "a part of a recording could not be stored yet: the log of the \
                               server says why";
                app.debug_log.record(DebugEntry::error(LogType::SystemIssues, message));
            }
        }
        clock::sleep(pause.mul_f64(rand::random_range(1.0..1.5))).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}
