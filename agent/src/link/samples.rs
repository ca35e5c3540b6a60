//! Sends the samples in the ledger: one block at a time, the oldest first.

use std::sync::Arc;

use muster_metrics::Minute;
use muster_protocol::FromAgent;

use super::session::Session;
use crate::shared::Shared;

/// Sends samples until the connection ends; not to a server that does not know
/// them.
pub async fn deliver(session: Arc<Session>) {
    if !session.takes_metrics {
        return;
    }
    tokio::select! {
        () = send_for_ever(&session) => {}
        () = session.ended.cancelled() => {}
    }
}

async fn send_for_ever(session: &Session) {
    let shared = &session.shared;
    loop {
        // Also at the beginning: not all agents that reconnect together send at once.
        shared.clock.wait(shared.metrics.delay()).await;
        while let Some((start, block)) = find_oldest(shared) {
            let through = match shared.metrics.may_send() {
                true => send(session, start, block).await,
                false => {
                    tracing::error!("samples that the server does not acknowledge are dropped");
                    Minute(u32::MAX)
                }
            };
            shared.metrics.settled();
            if let Err(error) = shared.ledger.forget_samples(start, through).await {
                // They would be sent at once again: later, with the next ones.
                tracing::error!(error = format!("{error:#}"), "sent samples are not forgotten");
                break;
            }
        }
        shared.metrics.wait_for_more().await;
    }
}

fn find_oldest(shared: &Shared) -> Option<(Minute, Vec<u8>)> {
    let found = shared.ledger.first_samples();
    let found = found.inspect_err(|error| {
        tracing::error!(error = format!("{error:#}"), "samples cannot be read");
    });
    found.ok().flatten()
}

/// Sends a block, and waits for the minute up to which the server has stored it.
async fn send(session: &Session, start: Minute, block: Vec<u8>) -> Minute {
    {
        let mut state = session.state();
        // An answer to an earlier block does not count for this one.
        state.stored_minute = None;
        state.answers.push_back(FromAgent::Metrics { block });
    }
    session.news.notify_one();
    loop {
        let stored = session.state().stored_minute.take_if(|minute| *minute >= start);
        if let Some(through) = stored {
            return through;
        }
        session.metrics_stored.notified().await;
    }
}
