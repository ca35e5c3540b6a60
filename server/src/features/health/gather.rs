//! Checks every part at the same time, each for at most a second.

use std::time::Duration;

use tokio::time::timeout;

use super::report::{Health, Parts, QueueHealth};
use super::{agent_socket, certificate, host, queries, relay_socket};
use crate::app::App;
use crate::features::deployments::newest_release;

/// A part that takes longer counts as down.
const LIMIT: Duration = Duration::from_secs(1);
/// More waiting jobs than this usually mean that the queue is stuck.
const MAX_HEALTHY_QUEUE: i64 = 100;
/// Reported for a number that could not be read.
const UNREADABLE: i64 = -1;

/// The current report. A part that is down does not delay the others.
pub async fn gather(app: &App) -> Health {
    let db = app.db.read();
    let (cache, bus, agents, relay, counts, queue_len, certificate, host, release) = tokio::join!(
        app.cache.ping(LIMIT),
        app.bus.ping(LIMIT),
        timeout(LIMIT, agent_socket::answers(app)),
        timeout(LIMIT, relay_socket::answers(app)),
        timeout(LIMIT, queries::count_fleet(db)),
        timeout(LIMIT, queries::count_due_jobs(db)),
        timeout(LIMIT, certificate::days_left(app)),
        timeout(LIMIT, host::usage(app.settings.data.clone())),
        timeout(LIMIT, newest_release(&app.settings.data)),
    );
    let (agents, relay) = (agents.unwrap_or(false), relay.unwrap_or(false));
    let (agent_count, client_count, site_count) = match counts {
        Ok(Ok(counts)) => (counts.agents, counts.clients, counts.sites),
        _ => (UNREADABLE, UNREADABLE, UNREADABLE),
    };
    let queue_len = queue_len.ok().and_then(Result::ok).unwrap_or(UNREADABLE);
    let days_left = certificate.unwrap_or(certificate::UNREADABLE);
    let host = host.unwrap_or_default();
    let latest_agent_version =
        release.ok().and_then(Result::ok).unwrap_or_else(|| crate::VERSION.to_owned());

    Health {
        version: crate::VERSION,
        latest_agent_version,
        agent_count,
        client_count,
        site_count,
        disk_usage_percent: host.disk_percent,
        mem_usage_percent: host.memory_percent,
        days_until_cert_expires: days_left,
        cert_expired: days_left < 0,
        cache_ping: cache,
        queue_len,
        queue_health: queue_health(queue_len),
        bus_std_ping: bus,
        bus_ws_ping: agents,
        remote_ping: relay,
        services_running: Parts {
            remote: relay,
            // This answer comes from it.
            appserver: true,
            worker: app.jobs.worker_alive(),
            scheduler: app.jobs.scheduler_alive(),
            cache,
            bus,
            bus_api: agents,
        }
        .into(),
    }
}

fn queue_health(length: i64) -> QueueHealth {
    if (0..=MAX_HEALTHY_QUEUE).contains(&length) {
        QueueHealth::Healthy
    } else {
        QueueHealth::Unhealthy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_healthy_up_to_a_hundred_jobs() {
        assert_eq!(queue_health(0), QueueHealth::Healthy);
        assert_eq!(queue_health(100), QueueHealth::Healthy);
        assert_eq!(queue_health(101), QueueHealth::Unhealthy);
        assert_eq!(queue_health(UNREADABLE), QueueHealth::Unhealthy);
    }
}
