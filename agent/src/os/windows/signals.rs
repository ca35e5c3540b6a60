//! How a person or the system stops an agent that was started by hand; the service
//! manager has its own way.

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

/// Returns when the agent was asked to stop: by Ctrl-C or Ctrl-Break, by closing its
/// window, or by shutting the machine down. Logging off is not one of them: a service
/// notices it of every user.
pub async fn stop_requested() {
    let signals = (ctrl_c(), ctrl_break(), ctrl_close(), ctrl_shutdown());
    let (Ok(mut c), Ok(mut pause), Ok(mut close), Ok(mut shutdown)) = signals else {
        tracing::error!("the agent will not notice that it is asked to stop");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = c.recv() => {}
        _ = pause.recv() => {}
        _ = close.recv() => {}
        _ = shutdown.recv() => {}
    }
}
