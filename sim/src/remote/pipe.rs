//! One side of a session: a socket at the relay, and sealed frames through it.

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use muster_protocol::{OpenRemote, hex};
use muster_remote::{
    CONNECT_PATH, Frame, Grant, Invitation, Keys, Opener, Sealer, ViewerKey, answer_hello,
};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::session::Opened;
use crate::identity::Identity;
use crate::server::{NoLine, Server, Socket};

/// A connection after the handshake.
pub struct Pipe {
    socket: Socket,
    sealer: Sealer,
    opener: Opener,
}

impl Pipe {
    /// The viewer's side, whose socket reads so many bytes at once.
    pub async fn of_viewer(
        server: &Server,
        number: usize,
        read_bytes: usize,
        opened: &Opened,
        key: ViewerKey,
    ) -> anyhow::Result<Self> {
        let path = &opened.relay_url;
        let mut socket = connect(server, number, path, read_bytes, &opened.ticket).await?;
        socket.send(Message::binary(key.hello())).await?;
        let answer = next_bytes(&mut socket).await?;
        let Opened { session, viewer, grant, .. } = opened;
        let agent_key = hex::decode(&opened.agent_key).context("the server sends no key")?;
        let keys = key.finish(Invitation { session, viewer, grant }, &agent_key, &answer)?;
        let Keys { to_agent, to_viewer } = keys;
        Ok(Self { socket, sealer: Sealer::new(to_agent), opener: Opener::new(to_viewer) })
    }

    /// The agent's side. A simulated computer accepts every viewer that the server sends: it
    /// checks no signature, as it has nothing to protect.
    pub async fn of_agent(
        server: &Server,
        number: usize,
        read_bytes: usize,
        open: &OpenRemote,
        identity: &Identity,
    ) -> anyhow::Result<Self> {
        let path = match open.relay_url.as_str() {
            "" => CONNECT_PATH,
            named => named,
        };
        let grant: Grant = serde_json::from_str(&open.grant).context("the grant is unreadable")?;
        let mut socket = connect(server, number, path, read_bytes, &open.ticket).await?;
        let hello = next_bytes(&mut socket).await?;
        let (session, viewer) = (&grant.session, &grant.viewer);
        let invitation = Invitation { session, viewer, grant: &open.grant };
        let sign = |text: &[u8]| identity.sign_bytes(text);
        let (answer, keys) = answer_hello(invitation, &grant.key_sha256, &hello, sign)?;
        socket.send(Message::binary(answer)).await?;
        let Keys { to_agent, to_viewer } = keys;
        Ok(Self { socket, sealer: Sealer::new(to_viewer), opener: Opener::new(to_agent) })
    }

    /// Sends a frame on a channel.
    pub async fn send(&mut self, channel: u16, frame: &Frame<'_>) -> anyhow::Result<()> {
        let sealed = self.sealer.seal(&frame.encode(channel));
        Ok(self.socket.send(Message::binary(sealed)).await?)
    }

    /// Sends a text on a channel.
    pub async fn say(&mut self, channel: u16, message: &Value) -> anyhow::Result<()> {
        self.send(channel, &Frame::Control(&message.to_string())).await
    }

    /// Waits for the next frame, which is to be decoded. Nothing is lost when nobody waits
    /// any more.
    pub async fn receive(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut sealed = next_bytes(&mut self.socket).await?;
        Ok(self.opener.open(&mut sealed)?.to_vec())
    }
}

/// Opens a socket at the relay, and waits for the other side.
async fn connect(
    server: &Server,
    number: usize,
    path: &str,
    read_bytes: usize,
    ticket: &str,
) -> anyhow::Result<Socket> {
    let mut socket = match server.open_relay(number, path, read_bytes).await {
        Ok(socket) => socket,
        Err(NoLine::PutOff(_)) => bail!("the relay puts sessions off"),
        Err(NoLine::Failed(reason)) => bail!("no relay: {reason}"),
    };
    socket.send(Message::text(json!({ "ticket": ticket }).to_string())).await?;
    loop {
        match next(&mut socket).await? {
            Heard::Paired => return Ok(socket),
            Heard::Bytes(_) => bail!("the other side speaks before it is there"),
            Heard::Nothing => {}
        }
    }
}

enum Heard {
    Paired,
    Bytes(Vec<u8>),
    Nothing,
}

async fn next_bytes(socket: &mut Socket) -> anyhow::Result<Vec<u8>> {
    loop {
        if let Heard::Bytes(bytes) = next(socket).await? {
            return Ok(bytes);
        }
    }
}

async fn next(socket: &mut Socket) -> anyhow::Result<Heard> {
    let message = match socket.next().await {
        Some(Ok(Message::Binary(bytes))) => return Ok(Heard::Bytes(bytes.into())),
        Some(Ok(Message::Text(text))) => serde_json::from_str(text.as_str()).unwrap_or(Value::Null),
        Some(Ok(Message::Close(_))) | None => bail!("the relay hung up"),
        Some(Err(error)) => return Err(error.into()),
        Some(Ok(_)) => return Ok(Heard::Nothing),
    };
    match message["type"].as_str() {
        Some("paired") => Ok(Heard::Paired),
        Some("closed") => {
            bail!("the relay ends it: {}", message["reason"].as_str().unwrap_or("no reason given"))
        }
        _ => Ok(Heard::Nothing),
    }
}
