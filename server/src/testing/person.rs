//! The client side of a WebSocket, as in a program or a page.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::waiting::{TEST_TIMEOUT, until_true};
use super::{Client, TestServer};
use crate::events::Event;

/// An open WebSocket.
pub struct TestSocket {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl TestServer {
    /// Opens a socket with the credential of a caller, and waits until it is
    /// ready. Returns the number to subscribe from.
    pub async fn open(&self, caller: &Client, path: &str) -> (TestSocket, u64) {
        let ticket = caller.post("/ws/ticket/", json!({})).await.ok();
        let ticket = ticket["ticket"].as_str().unwrap();
        let mut line = self.dial(&format!("{path}?ticket={ticket}"), &[]).await.unwrap();
        let ready = line.receive().await;
        assert_eq!(ready["action"], "ready", "{ready}");
        (line, ready["seq"].as_u64().unwrap_or(0))
    }

    /// Opens a socket that follows topics, from now on.
    pub async fn follow(&self, caller: &Client, topics: &[&str]) -> TestSocket {
        self.receive_published().await;
        let (mut line, seq) = self.open(caller, "/ws/events/").await;
        line.send(json!({ "action": "subscribe", "topics": topics, "since": seq })).await;
        line
    }

    /// Waits until the events that were published so far are in the log: over a
    /// shared bus they arrive a moment later.
    pub async fn receive_published(&self) {
        let log = self.app.events.log();
        let mut since = log.newest();
        let mark = Event::for_test("mark", "mark", json!(since));
        self.app.events.publish(&mark).await;
        until_true("the events so far arrive", async || match log.after(since, usize::MAX) {
            Ok(events) => events.iter().any(|logged| logged.event == mark),
            // It was read from its beginning in between.
            Err(_) => {
                since = log.newest();
                self.app.events.publish(&mark).await;
                false
            }
        })
        .await;
    }

    /// Opens a socket with nothing but headers; the status if it is refused.
    pub async fn dial(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<TestSocket, u16> {
        let url = format!("{}{path}", self.url.replacen("http", "ws", 1));
        let mut request = url.into_client_request().unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((socket, _)) => Ok(TestSocket { socket }),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }
}

impl TestSocket {
    /// Sends a frame.
    pub async fn send(&mut self, frame: Value) {
        self.send_text(&frame.to_string()).await;
    }

    /// Sends a frame as it is.
    pub async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("the socket is open");
    }

    /// The next frame.
    pub async fn receive(&mut self) -> Value {
        match self.next().await {
            Ok(frame) => frame,
            Err(code) => panic!("the socket was closed with {code}"),
        }
    }

    /// The next event of a type; others are skipped.
    pub async fn receive_event(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.receive().await;
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// The last frame and the code of a socket that is being closed; events
    /// before that are skipped.
    pub async fn end(&mut self) -> (Value, u16) {
        let mut last = Value::Null;
        loop {
            match self.next().await {
                Ok(frame) => last = frame,
                Err(code) => return (last, code),
            }
        }
    }

    async fn next(&mut self) -> Result<Value, u16> {
        let next = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        return Ok(serde_json::from_str(&text).expect("every frame is JSON"));
                    }
                    Some(Ok(Message::Close(Some(close)))) => return Err(u16::from(close.code)),
                    Some(Ok(Message::Close(None)) | Err(_)) | None => {
                        return Err(u16::from(CloseCode::Abnormal));
                    }
                    Some(Ok(_)) => {}
                }
            }
        };
        tokio::time::timeout(TEST_TIMEOUT, next).await.expect("the server sends something in time")
    }
}
