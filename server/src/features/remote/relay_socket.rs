//! A WebSocket as the relay uses it, and what its peer reads when it ends.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::Error;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use muster_remote::relay::Message;
use serde_json::{Value, json};

/// A socket of the relay. Of its last text it remembers the code, for the close frame.
pub(super) struct RelaySocket {
    inner: WebSocket,
    code: String,
}

impl RelaySocket {
    /// A socket whose ticket was accepted.
    pub(super) fn new(inner: WebSocket) -> Self {
        Self { inner, code: String::new() }
    }
}

impl Stream for RelaySocket {
    type Item = Result<Message, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let frame = ready!(self.inner.poll_next_unpin(cx));
        Poll::Ready(frame.map(|frame| frame.map(message_of)))
    }
}

fn message_of(frame: Frame) -> Message {
    match frame {
        Frame::Text(text) => Message::Text(text.to_string()),
        Frame::Binary(bytes) => Message::Binary(bytes),
        Frame::Ping(_) => Message::Ping,
        Frame::Pong(_) => Message::Pong,
        Frame::Close(_) => Message::Close,
    }
}

impl Sink<Message> for RelaySocket {
    type Error = Error;

    fn poll_ready(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_ready_unpin(cx)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        let frame = match message {
            Message::Text(text) => {
                self.code = closing_code(&text).unwrap_or_default();
                Frame::Text(text.into())
            }
            Message::Binary(bytes) => Frame::Binary(bytes),
            Message::Ping => Frame::Ping(bytes::Bytes::new()),
            Message::Pong => Frame::Pong(bytes::Bytes::new()),
            Message::Close => Frame::Close(Some(close_frame(&self.code))),
        };
        self.inner.start_send_unpin(frame)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_flush_unpin(cx)
    }

    fn poll_close(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.inner.poll_close_unpin(cx)
    }
}

/// The last text of a socket that was never served.
pub(super) fn farewell(code: &str, reason: &str) -> String {
    json!({ "type": "closed", "code": code, "reason": reason }).to_string()
}

fn closing_code(text: &str) -> Option<String> {
    let frame: Value = serde_json::from_str(text).ok()?;
    (frame["type"] == "closed").then(|| frame["code"].as_str().unwrap_or_default().to_owned())
}

/// 4000 and the HTTP status that says the same; 1000 where the other side just left.
fn close_frame(code: &str) -> CloseFrame {
    let status = match code {
        "" | "left" => return CloseFrame { code: 1000, reason: "".into() },
        "logged_out" => 401,
        "forbidden" => 403,
        "agent_absent" | "viewer_absent" | "silent" => 408,
        "too_large" => 413,
        "too_slow" => 429,
        "server_stopping" => 503,
        _ => 409,
    };
    // A reason has at most 123 bytes, and the codes are ours or bounded.
    CloseFrame { code: 4000 + status, reason: code.to_owned().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_close_frame_says_why_the_relay_ended() {
        let text = farewell("forbidden", "the role does not allow it");
        assert_eq!(closing_code(&text).as_deref(), Some("forbidden"));
        assert_eq!(closing_code(r#"{"type":"paired"}"#), None);
        assert_eq!(closing_code("forbidden"), None);
        let cases = [("", 1000), ("left", 1000), ("logged_out", 4401), ("frozen", 4409)];
        for (code, number) in cases {
            assert_eq!(close_frame(code).code, number);
        }
    }
}
