//! How a person or a service manager stops the agent.

/// Returns when the agent was asked to stop: by Ctrl-C.
pub async fn stop_requested() {
    let _ = tokio::signal::ctrl_c().await;
}
