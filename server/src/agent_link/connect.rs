//! `GET /link/connect/`: an agent opens its line.

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::response::Response;
use muster_protocol::MAX_FRAME_BYTES;

use super::connection::Connection;
use super::handshake;
use crate::app::App;
use crate::auth::ClientAddress;
use crate::error::ApiError;

/// The default buffers would cost 128 KiB per agent. Most of what it says is
/// smaller than this; for anything larger room is made while it arrives.
const READ_BUFFER_BYTES: usize = 1024;

/// Open the line of an agent.
///
/// For agents: a WebSocket that speaks the link protocol.
pub async fn connect_agent(
    State(app): State<App>,
    address: axum::Extension<ClientAddress>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|_| {
        ApiError::Malformed("this path is for agents: it takes a WebSocket upgrade".to_owned())
    })?;
    if app.stopping.is_cancelled() {
        return Err(ApiError::Unavailable("the agent link"));
    }
    app.agent_link.gate.admit().map_err(|seconds| ApiError::ComeBack { seconds })?;
    let address = address.0.0.to_string();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(MAX_FRAME_BYTES)
        .max_frame_size(MAX_FRAME_BYTES)
        .on_upgrade(move |socket| Box::pin(hold(app, address, socket))))
}

/// One agent's line, from its first message to its last.
async fn hold(app: App, address: String, mut socket: WebSocket) {
    let greeted = tokio::select! {
        greeted = Box::pin(handshake::greet(&app, &address, &mut socket)) => greeted,
        () = app.stopping.cancelled() => return,
    };
    let (agent, orders, hello) = match greeted {
        Ok(Some(greeted)) => greeted,
        Ok(None) => return, // Refused, and told why.
        Err(error) => {
            tracing::info!(error = format!("{error:#}"), address, "an agent did not get in");
            return;
        }
    };
    Connection::new(app, agent, hello, socket).run(orders).await;
}
