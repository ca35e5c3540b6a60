//! Keeps the connection to the server: connects, serves, and reconnects.

mod connection;
mod connection_end;
mod delivery;
pub mod handshake;
mod inbound;
mod outbound;
mod session;

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::shared::Shared;
use crate::{backoff, clock};
pub use connection_end::ConnectionEnd;

/// An agent that was refused this long stops by itself.
const REFUSED_LIMIT_SECONDS: i64 = 24 * 3600;

/// However slow each step of connecting is, all of them are over by then.
const OPENING_LIMIT: Duration = Duration::from_secs(300);

/// The server has refused this agent for good.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It does not let the agent in, for this reason.
    #[error("the server has refused this agent for a day: {0}")]
    ForADay(String),
    /// Somebody removed the agent there: it must be uninstalled here.
    #[error("this agent was removed on the server")]
    Removed,
}

/// Stays connected until `stop`; an error when the server refuses for good.
pub async fn stay_connected(shared: &Arc<Shared>, stop: CancellationToken) -> Result<(), Refusal> {
    let mut failures = 0;
    loop {
        let began = Instant::now();
        shared.pulses.link.alive_for(OPENING_LIMIT);
        let end = tokio::select! {
            end = connection::run(shared, &stop) => end,
            () = stop.cancelled() => return Ok(()),
        };
        let welcomed = shared.status.is_connected();
        failures = backoff::failures_after(failures, welcomed, began.elapsed());
        let wait = match end {
            ConnectionEnd::Stopped => return Ok(()),
            ConnectionEnd::Removed => return Err(Refusal::Removed),
            ConnectionEnd::Refused(reason) => {
                let since = shared.status.refused(&reason);
                if clock::now_seconds() - since >= REFUSED_LIMIT_SECONDS {
                    return Err(Refusal::ForADay(reason));
                }
                backoff::refused_delay(rand::rng().random())
            }
            ConnectionEnd::Broken { reason, retry_after } => {
                shared.status.disconnected(&reason);
                let wait = backoff::delay(failures, retry_after, rand::rng().random());
                failures = failures.saturating_add(1);
                tracing::warn!(reason, wait_ms = wait.as_millis(), "no connection to the server");
                wait
            }
        };
        shared.pulses.link.alive_for(wait + OPENING_LIMIT);
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = stop.cancelled() => return Ok(()),
        }
    }
}
