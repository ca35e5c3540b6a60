//! The way to an agent: a WebSocket at a relay, and the handshake through it.
//!
//! The socket is opened with the caller's HTTP client: it trusts the same certificates, and
//! takes the same proxies.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_remote::relay::Message;
use muster_remote::{Invitation, Keys, MAX_MESSAGE_BYTES, ViewerKey};
use reqwest::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use reqwest::{RequestBuilder, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::gone::Gone;
use super::printable::printable;
use super::socket::{Closed, Socket, over_websocket};
use crate::hex::hex_bytes;

/// Bytes of an Ed25519 key.
const KEY_BYTES: usize = 32;

/// How long the relay may take to answer.
const OPEN_LIMIT: Duration = Duration::from_secs(20);

/// How long the agent may take to come; the relay itself waits half a minute.
const PAIR_LIMIT: Duration = Duration::from_secs(40);

/// How long the agent may take for its answer.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);

/// What came over a socket.
pub(super) enum Heard {
    /// The agent is at the other end.
    Paired,
    /// Something from the agent.
    Bytes(Vec<u8>),
    /// Nothing to act on.
    Nothing,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum FromRelay {
    Paired,
    Closed {
        code: String,
        reason: String,
    },
    #[serde(other)]
    Unknown,
}

/// What the server answers to somebody who may connect.
#[derive(Deserialize)]
pub struct Opened {
    /// The session.
    pub session: String,
    /// This connection to it.
    pub viewer: String,
    /// A path of the server, or a whole address.
    pub relay_url: String,
    /// Opens one socket there.
    pub ticket: String,
    /// The permission, as the text that was signed.
    pub grant: String,
    /// The agent's Ed25519 key, in hexadecimal.
    pub agent_key: String,
}

/// Connects to the relay that a request is for, waits for the agent and shakes hands with
/// it.
pub async fn connect(
    relay: RequestBuilder,
    opened: &Opened,
    key: ViewerKey,
) -> Result<(Socket, Keys), Gone> {
    let socket = timeout(OPEN_LIMIT, dial(relay, opened)).await;
    meet(socket.map_err(late("the relay does not answer"))??, opened, key).await
}

/// Waits for the agent at the other end of a socket, and shakes hands with it.
pub async fn meet(
    mut socket: Socket,
    opened: &Opened,
    key: ViewerKey,
) -> Result<(Socket, Keys), Gone> {
    timeout(PAIR_LIMIT, wait_for_agent(&mut socket))
        .await
        .map_err(late("the relay is silent"))??;
    let keys = timeout(ANSWER_LIMIT, shake_hands(&mut socket, opened, key))
        .await
        .map_err(late("the agent does not answer"))??;
    Ok((socket, keys))
}

fn late(what: &'static str) -> impl Fn(Elapsed) -> Gone {
    move |_| Gone::broken(what)
}

async fn dial(request: RequestBuilder, opened: &Opened) -> Result<Socket, Gone> {
    let key = generate_key();
    let request = request
        .header(CONNECTION, "Upgrade")
        .header(UPGRADE, "websocket")
        .header(SEC_WEBSOCKET_VERSION, "13")
        .header(SEC_WEBSOCKET_KEY, &key);
    let unreached = |error: reqwest::Error| Gone::Broken(format!("no relay there: {error}"));
    let response = request.send().await.map_err(unreached)?;
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        return Err(refusal(response).await);
    }
    let accepted = response.headers().get(SEC_WEBSOCKET_ACCEPT).map(|value| value.as_bytes());
    if accepted != Some(derive_accept_key(key.as_bytes()).as_bytes()) {
        return Err(Gone::ended("what answers at the relay's address is no relay"));
    }
    let stream = response.upgrade().await.map_err(unreached)?;
    let config = WebSocketConfig::default()
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let stream = WebSocketStream::from_raw_socket(stream, Role::Client, Some(config)).await;
    let mut socket = over_websocket(stream);
    let ticket = json!({ "ticket": opened.ticket }).to_string();
    let sent = socket.send(Message::Text(ticket)).await;
    sent.map_err(|_| Gone::broken("the relay closed the connection"))?;
    Ok(socket)
}

async fn refusal(response: reqwest::Response) -> Gone {
    let status = response.status();
    let body = response.bytes().await.unwrap_or_default();
    let answer: Value = serde_json::from_slice(&body).unwrap_or_default();
    match answer["detail"].as_str() {
        Some(detail) if status.is_client_error() => Gone::Ended(printable(detail)),
        _ => Gone::Broken(format!("the relay answers {status}")),
    }
}

async fn wait_for_agent(socket: &mut Socket) -> Result<(), Gone> {
    loop {
        match hear(socket.next().await)? {
            Heard::Paired => return Ok(()),
            Heard::Bytes(_) => return Err(Gone::ended("the agent speaks before it is there")),
            Heard::Nothing => {}
        }
    }
}

async fn shake_hands(socket: &mut Socket, opened: &Opened, key: ViewerKey) -> Result<Keys, Gone> {
    let agent_key = hex_bytes(&opened.agent_key, KEY_BYTES);
    let agent_key = agent_key.ok_or_else(|| Gone::ended("the server sends no key of the agent"))?;
    let sent = socket.send(Message::Binary(key.hello().into())).await;
    sent.map_err(|_| Gone::broken("the relay closed the connection"))?;
    let answer = loop {
        if let Heard::Bytes(answer) = hear(socket.next().await)? {
            break answer;
        }
    };
    let Opened { session, viewer, grant, .. } = opened;
    // Somebody between would answer the same way again.
    key.finish(Invitation { session, viewer, grant }, &agent_key, &answer).map_err(Gone::ended)
}

/// What the next message of a socket means; an end is an error.
pub(super) fn hear(next: Option<Result<Message, Closed>>) -> Result<Heard, Gone> {
    match next {
        Some(Ok(Message::Binary(bytes))) => Ok(Heard::Bytes(bytes.into())),
        Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
            Ok(FromRelay::Paired) => Ok(Heard::Paired),
            Ok(FromRelay::Closed { code, reason }) => {
                Err(Gone::from_relay(&code, printable(&reason)))
            }
            Ok(FromRelay::Unknown) | Err(_) => Ok(Heard::Nothing),
        },
        Some(Ok(Message::Ping | Message::Pong)) => Ok(Heard::Nothing),
        Some(Ok(Message::Close) | Err(_)) | None => Err(Gone::broken("the connection broke")),
    }
}
