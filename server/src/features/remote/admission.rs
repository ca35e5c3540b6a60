//! The first message of a relay socket, and who it lets in.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::Value;

use super::relay_request::{Stranger, take_slot};
use super::relay_socket::{RelaySocket, farewell};
use super::serving::{serve_agent, serve_viewer};
use crate::app::App;
use crate::auth::{hash_token, identity_of_credential};
use crate::clock;
use crate::domain::remote::{
    Lost, RemoteNode, ServedViewer, SessionStatus, TicketSide, find_loss, find_served, has_ticket,
    take_ticket,
};
use crate::error::ApiError;
use crate::events::Viewer;
use crate::strangers::Peer;
use crate::time::Timestamp;

/// How long the ticket may take to arrive.
const LIMIT: Duration = Duration::from_secs(5);
/// How long the closing frames may take.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// Why somebody is turned away.
enum Refused {
    /// The peer is gone.
    Gone,
    /// By the server.
    By(ApiError),
    /// The session may not go on.
    Lost(Lost),
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self::By(error)
    }
}

/// One of the two sides, with what it is allowed.
enum Guest {
    Viewer(Box<Viewer>),
    Agent,
}

/// Lets a stranger in, and serves the socket until it ends.
pub(super) async fn serve(stranger: Stranger, mut socket: WebSocket) {
    let Stranger { app, node, address, peer, is_page, unknown } = stranger;
    let admitted = async {
        let ticket = tokio::select! {
            ticket = clock::timeout(LIMIT, first_message(&mut socket)) => ticket,
            () = app.stopping.cancelled() => {
                return Err(Refused::By(ApiError::Unavailable("this server")));
            }
        };
        let ticket = ticket.ok_or(ApiError::NotAuthenticated)??;
        let _waiting = peer.as_ref().and_then(Peer::wait_for_us);
        let (viewer, side) = take(&app, &node, &ticket).await?;
        let guest = admit(&app, &viewer, side, is_page, address).await?;
        let slot = take_slot(&node.open)?;
        Ok::<_, Refused>((viewer, guest, slot))
    };
    let admitted = Box::pin(admitted).await;
    let (viewer, guest, _slot) = match admitted {
        Ok(admitted) => admitted,
        Err(refused) => return turn_away(socket, refused).await,
    };
    drop(unknown);
    if let Some(peer) = peer {
        peer.make_known();
    }
    let socket = RelaySocket::new(socket);
    match guest {
        Guest::Viewer(seen) => serve_viewer(&app, &node, *seen, &viewer, socket).await,
        Guest::Agent => serve_agent(&app, &node, &viewer, socket).await,
    }
}

/// Waits for `{"ticket": …}`.
async fn first_message(socket: &mut WebSocket) -> Result<String, Refused> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return ticket_in(&text).ok_or(Refused::By(ApiError::NotAuthenticated));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Binary(_))) => return Err(ApiError::NotAuthenticated.into()),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Refused::Gone),
        }
    }
}

fn ticket_in(text: &str) -> Option<String> {
    let message: Value = serde_json::from_str(text).ok()?;
    message["ticket"].as_str().map(str::to_owned)
}

/// Uses the ticket up, and returns the viewer it is about.
async fn take(
    app: &App,
    node: &RemoteNode,
    ticket: &str,
) -> Result<(ServedViewer, TicketSide), ApiError> {
    let turn = node.checks.enter().await;
    let _turn = turn.ok_or(ApiError::Overloaded)?;
    let hash = hash_token(ticket);
    // Before the writer is taken: a stranger must not make others wait for it.
    if !has_ticket(app.db.read(), &hash, Timestamp::now()).await? {
        return Err(ApiError::InvalidCredentials);
    }
    let write = app.db.begin().await?;
    let taken = take_ticket(&write, &hash, Timestamp::now()).await?;
    write.commit().await?;
    let taken = taken.ok_or(ApiError::InvalidCredentials)?;
    let viewer = find_served(app.db.read(), taken.viewer_id).await?;
    Ok((viewer.ok_or(ApiError::InvalidCredentials)?, taken.side))
}

/// Checks that the side a ticket is for may come in now. The ticket of an agent is
/// worth nothing to a web page.
async fn admit(
    app: &App,
    viewer: &ServedViewer,
    side: TicketSide,
    is_page: bool,
    address: Option<std::net::IpAddr>,
) -> Result<Guest, Refused> {
    match side {
        TicketSide::Agent if is_page => Err(ApiError::InvalidCredentials.into()),
        TicketSide::Agent if viewer.status == SessionStatus::Ended => {
            Err(Refused::Lost(Lost::Session))
        }
        TicketSide::Agent => Ok(Guest::Agent),
        TicketSide::Viewer => {
            let credential = viewer.credential.credential();
            let credential = credential.ok_or(ApiError::InvalidCredentials)?;
            let identity = identity_of_credential(app, &credential, address).await?;
            if let Some(lost) = find_loss(app, &identity, viewer).await? {
                return Err(Refused::Lost(lost));
            }
            let seen = Viewer::new(app, identity).await.map_err(ApiError::from)?;
            Ok(Guest::Viewer(Box::new(seen)))
        }
    }
}

/// Tells the peer why, and closes.
async fn turn_away(mut socket: WebSocket, refused: Refused) {
    let (status, code, reason) = match refused {
        Refused::Gone => return,
        Refused::By(error) => {
            let (status, code, reason) = error.into_parts();
            (status, code.to_owned(), reason)
        }
        Refused::Lost(lost) => {
            let end = lost.end();
            (lost.status(), end.code, end.reason)
        }
    };
    let parting = async {
        socket.send(Message::Text(farewell(&code, &reason).into())).await?;
        let close = CloseFrame { code: 4000 + status, reason: code.into() };
        socket.send(Message::Close(Some(close))).await?;
        while socket.recv().await.transpose()?.is_some() {}
        Ok::<(), axum::Error>(())
    };
    // A peer that is gone cannot receive it.
    let _ = tokio::time::timeout(CLOSE_LIMIT, parting).await;
}
