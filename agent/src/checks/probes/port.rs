//! A TCP connection, opened and closed again.

use std::time::{Duration, Instant};

use muster_protocol::Reading;
use tokio::net::TcpStream;

use super::readings::{milliseconds, unreachable};

/// How long it takes to connect, the name included.
pub async fn measure(host: &str, port: u16, limit: Duration) -> Reading {
    let began = Instant::now();
    match tokio::time::timeout(limit, TcpStream::connect((host, port))).await {
        Ok(Ok(_)) => Reading::Port { latency_ms: milliseconds(began.elapsed()) },
        Ok(Err(error)) => unreachable(error.to_string()),
        Err(_) => unreachable(format!("no answer within {} seconds", limit.as_secs())),
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn a_port_answers_as_long_as_somebody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let open = measure("localhost", port, LIMIT).await;
        assert!(matches!(open, Reading::Port { latency_ms } if latency_ms > 0.0), "{open:?}");

        drop(listener);
        let closed = measure("127.0.0.1", port, LIMIT).await;
        let Reading::Unreachable { reason } = closed else { panic!("{closed:?}") };
        assert!(reason.to_lowercase().contains("refused"), "{reason}");
    }

    #[tokio::test]
    async fn a_name_that_nobody_has_is_not_reachable() {
        let reading = measure("no-such-host.invalid", 80, LIMIT).await;
        assert!(matches!(reading, Reading::Unreachable { .. }), "{reading:?}");
    }

    #[tokio::test]
    async fn a_port_that_does_not_answer_in_time_is_not_reachable() {
        // An address that belongs to nobody.
        let reading = measure("192.0.2.1", 9, Duration::from_millis(1)).await;
        assert!(matches!(reading, Reading::Unreachable { .. }), "{reading:?}");
    }
}
