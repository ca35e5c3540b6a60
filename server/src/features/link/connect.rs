//! `GET /link/connect/`: an agent opens its connection.

use axum::extract::{Request, State};
use axum::response::Response;

use super::connection::Connection;
use super::handshake::{self, GreetedAgent};
use super::socket::{self, Socket};
use crate::app::App;
use crate::auth::ClientAddress;
use crate::error::ApiError;
use crate::strangers::Peer;

/// What agents before protocol 6 may send beyond the 16 KiB of every stranger:
/// their hello with all its runs comes before any proof.
const OLD_HELLO_BYTES: usize = 240 * 1024;

/// Open the connection of an agent.
///
/// For agents: a WebSocket that speaks the link protocol.
pub async fn connect_agent(
    State(app): State<App>,
    address: axum::Extension<ClientAddress>,
    request: Request,
) -> Result<Response, ApiError> {
    let peer = request.extensions().get::<Peer>().cloned();
    let (response, opened) = socket::begin(request).ok_or_else(|| {
        ApiError::Malformed("this path is for agents: it takes a WebSocket upgrade".to_owned())
    })?;
    if app.stopping.is_cancelled() {
        return Err(ApiError::Unavailable("the agent link"));
    }
    if let Some(peer) = &peer {
        peer.limit_reading();
        peer.offer_more(&app.agent_link.gate.large_hellos, OLD_HELLO_BYTES);
    }
    let address = address.0.0.to_string();
    tokio::spawn(async move {
        match opened.await {
            Ok(socket) => Box::pin(serve(app, address, socket, peer)).await,
            Err(error) => {
                tracing::debug!(%error, address, "the WebSocket upgrade of an agent failed")
            }
        }
    });
    Ok(response)
}

/// One agent's connection, from its first message to its last.
async fn serve(app: App, address: String, mut socket: Socket, peer: Option<Peer>) {
    let greeted = tokio::select! {
        greeted = Box::pin(handshake::greet(&app, &address, &mut socket, peer)) => greeted,
        () = app.stopping.cancelled() => return,
    };
    let greeted = match greeted {
        Ok(Some(greeted)) => greeted,
        Ok(None) => return, // Refused, with a reason.
        Err(error) => {
            tracing::info!(error = format!("{error:#}"), address, "an agent's handshake failed");
            return;
        }
    };
    let GreetedAgent { agent, requests, hello, connection_name } = greeted;
    Connection::new(app, agent, hello, socket).run(requests, connection_name).await;
}
