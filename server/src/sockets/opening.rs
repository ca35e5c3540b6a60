//! A request that becomes a socket.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

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
use crate::lane::{Lane, Limits};
use crate::strangers::Peer;
use crate::time::Timestamp;

/// Sockets of one process: people and programs, not agents.
const MOST_SOCKETS: usize = 5000;
/// Sockets of which nobody knows yet whose they are: their credential is to come
/// in the first frame.
const MOST_UNKNOWN: usize = 1000;
/// Credentials that came with the request and are being checked.
const CHECKS: Limits = Limits { at_once: 16, waiting: 1000, max_wait: Duration::from_secs(5) };
/// A long command fits.
const LARGEST_FRAME: usize = 1024 * 1024;
const READ_BUFFER_BYTES: usize = 4096;
/// The one socket that old callers open with a token in its address, where a
/// setting allows that.
const TAKES_TOKEN: &str = "/ws/dashinfo/";

/// How many sockets are open.
pub struct Sockets {
    /// Slots of those whose credential was accepted.
    open: Arc<Semaphore>,
    unknown: Arc<Semaphore>,
    checks: Lane,
}

impl Default for Sockets {
    fn default() -> Self {
        Self {
            open: Arc::new(Semaphore::new(MOST_SOCKETS)),
            unknown: Arc::new(Semaphore::new(MOST_UNKNOWN)),
            checks: Lane::new(CHECKS),
        }
    }
}

impl Sockets {
    /// How many more sockets may open.
    #[cfg(test)]
    pub fn free(&self) -> usize {
        self.open.available_permits()
    }
}

/// A request that may become a socket: from an allowed page.
pub struct SocketRequest {
    upgrade: WebSocketUpgrade,
    visitor: Visitor,
}

/// Somebody who has asked for a socket and may not have one yet.
struct Visitor {
    app: App,
    credential: PresentedCredential,
    address: Option<IpAddr>,
    peer: Option<Peer>,
    /// Held by those who bring no credential, until they do.
    unknown: Option<OwnedSemaphorePermit>,
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
        let unknown = match credential {
            PresentedCredential::Nothing => Some(take_slot(&app.sockets.unknown)?),
            _ => None,
        };
        let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
        let peer = parts.extensions.get::<Peer>().cloned();
        let visitor = Visitor { app: app.clone(), credential, address, peer, unknown };
        Ok(Self { upgrade, visitor })
    }
}

fn take_slot(slots: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, ApiError> {
    let slot = Arc::clone(slots).try_acquire_owned();
    slot.map_err(|_| ApiError::Unavailable("another socket"))
}

impl SocketRequest {
    /// Opens the socket, authenticates the peer, and runs the service. The
    /// reason for the end is sent to the peer.
    pub fn serve<F, S>(self, service: F) -> Response
    where
        F: FnOnce(App, Socket, Viewer) -> S + Send + 'static,
        S: Future<Output = (Socket, CloseReason)> + Send,
    {
        let Self { upgrade, visitor } = self;
        if let Some(peer) = &visitor.peer {
            peer.limit_reading();
        }
        let hold = async move |mut socket: WebSocket| {
            let app = visitor.app.clone();
            let (socket, ended) = match visitor.enter(&mut socket).await {
                Ok((viewer, _slot)) => {
                    service(app.clone(), Socket::new(&app, socket), viewer).await
                }
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

impl Visitor {
    /// Checks the credential; then there is a slot, or none any more.
    async fn enter(
        self,
        socket: &mut WebSocket,
    ) -> Result<(Viewer, OwnedSemaphorePermit), CloseReason> {
        let Self { app, credential, address, peer, unknown } = self;
        let identity = match credential {
            PresentedCredential::Nothing => {
                first_frame::authenticate(&app, socket, address).await?
            }
            credential => {
                let _waiting = peer.as_ref().and_then(Peer::wait_for_us);
                let turn = app.sockets.checks.enter().await;
                let _turn = turn.ok_or(ApiError::Overloaded)?;
                check(&app, credential, address).await?
            }
        };
        drop(unknown);
        if let Some(peer) = peer {
            peer.make_known();
        }
        let slot = take_slot(&app.sockets.open)?;
        Ok((Viewer::new(&app, identity).await?, slot))
    }
}

/// The caller whose credential came with the request.
async fn check(
    app: &App,
    credential: PresentedCredential,
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    match credential {
        PresentedCredential::Header(parts) => admit(app, sent_credential(&parts)?, address).await,
        PresentedCredential::Ticket(ticket) => by_ticket(app, &ticket, address).await,
        PresentedCredential::Token(token) => {
            admit(app, SentCredential::Session(token.reveal().to_owned()), address).await
        }
        PresentedCredential::Nothing => Err(ApiError::NotAuthenticated),
    }
}

async fn by_ticket(app: &App, ticket: &str, address: Option<IpAddr>) -> Result<Identity, ApiError> {
    let hash = hash_token(ticket);
    // Before the writer is taken: a stranger must not make others wait for it.
    if !queries::has_ticket(app.db.read(), &hash, Timestamp::now()).await? {
        return Err(ApiError::InvalidCredentials);
    }
    let write = app.db.begin().await?;
    let credential = queries::take_ticket(&write, &hash, Timestamp::now()).await?;
    write.commit().await?;
    let credential: Credential = credential.ok_or(ApiError::InvalidCredentials)?;
    identity_of_credential(app, &credential, address).await
}
