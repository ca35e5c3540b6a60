//! How a person or a service manager stops the agent.

use tokio::signal::unix::{SignalKind, signal};

/// Returns when the agent was asked to stop: by SIGTERM or by Ctrl-C.
pub async fn stop_requested() {
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        },
        Err(error) => {
            tracing::error!(%error, "SIGTERM will not be noticed");
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
