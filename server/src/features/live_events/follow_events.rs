//! `GET /ws/events/`: events over a WebSocket.

use axum::response::Response;
use serde_json::{Map, Value, json};

use super::follower::{Follower, Step};
use crate::app::App;
use crate::error::ApiError;
use crate::events::Viewer;
use crate::input::{self, Fields, Parse};
use crate::sockets::{Ended, Opening, Socket};

/// Follow events over a WebSocket.
///
/// Frames of the client: `{"action": "subscribe", "topics": […], "since": seq}`
/// and `{"action": "unsubscribe", "topics": […]}`.
pub async fn follow_events(opening: Opening) -> Response {
    opening.serve(serve)
}

async fn serve(app: App, mut socket: Socket, viewer: Viewer) -> (Socket, Ended) {
    let mut follower = Follower::new(app, viewer);
    let ended = match converse(&mut socket, &mut follower).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

async fn converse(
    socket: &mut Socket,
    follower: &mut Follower,
) -> Result<std::convert::Infallible, Ended> {
    // A client that subscribes `since` this number misses nothing in between.
    socket.say(json!({ "action": "ready", "seq": follower.cursor() }).to_string()).await?;
    loop {
        let steps = tokio::select! {
            heard = socket.hear() => obey(follower, &heard?).await?,
            () = follower.wait() => follower.read().await?,
        };
        for Step { text, .. } in steps {
            socket.say(text).await?;
        }
    }
}

/// A request of a client.
struct Wish {
    action: String,
    topics: Vec<String>,
    since: Option<i64>,
}

impl Parse for Wish {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            action: fields.text("action").one_of(&["subscribe", "unsubscribe"]).required(),
            topics: fields.texts("topics").required(),
            since: fields.whole("since").between(0..=i64::MAX).nullable().flatten(),
        }
    }
}

async fn obey(follower: &mut Follower, heard: &Map<String, Value>) -> Result<Vec<Step>, ApiError> {
    let wish: Wish = input::parse(heard, false)?;
    if wish.action == "unsubscribe" {
        follower.unsubscribe(&wish.topics);
        return Ok(Vec::new());
    }
    let since = wish.since.and_then(|since| u64::try_from(since).ok());
    follower.subscribe(&wish.topics, since).await
}
