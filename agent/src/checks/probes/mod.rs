//! One way of measuring per file.

mod certificate;
mod disk;
mod echo;
mod echo_socket;
mod event_log;
mod http;
#[cfg(test)]
mod http_tests;
mod page;
mod percent;
pub mod ping;
pub mod port;
mod readings;
mod script;
mod service;

use std::time::Duration;

use muster_metrics::Metric;
use muster_protocol::{Probe, Reading};

use crate::shared::Shared;
use readings::unable;

/// A check that is no script takes no longer: each part of it has its own limit.
const LIMIT: Duration = Duration::from_secs(120);

/// Measures once; none when there is nothing to report: nothing was measured yet,
/// or the agent stops.
pub async fn measure(shared: &Shared, probe: Probe) -> Option<Reading> {
    if let Probe::Script(script) = probe {
        // It has its own limit, and ends its processes when the agent stops.
        return script::run(shared, script).await;
    }
    tokio::select! {
        reading = tokio::time::timeout(LIMIT, read(shared, probe)) => {
            reading.unwrap_or_else(|_| {
                Some(unable(format!("it took longer than {} seconds", LIMIT.as_secs())))
            })
        }
        () = shared.stopping.cancelled() => None,
    }
}

async fn read(shared: &Shared, probe: Probe) -> Option<Reading> {
    let reading = match probe {
        Probe::Disk { disk } => disk::measure(shared, &disk).await,
        Probe::Cpu => return percent::measure(&shared.metrics.recent(), Metric::Cpu),
        Probe::Memory => return percent::measure(&shared.metrics.recent(), Metric::Memory),
        Probe::Ping { target } => ping::measure(&target).await,
        Probe::Service { name, restart, .. } => {
            // A frozen agent reads, and changes nothing.
            service::measure(&name, restart && !shared.freeze.is_frozen()).await
        }
        Probe::EventLog { log, event_id, kind, source, message, days, most } => {
            let search = event_log::Search { log, event_id, kind, source, message, days, most };
            event_log::measure(search).await
        }
        Probe::Http { url, text, timeout_seconds } => {
            http::measure(&url, &text, limit(timeout_seconds)).await
        }
        Probe::Port { host, port, timeout_seconds } => {
            port::measure(&host, port, limit(timeout_seconds)).await
        }
        // Scripts are elsewhere, and what is not known is not planned.
        Probe::Script(_) | Probe::Unknown => return None,
    };
    Some(reading)
}

/// How long a page or a port may take.
fn limit(seconds: u32) -> Duration {
    Duration::from_secs(seconds.clamp(1, 60).into())
}
