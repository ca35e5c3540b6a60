//! An open socket: frames in, frames out, and pings that detect a dead peer.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::CloseReason;
use crate::app::App;

/// How long a frame may wait for the peer to read.
const SEND_LIMIT: Duration = Duration::from_secs(20);
/// How long the closing frames may take.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);
const PING_EVERY: Duration = Duration::from_secs(30);
/// Three pings without an answer.
const SILENCE: Duration = Duration::from_secs(95);

/// An authenticated WebSocket.
pub struct Socket {
    inner: WebSocket,
    stopping: CancellationToken,
    last_received: Instant,
    next_ping: Instant,
}

impl Socket {
    pub(super) fn new(app: &App, inner: WebSocket) -> Self {
        let now = Instant::now();
        let stopping = app.stopping.clone();
        Self { inner, stopping, last_received: now, next_ping: now + PING_EVERY }
    }

    /// The next frame that is a JSON object. Cancelling while waiting loses
    /// nothing.
    pub async fn receive(&mut self) -> Result<Map<String, Value>, CloseReason> {
        loop {
            let frame = tokio::select! {
                frame = self.inner.recv() => frame,
                () = self.stopping.cancelled() => return Err(CloseReason::Stopping),
                () = sleep_until(self.next_ping) => {
                    self.ping().await?;
                    continue;
                }
            };
            self.last_received = Instant::now();
            match frame {
                Some(Ok(Message::Text(text))) => return object(&text),
                Some(Ok(Message::Binary(_))) => return Err(not_an_object()),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(CloseReason::Gone),
            }
        }
    }

    /// Sends a frame.
    pub async fn send(&mut self, text: impl Into<String>) -> Result<(), CloseReason> {
        self.send_message(Message::Text(text.into().into())).await
    }

    async fn ping(&mut self) -> Result<(), CloseReason> {
        if self.last_received.elapsed() > SILENCE {
            return Err(CloseReason::Idle);
        }
        self.next_ping = Instant::now() + PING_EVERY;
        self.send_message(Message::Ping(Default::default())).await
    }

    async fn send_message(&mut self, message: Message) -> Result<(), CloseReason> {
        match timeout(SEND_LIMIT, self.inner.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(CloseReason::Gone),
            Err(_) => Err(CloseReason::TooSlow),
        }
    }

    /// Sends the peer the reason for the end, if it still listens, and waits a
    /// moment for it to read that.
    pub(super) async fn close(mut self, ended: CloseReason) {
        let Some((last, close)) = ended.into_frames() else { return };
        let parting = async {
            if let Some(last) = last {
                self.inner.send(Message::Text(last.into())).await?;
            }
            self.inner.send(Message::Close(Some(close))).await?;
            while self.inner.recv().await.transpose()?.is_some() {}
            Ok::<(), axum::Error>(())
        };
        // A peer that is gone cannot receive it.
        let _ = timeout(CLOSE_LIMIT, parting).await;
    }
}

fn object(text: &str) -> Result<Map<String, Value>, CloseReason> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        _ => Err(not_an_object()),
    }
}

fn not_an_object() -> CloseReason {
    let sentence = "every frame must be a JSON object".to_owned();
    CloseReason::Refused(crate::error::ApiError::Malformed(sentence))
}
