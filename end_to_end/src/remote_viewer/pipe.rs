//! A connection to the agent: sealed frames in both directions.

use muster_protocol::hex;
use muster_remote::{Frame, Invitation, Opener, Sealer, ViewerKey};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::socket::{self, Closing, Received, Socket};
use crate::waiting::PATIENCE;

/// The channel of the session itself.
pub const SESSION: u16 = 0;

/// A connection after the handshake.
pub struct Pipe {
    socket: Socket,
    sealer: Sealer,
    opener: Opener,
}

impl Pipe {
    /// Connects with what the server answered, over this address, and shakes
    /// hands with the agent.
    pub async fn connect(relay: &str, key: ViewerKey, opened: &Value) -> Result<Self, Closing> {
        let connected = timeout(PATIENCE, Self::try_connect(relay, key, opened)).await;
        connected.expect("the relay says in time what it does")
    }

    async fn try_connect(relay: &str, key: ViewerKey, opened: &Value) -> Result<Self, Closing> {
        let text = |name: &str| opened[name].as_str().unwrap_or_default();
        let mut socket = socket::dial(relay, text("relay_url")).await?;
        let ticket = json!({ "ticket": text("ticket") }).to_string();
        socket::send(&mut socket, Message::text(ticket)).await?;
        while socket::receive(&mut socket).await? != Received::Paired {}
        socket::send(&mut socket, Message::binary(key.hello())).await?;
        let Received::Bytes(answer) = socket::receive(&mut socket).await? else {
            return Err(Closing::new("handshake", "the relay paired twice"));
        };
        let (session, viewer, grant) = (text("session"), text("viewer"), text("grant"));
        let invitation = Invitation { session, viewer, grant };
        let agent_key = hex::decode(text("agent_key")).expect("keys are sent as hex");
        let keys = key.finish(invitation, &agent_key, &answer);
        let keys = keys.map_err(|error| Closing::new("handshake", error))?;
        let (sealer, opener) = (Sealer::new(keys.to_agent), Opener::new(keys.to_viewer));
        Ok(Self { socket, sealer, opener })
    }

    /// What is sent into a broken connection is lost: reading shows that it is.
    pub async fn send(&mut self, channel: u16, frame: &Frame<'_>) {
        let sealed = self.sealer.seal(&frame.encode(channel));
        let _ = socket::send(&mut self.socket, Message::binary(sealed)).await;
    }

    /// Sends a text.
    pub async fn control(&mut self, channel: u16, message: &Value) {
        self.send(channel, &Frame::Control(&message.to_string())).await;
    }

    /// Waits for a frame, which is to be decoded; none when it was something of the relay.
    pub async fn receive(&mut self) -> Result<Option<Vec<u8>>, Closing> {
        let Received::Bytes(mut sealed) = socket::receive(&mut self.socket).await? else {
            return Ok(None);
        };
        let plain = self.opener.open(&mut sealed);
        Ok(Some(plain.map_err(|error| Closing::new("tampered", error))?.to_vec()))
    }
}
