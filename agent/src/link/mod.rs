//! Keeps the connection to the server: connects, serves, and reconnects.

mod check_reports;
mod connection;
mod connection_end;
mod delivery;
pub mod handshake;
mod inbound;
mod outbound;
mod recordings;
mod samples;
mod session;

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::backoff;
use crate::shared::Shared;
pub use connection_end::ConnectionEnd;

/// However slow each step of connecting is, all of them are over by then.
const OPENING_LIMIT: Duration = Duration::from_secs(300);

/// Somebody removed the agent on the server: it must be uninstalled here.
#[derive(Debug, thiserror::Error)]
#[error("this agent was removed on the server")]
pub struct Removed;

/// Stays connected until `stop`; an error when the agent was removed on the
/// server. An agent that is refused for another reason asks again for ever.
pub async fn stay_connected(shared: &Arc<Shared>, stop: CancellationToken) -> Result<(), Removed> {
    let (mut failures, mut refusals) = (0, 0_u32);
    loop {
        let began = Instant::now();
        shared.pulses.link.alive_for(OPENING_LIMIT);
        let end = tokio::select! {
            end = connection::run(shared, &stop) => end,
            () = stop.cancelled() => return Ok(()),
        };
        let welcomed = shared.status.is_connected();
        failures = backoff::failures_after(failures, welcomed, began.elapsed());
        refusals = if welcomed { 0 } else { refusals };
        let random = rand::rng().random();
        let (wait, is_refused) = match end {
            ConnectionEnd::Stopped => return Ok(()),
            ConnectionEnd::Removed => return Err(Removed),
            ConnectionEnd::Refused(reason) => {
                shared.status.refused(&reason);
                refusals = refusals.saturating_add(1);
                (backoff::refused_delay(refusals - 1, random), true)
            }
            ConnectionEnd::Broken { reason, retry_after } => {
                shared.status.disconnected(&reason);
                let wait = backoff::delay(failures, retry_after, random);
                failures = failures.saturating_add(1);
                tracing::warn!(reason, wait_ms = wait.as_millis(), "no connection to the server");
                (wait, false)
            }
        };
        shared.pulses.link.alive_for(wait + OPENING_LIMIT);
        tokio::select! {
            () = shared.clock.wait(wait), if is_refused => {}
            () = tokio::time::sleep(wait), if !is_refused => {}
            () = stop.cancelled() => return Ok(()),
        }
    }
}
