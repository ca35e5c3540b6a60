//! Numbers for Prometheus.

use crate::agent::Agent;
use crate::server::Server;
use crate::turn;

#[tokio::test]
async fn the_metrics_count_the_agents_that_are_connected() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let mut agent = Agent::join(&server, "pc-1").await;
    // The agent knows that it is welcome a moment before the server counts it.
    server.has_agents(1).await;
    let metrics = server.api.get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert!(
        metrics.text.lines().any(|line| line == "muster_agents_connected 1"),
        "{}",
        metrics.text
    );
    assert_eq!(server.api.with_key("").get("/metrics").await.status, 401);

    agent.kill9().await;
    server.has_agents(0).await;
}
