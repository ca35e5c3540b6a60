//! Sends what checks found: one message at a time, the oldest first.

use std::sync::Arc;

use muster_protocol::{CheckReport, FromAgent};

use super::session::Session;
use crate::shared::Shared;

/// Sends reports until the connection ends; not to a server that does not know
/// them.
pub async fn deliver(session: Arc<Session>) {
    if !session.takes_checks {
        return;
    }
    tokio::select! {
        () = send_for_ever(&session) => {}
        () = session.ended.cancelled() => {}
    }
}

async fn send_for_ever(session: &Session) {
    let shared = &session.shared;
    shared.clock.wait(shared.checks.delay()).await;
    tokio::select! {
        // Not all agents that reconnect together send at once.
        () = shared.clock.wait(shared.checks.turn()) => {}
        () = shared.checks.wait_for_wanted() => {}
    }
    loop {
        let reports = list_first(shared);
        let (Some(first), Some(last)) = (reports.first(), reports.last()) else {
            shared.checks.wait_for_more().await;
            continue;
        };
        let (first, last) = (first.number, last.number);
        let through = match shared.checks.may_send() {
            true => send(session, first, reports).await.min(last),
            false => {
                tracing::error!("results that the server does not acknowledge are dropped");
                last
            }
        };
        shared.checks.settled();
        if let Err(error) = shared.ledger.forget_reports(through).await {
            // They would be sent at once again: later, with the next ones.
            tracing::error!(error = format!("{error:#}"), "sent results are not forgotten");
            shared.checks.wait_for_more().await;
        }
    }
}

fn list_first(shared: &Shared) -> Vec<CheckReport> {
    let found = shared.ledger.first_reports();
    let found = found.inspect_err(|error| {
        tracing::error!(error = format!("{error:#}"), "what checks found cannot be read");
    });
    found.unwrap_or_default()
}

/// Sends reports, and waits for the number up to which the server has them.
async fn send(session: &Session, first: u64, reports: Vec<CheckReport>) -> u64 {
    {
        let mut state = session.state();
        // An answer to earlier ones does not count for these.
        state.stored_report = None;
        state.answers.push_back(FromAgent::CheckResults { reports });
    }
    session.news.notify_one();
    loop {
        let stored = session.state().stored_report.take_if(|number| *number >= first);
        if let Some(through) = stored {
            return through;
        }
        session.checks_stored.notified().await;
    }
}
