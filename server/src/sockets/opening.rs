//! A request that becomes a socket.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequestParts, Query};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{CloseReason, Socket, first_frame, origin, queries};
use crate::app::App;
use crate::auth::{
    ClientAddress, Credential, Identity, Secret, SentCredential, admit, hash_token,
    identity_of_credential, sent_credential,
};
use crate::error::ApiError;
use crate::events::Viewer;
use crate::time::Timestamp;

/// Sockets of one process: people and programs, not agents.
const MOST_SOCKETS: usize = 5000;
/// A long command fits.
const LARGEST_FRAME: usize = 1024 * 1024;
const READ_BUFFER_BYTES: usize = 4096;
/// The one socket that old callers open with a token in its address, where a
/// setting allows that.
const TAKES_TOKEN: &str = "/ws/dashinfo/";

/// How many sockets are open.
pub struct Sockets(Arc<Semaphore>);

impl Default for Sockets {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_SOCKETS)))
    }
}

/// A request that may become a socket: from an allowed page, and while there
/// is room.
pub struct SocketRequest {
    app: App,
    upgrade: WebSocketUpgrade,
    credential: PresentedCredential,
    address: Option<IpAddr>,
    room: OwnedSemaphorePermit,
}

/// The credential of a socket request.
enum PresentedCredential {
    Header(Box<Parts>),
    Ticket(String),
    Token(Secret),
    Nothing,
}

#[derive(Deserialize)]
struct CredentialQuery {
    ticket: Option<String>,
    access_token: Option<String>,
}

impl FromRequestParts<App> for SocketRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await.map_err(|_| {
            ApiError::Malformed("this path takes a WebSocket upgrade and nothing else".to_owned())
        })?;
        origin::check(&parts.headers, &app.settings)?;
        if app.stopping.is_cancelled() {
            return Err(ApiError::Unavailable("this server"));
        }
        let room = app.sockets.0.clone().try_acquire_owned();
        let room = room.map_err(|_| ApiError::Unavailable("another socket"))?;
        let query = Query::<CredentialQuery>::from_request_parts(parts, app).await.ok();
        let (ticket, token) = query.map_or((None, None), |Query(q)| (q.ticket, q.access_token));
        let takes_token = app.settings.web_socket_url_tokens && parts.uri.path() == TAKES_TOKEN;
        let token = token.filter(|_| takes_token);
        let has_header =
            parts.headers.contains_key("x-api-key") || parts.headers.contains_key(AUTHORIZATION);
        let credential = match (ticket, token) {
            (Some(ticket), _) => PresentedCredential::Ticket(ticket),
            (None, _) if has_header => PresentedCredential::Header(Box::new(parts.clone())),
            (None, Some(token)) => PresentedCredential::Token(Secret::new(token)),
            (None, None) => PresentedCredential::Nothing,
        };
        let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
        Ok(Self { app: app.clone(), upgrade, credential, address, room })
    }
}

impl SocketRequest {
    /// Opens the socket, authenticates the peer, and runs the service. The
    /// reason for the end is sent to the peer.
    pub fn serve<F, S>(self, service: F) -> Response
    where
        F: FnOnce(App, Socket, Viewer) -> S + Send + 'static,
        S: Future<Output = (Socket, CloseReason)> + Send,
    {
        let Self { app, upgrade, credential, address, room } = self;
        let hold = async move |mut socket: WebSocket| {
            let _room = room;
            let (socket, ended) = match enter(&app, &mut socket, credential, address).await {
                Ok(viewer) => service(app.clone(), Socket::new(&app, socket), viewer).await,
                Err(ended) => (Socket::new(&app, socket), ended),
            };
            socket.close(ended).await;
        };
        upgrade
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(LARGEST_FRAME)
            .max_frame_size(LARGEST_FRAME)
            .on_upgrade(move |socket| Box::pin(hold(socket)))
    }
}

async fn enter(
    app: &App,
    socket: &mut WebSocket,
    credential: PresentedCredential,
    address: Option<IpAddr>,
) -> Result<Viewer, CloseReason> {
    let identity = match credential {
        PresentedCredential::Header(parts) => admit(app, sent_credential(&parts)?, address).await?,
        PresentedCredential::Ticket(ticket) => by_ticket(app, &ticket, address).await?,
        PresentedCredential::Token(token) => {
            admit(app, SentCredential::Session(token.reveal().to_owned()), address).await?
        }
        PresentedCredential::Nothing => first_frame::authenticate(app, socket, address).await?,
    };
    Ok(Viewer::new(app, identity).await?)
}

async fn by_ticket(app: &App, ticket: &str, address: Option<IpAddr>) -> Result<Identity, ApiError> {
    let write = app.db.begin().await?;
    let hash = hash_token(ticket);
    let credential = queries::take_ticket(&write, &hash, Timestamp::now()).await?;
    write.commit().await?;
    let credential: Credential = credential.ok_or(ApiError::InvalidCredentials)?;
    identity_of_credential(app, &credential, address).await
}
