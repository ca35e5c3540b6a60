//! The handshake of a connection: challenge, proof, welcome.

use std::time::Duration;

use anyhow::{Context, bail};
use muster_protocol::{
    FromAgent, Hello, NONCE_BYTES, Refusal, ToAgent, capability, decode, encode, text_to_sign,
};
use ring::signature::{ED25519, UnparsedPublicKey};
use tokio_tungstenite::tungstenite::Message;

use super::hello_bounds;
use super::queries::{self, ConnectedAgent, FoundAgent};
use super::socket::Socket;
use super::welcome::{StoredAgent, plain_welcome, welcome};
use crate::agent_link::{LinkReply, LinkRequest, Requests, TAKEOVER_LIMIT};
use crate::app::App;
use crate::bus::RequestError;
use crate::clock;
use crate::domain::fleet;
use crate::time::Timestamp;

const LIMIT: Duration = Duration::from_secs(15);

/// Admits an agent, or sends it the reason why not.
pub async fn greet(
    app: &App,
    address: &str,
    socket: &mut Socket,
) -> anyhow::Result<Option<GreetedAgent>> {
    let nonce: [u8; NONCE_BYTES] = rand::random();
    send(socket, &ToAgent::Challenge { nonce: nonce.to_vec() }).await?;
    let mut hello =
        clock::timeout(LIMIT, receive_hello(socket)).await.context("timeout: no hello")??;
    hello_bounds::bound(&mut hello);

    let found = queries::find_agent(app.db.read(), &hello.agent_id.as_str().into()).await?;
    let is_proven = |found: &FoundAgent| proves(found.agent.public_key.as_deref(), &hello, &nonce);
    let Some(FoundAgent { agent, facts, line, packages }) = found.filter(is_proven) else {
        if was_removed(app, &hello, &nonce).await? {
            let reason = "this agent was removed on the server";
            return refuse(socket, Refusal::Uninstall, reason).await;
        }
        let reason = "this agent is not enrolled here, or its key does not match: enrol it again";
        return refuse(socket, Refusal::NotEnrolled, reason).await;
    };
    if hello.is_trial {
        send(socket, &ToAgent::Welcome(plain_welcome(app, address))).await?;
        socket.close().await;
        return Ok(None);
    }
    match take_over(app, &hello, &line).await {
        Ok(true) => {}
        Ok(false) => {
            tracing::warn!(
                agent.id = %agent.agent_id,
                "a second machine uses this agent's identity"
            );
            let reason = "another machine is connected with this identity: enrol this one again";
            return refuse(socket, Refusal::Cloned, reason).await;
        }
        Err(_) => return refuse(socket, Refusal::TryLater, "the message bus is away").await,
    }
    // Not before: an old connection takes time to close.
    let Some(_turn) = app.agent_link.gate.wait().await else {
        let seconds = app.agent_link.gate.put_off();
        return put_off(socket, "too many agents connect at once", seconds).await;
    };
    let known =
        StoredAgent { agent: &agent, facts: &facts, line: &line, packages: packages.as_deref() };
    let new_name = app.agent_link.new_connection_name();
    let Some(requests) = welcome(app, address, socket, known, &hello, &new_name).await? else {
        let reason = "this agent opened another connection at the same moment";
        return refuse(socket, Refusal::TryLater, reason).await;
    };
    Ok(Some(GreetedAgent { agent, requests, hello, connection_name: new_name }))
}

pub struct GreetedAgent {
    pub agent: ConnectedAgent,
    pub requests: Requests,
    pub hello: Hello,
    pub connection_name: String,
}

/// Whether no other process uses the agent's connection; closes a dead one.
async fn take_over(app: &App, hello: &Hello, line: &str) -> Result<bool, RequestError> {
    let takeover = LinkRequest::Takeover { process_id: hello.process_id.clone() };
    let ask = async || {
        let (link, takeover) = (&app.agent_link, takeover.clone());
        link.request_connection(line, &hello.agent_id.as_str().into(), takeover, TAKEOVER_LIMIT)
            .await
    };
    let mut answer = ask().await;
    if matches!(answer, Err(RequestError::TimedOut | RequestError::Down)) {
        // A connection that ended at that moment took the question with it.
        answer = ask().await;
    }
    match answer {
        Ok(LinkReply::StillHere) => Ok(false),
        Ok(_) | Err(RequestError::NoResponders) => Ok(true),
        Err(reason) => Err(reason),
    }
}

/// Whether this agent was removed, and can uninstall itself.
async fn was_removed(app: &App, hello: &Hello, nonce: &[u8]) -> anyhow::Result<bool> {
    if !hello.capabilities.iter().any(|name| name == capability::UNINSTALL) {
        return Ok(false);
    }
    let now = Timestamp::now();
    let key = fleet::find_removed_key(app.db.read(), &hello.agent_id.as_str().into(), now).await?;
    Ok(proves(key.as_deref(), hello, nonce))
}

fn proves(key: Option<&[u8]>, hello: &Hello, nonce: &[u8]) -> bool {
    let Some(key) = key else { return false };
    let text = text_to_sign(&hello.agent_id, nonce);
    UnparsedPublicKey::new(&ED25519, key).verify(&text, &hello.signature).is_ok()
}

async fn receive_hello(socket: &mut Socket) -> anyhow::Result<Hello> {
    loop {
        match socket.recv().await.context("the connection closed before the hello")?? {
            Message::Binary(frame) => match decode(&frame)? {
                FromAgent::Hello(hello) => return Ok(*hello),
                _ => bail!("the first message was not a hello"),
            },
            Message::Ping(_) | Message::Pong(_) => {}
            _ => bail!("the first message was not a hello"),
        }
    }
}

async fn refuse<T>(
    socket: &mut Socket,
    refusal: Refusal,
    reason: &str,
) -> anyhow::Result<Option<T>> {
    let reason = reason.to_owned();
    send(socket, &ToAgent::Refused { refusal, reason, retry_after_seconds: 0 }).await?;
    socket.close().await;
    Ok(None)
}

/// Refuses an agent for now, and tells it when to come back.
async fn put_off<T>(
    socket: &mut Socket,
    reason: &str,
    retry_after_seconds: u64,
) -> anyhow::Result<Option<T>> {
    let (refusal, reason) = (Refusal::TryLater, reason.to_owned());
    send(socket, &ToAgent::Refused { refusal, reason, retry_after_seconds }).await?;
    socket.close().await;
    Ok(None)
}

pub async fn send(socket: &mut Socket, message: &ToAgent) -> anyhow::Result<()> {
    let sent = socket.send(encode(message));
    tokio::time::timeout(LIMIT, sent).await.context("timeout: the agent does not read")??;
    Ok(())
}
