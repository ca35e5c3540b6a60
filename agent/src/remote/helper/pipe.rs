//! A viewer's connection after the handshake: sealed frames in both directions.

use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use muster_remote::{Keys, Opener, Sealer};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::end::End;
use super::event::Event;
use super::outbox::{Parcel, Parcels};
use super::socket::{FromRelay, Socket};

/// The relay pings every half minute; without three of those it is gone.
const SILENCE: Duration = Duration::from_secs(95);

/// How long the viewer has to read the last messages and to close.
const LINGER: Duration = Duration::from_secs(3);

const CLOSE_LIMIT: Duration = Duration::from_secs(1);

/// Why the relay ends the connection of a viewer who must not come back. All other codes
/// mean that it broke.
const FINAL_CODES: [&str; 9] = [
    "ended",
    "frozen",
    "agent_removed",
    "logged_out",
    "forbidden",
    "revoked",
    "too_long",
    "never_began",
    "abandoned",
];

/// Serves the connection until it ends, or until nobody has anything more to send. Returns
/// why the viewer must not come back, if so.
pub async fn run(
    socket: Socket,
    keys: Keys,
    mut parcels: Parcels,
    viewer: &str,
    events: &mpsc::Sender<Event>,
) -> Option<End> {
    let (mut sink, stream) = socket.split();
    let cut = parcels.cut.clone();
    let end = {
        let receiving = receive(stream, Opener::new(keys.to_agent), viewer, events);
        tokio::pin!(receiving);
        let sealer = Sealer::new(keys.to_viewer);
        tokio::select! {
            end = &mut receiving => end,
            is_sent = send(&mut sink, sealer, &mut parcels, viewer, events) => match is_sent {
                // What the relay still holds would be lost if this side closed first.
                true => timeout(LINGER, &mut receiving).await.unwrap_or_default(),
                false => None,
            },
            () = cut.cancelled() => {
                tracing::warn!(viewer, "a viewer does not read, and is cut off");
                None
            }
        }
    };
    let _ = timeout(CLOSE_LIMIT, sink.send(Message::Close(None))).await;
    end
}

/// Hands on what the viewer sends, until it has gone.
async fn receive(
    mut stream: SplitStream<Socket>,
    mut opener: Opener,
    viewer: &str,
    events: &mpsc::Sender<Event>,
) -> Option<End> {
    loop {
        let message = match timeout(SILENCE, stream.next()).await {
            Ok(Some(Ok(message))) => message,
            Ok(Some(Err(_)) | None) | Err(_) => return None,
        };
        match message {
            Message::Binary(sealed) => {
                let mut sealed = Vec::from(sealed);
                let Ok(frame) = opener.open(&mut sealed) else {
                    tracing::warn!(viewer, "a message of a viewer was changed or lost");
                    return None;
                };
                let event = Event::Received { viewer: viewer.to_owned(), frame: frame.to_vec() };
                // When the session has ended, only the viewer's own end is waited for.
                let _ = events.send(event).await;
            }
            Message::Text(text) => {
                if let Ok(FromRelay::Closed { code, reason }) = serde_json::from_str(text.as_str())
                {
                    let is_final = FINAL_CODES.contains(&code.as_str());
                    return is_final.then(|| End::new(&code, reason));
                }
            }
            Message::Close(_) => return None,
            _ => {}
        }
    }
}

/// Sends what there is, until nothing more can come; false when the connection broke.
async fn send(
    sink: &mut SplitSink<Socket, Message>,
    mut sealer: Sealer,
    parcels: &mut Parcels,
    viewer: &str,
    events: &mpsc::Sender<Event>,
) -> bool {
    while let Some(parcel) = parcels.next().await {
        let message = match parcel {
            Parcel::Frame(frame) => Message::binary(sealer.seal(&frame)),
            Parcel::Event(text) => Message::text(text),
        };
        if sink.send(message).await.is_err() {
            return false;
        }
        if parcels.take_new_room() {
            let _ = events.send(Event::HasRoom { viewer: viewer.to_owned() }).await;
        }
    }
    true
}
