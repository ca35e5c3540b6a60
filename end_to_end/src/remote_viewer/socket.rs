//! A viewer's socket at the relay, and what the relay itself says on it.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

/// A WebSocket without TLS.
pub type Socket = WebSocketStream<TcpStream>;

/// Why a connection ended, or never began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// For programs; empty when it broke without a word.
    pub code: String,
    /// For people.
    pub reason: String,
}

impl Closing {
    /// An end that this side found out about.
    pub fn new(code: &str, reason: impl ToString) -> Self {
        Self { code: code.to_owned(), reason: reason.to_string() }
    }

    /// An end as the other side states it.
    pub fn of(message: &Value) -> Self {
        let text = |name: &str| message[name].as_str().unwrap_or_default();
        Self::new(text("code"), text("reason"))
    }
}

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub enum Received {
    /// The agent is there.
    Paired,
    /// Something of the agent.
    Bytes(Vec<u8>),
}

/// Opens a socket at this address of the relay.
pub async fn dial(relay: &str, path: &str) -> Result<Socket, Closing> {
    let host = relay.trim_start_matches("http://");
    let broken = |error: &dyn std::error::Error| Closing::new("", error);
    let stream = TcpStream::connect(host).await.map_err(|error| broken(&error))?;
    // What is typed must not wait for more.
    stream.set_nodelay(true).map_err(|error| broken(&error))?;
    let opened = client_async(format!("ws://{host}{path}"), stream).await;
    opened.map(|(socket, _)| socket).map_err(|error| broken(&error))
}

/// Sends a message.
pub async fn send(socket: &mut Socket, message: Message) -> Result<(), Closing> {
    socket.send(message).await.map_err(|error| Closing::new("", error))
}

/// Waits for the agent to come or to send something.
pub async fn receive(socket: &mut Socket) -> Result<Received, Closing> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Binary(bytes))) => return Ok(Received::Bytes(Vec::from(bytes))),
            Some(Ok(Message::Text(text))) => {
                let message: Value = serde_json::from_str(text.as_str()).unwrap_or_default();
                match message["type"].as_str() {
                    Some("paired") => return Ok(Received::Paired),
                    Some("closed") => return Err(Closing::of(&message)),
                    _ => {}
                }
            }
            Some(Ok(Message::Close(_))) | None => {
                return Err(Closing::new("", "the relay hung up"));
            }
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(Closing::new("", error)),
        }
    }
}
