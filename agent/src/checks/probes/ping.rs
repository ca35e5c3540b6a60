//! Three echoes: through a socket of our own, or else by what the system has for them.

use std::net::SocketAddr;
use std::time::Duration;

use muster_protocol::Reading;
use rand::RngExt;

use super::echo::Echo;
use super::echo_socket::{self, EchoError};
use super::readings::{milliseconds, unable, unreachable};
use crate::os::{self, Echoes};

const COUNT: u16 = 3;

/// How long each echo is waited for.
const WAIT: Duration = Duration::from_secs(2);

/// Sends echoes to a name or an address.
pub async fn measure(target: &str) -> Reading {
    let address = match resolve(target).await {
        Ok(address) => address,
        Err(reason) => return unreachable(reason),
    };
    if !os::ping::prefers_socket() {
        return ask_system(address).await;
    }
    let echo = Echo::new(address.ip(), rand::rng().random());
    let sending =
        tokio::task::spawn_blocking(move || echo_socket::send_echoes(address, &echo, COUNT, WAIT));
    match sending.await {
        Ok(Ok(times)) => reading_of(echoes_of(&times)),
        Ok(Err(EchoError::NotAllowed)) => ask_system(address).await,
        Ok(Err(EchoError::Failed(error))) => unreachable(error.to_string()),
        Err(error) => unable(error.to_string()),
    }
}

async fn ask_system(address: SocketAddr) -> Reading {
    match os::ping::send_echoes(address.ip(), COUNT.into()).await {
        Ok(echoes) => reading_of(echoes),
        Err(problem) => unable(problem.to_string()),
    }
}

async fn resolve(target: &str) -> Result<SocketAddr, String> {
    let found = tokio::net::lookup_host((target, 0)).await;
    let mut addresses = found.map_err(|error| format!("{target} is not known: {error}"))?;
    addresses.next().ok_or_else(|| format!("{target} has no address"))
}

fn echoes_of(times: &[Duration]) -> Echoes {
    let received = u32::try_from(times.len()).unwrap_or(u32::MAX);
    let sum: Duration = times.iter().sum();
    let latency_ms = (received > 0).then(|| milliseconds(sum) / f64::from(received));
    Echoes { sent: COUNT.into(), received, latency_ms }
}

fn reading_of(echoes: Echoes) -> Reading {
    let Echoes { sent, received, latency_ms } = echoes;
    Reading::Ping { sent, received, latency_ms }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[tokio::test]
    async fn this_machine_answers_itself() {
        for target in ["127.0.0.1", "localhost"] {
            match measure_patiently(target).await {
                Reading::Ping { sent: 3, received: 3, latency_ms: Some(latency) } => {
                    assert!(latency > 0.0 && latency < 2000.0, "{latency}");
                }
                // Where neither sockets nor the system's way are allowed, it is said.
                Reading::Unable { reason } => assert!(reason.contains("ping"), "{reason}"),
                other => panic!("{target}: {other:?}"),
            }
        }
    }

    /// Measures until every echo has come back: a machine that stands still for longer
    /// than an echo is waited for has lost it.
    async fn measure_patiently(target: &str) -> Reading {
        let give_up = Instant::now() + Duration::from_secs(60);
        loop {
            let reading = measure(target).await;
            let is_lost = matches!(reading, Reading::Ping { sent: 3, received: 0..3, .. });
            if !is_lost || Instant::now() > give_up {
                return reading;
            }
        }
    }

    #[tokio::test]
    async fn a_name_that_nobody_has_is_not_reachable() {
        let reading = measure("no-such-host.invalid").await;
        let Reading::Unreachable { reason } = reading else { panic!("{reading:?}") };
        assert!(reason.starts_with("no-such-host.invalid is not known: "), "{reason}");
    }

    #[test]
    fn the_latency_is_the_mean_of_what_came_back() {
        let times = [Duration::from_millis(10), Duration::from_millis(20)];
        let expected = Reading::Ping { sent: 3, received: 2, latency_ms: Some(15.0) };
        assert_eq!(reading_of(echoes_of(&times)), expected);
        let expected = Reading::Ping { sent: 3, received: 0, latency_ms: None };
        assert_eq!(reading_of(echoes_of(&[])), expected);
    }
}
