//! `GET /ws/events/`: events over a WebSocket.

use axum::response::Response;
use serde_json::{Map, Value, json};

use super::follower::{Follower, NumberedFrame};
use crate::app::App;
use crate::error::ApiError;
use crate::events::Viewer;
use crate::input::{self, Fields, Parse};
use crate::sockets::{CloseReason, Socket, SocketRequest};

/// Follow events over a WebSocket.
///
/// Frames of the client: `{"action": "subscribe", "topics": […], "since": seq}`
/// and `{"action": "unsubscribe", "topics": […]}`.
pub async fn follow_events(opening: SocketRequest) -> Response {
    opening.serve(serve)
}

async fn serve(app: App, mut socket: Socket, viewer: Viewer) -> (Socket, CloseReason) {
    let mut follower = Follower::new(app, viewer);
    let ended = match serve_client(&mut socket, &mut follower).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

async fn serve_client(
    socket: &mut Socket,
    follower: &mut Follower,
) -> Result<std::convert::Infallible, CloseReason> {
    // A client that subscribes `since` this number misses nothing in between.
    socket.send(json!({ "action": "ready", "seq": follower.cursor() }).to_string()).await?;
    loop {
        let new_frames = tokio::select! {
            received = socket.receive() => handle_request(follower, &received?).await?,
            () = follower.wait() => follower.read().await?,
        };
        for NumberedFrame { text, .. } in new_frames {
            socket.send(text).await?;
        }
    }
}

/// A request of a client.
struct ClientRequest {
    action: String,
    topics: Vec<String>,
    since: Option<i64>,
}

impl Parse for ClientRequest {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            action: fields.text("action").one_of(&["subscribe", "unsubscribe"]).required(),
            topics: fields.texts("topics").required(),
            since: fields.whole("since").between(0..=i64::MAX).nullable().flatten(),
        }
    }
}

async fn handle_request(
    follower: &mut Follower,
    received: &Map<String, Value>,
) -> Result<Vec<NumberedFrame>, ApiError> {
    let request: ClientRequest = input::parse(received, false)?;
    if request.action == "unsubscribe" {
        follower.unsubscribe(&request.topics);
        return Ok(Vec::new());
    }
    let since = request.since.and_then(|since| u64::try_from(since).ok());
    follower.subscribe(&request.topics, since).await
}
