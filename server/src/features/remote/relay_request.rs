//! A request for a socket at the relay: from an allowed page, from a program or from an
//! agent. It brings no credential but the ticket in its first message.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use axum::response::Response;
use muster_remote::MAX_MESSAGE_BYTES;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{admission, must_be_on};
use crate::app::App;
use crate::auth::ClientAddress;
use crate::domain::remote::{RemoteNode, start_node};
use crate::error::ApiError;
use crate::sockets::check_origin;
use crate::strangers::Peer;

/// An idle session has two sockets, and each keeps this much.
const READ_BUFFER_BYTES: usize = 16 * 1024;

/// A request that may become a socket of the relay.
pub struct RelayRequest {
    upgrade: WebSocketUpgrade,
    stranger: Stranger,
}

/// Somebody who has not shown a ticket yet.
pub(super) struct Stranger {
    pub(super) app: App,
    pub(super) node: Arc<RemoteNode>,
    pub(super) address: Option<IpAddr>,
    pub(super) peer: Option<Peer>,
    /// Whether a web page asks: an agent is none.
    pub(super) is_page: bool,
    /// Held until the ticket is accepted.
    pub(super) unknown: OwnedSemaphorePermit,
}

impl FromRequestParts<App> for RelayRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await.map_err(|_| {
            ApiError::Malformed("this path takes a WebSocket upgrade and nothing else".to_owned())
        })?;
        must_be_on(app)?;
        check_origin(&parts.headers, &app.settings)?;
        if app.stopping.is_cancelled() {
            return Err(ApiError::Unavailable("this server"));
        }
        let node = start_node(app).await?;
        let unknown = take_slot(&node.unknown)?;
        let stranger = Stranger {
            app: app.clone(),
            node,
            address: parts.extensions.get::<ClientAddress>().map(|address| address.0),
            peer: parts.extensions.get::<Peer>().cloned(),
            is_page: parts.headers.contains_key(ORIGIN),
            unknown,
        };
        Ok(Self { upgrade, stranger })
    }
}

/// A slot, or the refusal where there is none.
pub(super) fn take_slot(slots: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    let slot = Arc::clone(slots).try_acquire_owned();
    slot.map_err(|_| ApiError::Unavailable("another socket"))
}

impl RelayRequest {
    /// Opens the socket. A stop of the server waits for what is still to be stored.
    pub(super) fn serve(self) -> Response {
        let Self { upgrade, stranger } = self;
        if let Some(peer) = &stranger.peer {
            peer.limit_reading();
        }
        let tasks = stranger.app.tasks.clone();
        upgrade
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(MAX_MESSAGE_BYTES)
            .max_frame_size(MAX_MESSAGE_BYTES)
            .on_upgrade(move |socket| {
                tasks.track_future(Box::pin(admission::serve(stranger, socket)))
            })
    }
}
