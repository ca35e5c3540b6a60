//! Holds the line to the server: connects, serves, and comes back when it breaks.

mod delivery;
pub mod handshake;
mod inbound;
mod outbound;
pub mod session;

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::agent::Agent;
use crate::{backoff, clock};
use session::LineEnd;

/// An agent that was refused this long stops by itself.
const REFUSED_LIMIT_SECONDS: i64 = 24 * 3600;

/// However slow each step of opening a line is, all of them are over by then.
const OPENING_LIMIT: Duration = Duration::from_secs(300);

/// The server wants nothing to do with this agent any more.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It does not let the agent in, for this reason.
    #[error("the server has refused this agent for a day: {0}")]
    ForADay(String),
    /// Somebody removed the agent there: it is to be uninstalled here.
    #[error("this agent was removed on the server")]
    Removed,
}

/// Holds the line until `stop`; an error when the server refuses for good.
pub async fn hold(agent: &Arc<Agent>, stop: CancellationToken) -> Result<(), Refusal> {
    let mut failures = 0;
    loop {
        let began = Instant::now();
        agent.pulses.link.alive_for(OPENING_LIMIT);
        let end = tokio::select! {
            end = session::run(agent, &stop) => end,
            () = stop.cancelled() => return Ok(()),
        };
        let welcomed = agent.status.is_connected();
        failures = backoff::failures_after(failures, welcomed, began.elapsed());
        let wait = match end {
            LineEnd::Stopped => return Ok(()),
            LineEnd::Removed => return Err(Refusal::Removed),
            LineEnd::Refused(reason) => {
                let since = agent.status.refused(&reason);
                if clock::now_seconds() - since >= REFUSED_LIMIT_SECONDS {
                    return Err(Refusal::ForADay(reason));
                }
                backoff::refused_delay(rand::rng().random())
            }
            LineEnd::Broken { reason, retry_after } => {
                agent.status.disconnected(&reason);
                let wait = backoff::delay(failures, rand::rng().random());
                failures = failures.saturating_add(1);
                tracing::warn!(reason, wait_ms = wait.as_millis(), "no line to the server");
                wait.max(retry_after.unwrap_or(Duration::ZERO))
            }
        };
        agent.pulses.link.alive_for(wait + OPENING_LIMIT);
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = stop.cancelled() => return Ok(()),
        }
    }
}
