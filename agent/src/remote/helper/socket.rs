//! The way to a viewer: a socket at the relay, and the handshake through it.

use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use muster_remote::{Grant, Invitation, Keys, MAX_MESSAGE_BYTES, answer_hello};
use serde::Deserialize;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::relay_address::relay_address;
use super::site::Site;
use crate::remote::Opening;
use crate::transport::{self, Connection};

/// A WebSocket to the relay.
pub type Socket = WebSocketStream<Connection>;

/// How long the relay may take to answer.
const OPEN_LIMIT: Duration = Duration::from_secs(20);

/// How long the viewer may take to come; the relay itself waits half a minute.
const PAIR_LIMIT: Duration = Duration::from_secs(40);

/// How long the viewer may take for its first message.
const HELLO_LIMIT: Duration = Duration::from_secs(20);

/// What the relay says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromRelay {
    /// The viewer is there.
    Paired,
    /// The connection ends.
    Closed {
        /// For programs.
        code: String,
        /// For people.
        reason: String,
    },
    /// What only newer relays say.
    #[serde(other)]
    Unknown,
}

/// Connects to the relay, waits for the viewer and shakes hands with it.
pub async fn open(site: &Site, opening: &Opening, grant: &Grant) -> anyhow::Result<(Socket, Keys)> {
    let mut socket =
        timeout(OPEN_LIMIT, dial(site, opening)).await.context("the relay does not answer")??;
    timeout(PAIR_LIMIT, wait_for_viewer(&mut socket)).await.context("the relay is silent")??;
    let keys = timeout(HELLO_LIMIT, shake_hands(site, opening, grant, &mut socket))
        .await
        .context("the viewer does not begin")??;
    Ok((socket, keys))
}

async fn dial(site: &Site, opening: &Opening) -> anyhow::Result<Socket> {
    let (relay, path) = relay_address(&opening.relay_url, &site.identity.server)?;
    let connection = transport::connect(&relay, &site.proxies).await?;
    let config = WebSocketConfig::default()
        .write_buffer_size(0)
        .max_message_size(Some(MAX_MESSAGE_BYTES))
        .max_frame_size(Some(MAX_MESSAGE_BYTES));
    let opened = client_async_with_config(relay.web_socket(path), connection, Some(config)).await;
    let (mut socket, _) = opened.context("no relay there")?;
    let ticket = json!({ "ticket": opening.ticket }).to_string();
    socket.send(Message::text(ticket)).await.context("the relay does not read")?;
    Ok(socket)
}

async fn wait_for_viewer(socket: &mut Socket) -> anyhow::Result<()> {
    loop {
        match next(socket).await? {
            Message::Text(text) => match serde_json::from_str(text.as_str()) {
                Ok(FromRelay::Paired) => return Ok(()),
                Ok(FromRelay::Closed { code, reason }) => bail!("the relay says {code}: {reason}"),
                Ok(FromRelay::Unknown) | Err(_) => {}
            },
            Message::Binary(_) => bail!("the viewer speaks before it is there"),
            _ => {}
        }
    }
}

async fn shake_hands(
    site: &Site,
    opening: &Opening,
    grant: &Grant,
    socket: &mut Socket,
) -> anyhow::Result<Keys> {
    let hello = loop {
        match next(socket).await? {
            Message::Binary(hello) => break hello,
            Message::Text(text) => {
                if let Ok(FromRelay::Closed { code, .. }) = serde_json::from_str(text.as_str()) {
                    bail!("the relay says {code}");
                }
            }
            _ => {}
        }
    };
    let invitation =
        Invitation { session: &grant.session, viewer: &grant.viewer, grant: &opening.grant };
    let sign = |text: &[u8]| site.identity.sign_handshake(text);
    let (answer, keys) = answer_hello(invitation, &grant.key_sha256, &hello, sign)?;
    socket.send(Message::binary(answer)).await.context("the relay does not read")?;
    Ok(keys)
}

async fn next(socket: &mut Socket) -> anyhow::Result<Message> {
    let message = socket.next().await.context("the relay closed the connection")?;
    match message.context("the connection to the relay broke")? {
        Message::Close(_) => bail!("the relay closed the connection"),
        message => Ok(message),
    }
}
