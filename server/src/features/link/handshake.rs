//! The handshake of a connection: challenge, proof, hello, welcome.

use std::time::Duration;

use anyhow::{Context, bail};
use muster_protocol::{FromAgent, Hello, NONCE_BYTES, PROTOCOL, Refusal, ToAgent, decode, encode};
use tokio_tungstenite::tungstenite::Message;

use super::hello_bounds;
use super::pending;
use super::proof::{self, Claim, ProvenAgent};
use super::queries::{ConnectedAgent, FoundAgent};
use super::removed;
use super::server_address;
use super::socket::Socket;
use super::welcome::{StoredAgent, plain_welcome, welcome};
use crate::agent_link::{LinkReply, LinkRequest, Requests, TAKEOVER_LIMIT};
use crate::app::App;
use crate::bus::RequestError;
use crate::clock;
use crate::debug_log::{DebugEntry, LogType};
use crate::ids::AgentId;
use crate::strangers::Peer;

const LIMIT: Duration = Duration::from_secs(15);
const TOO_MANY: &str = "too many agents connect at once";
pub const NOT_ENROLLED: &str =
    "this agent is not enrolled here, or its key does not match: enrol it again";
/// When an agent that looks for another server may ask again: somebody has to
/// change a setting before.
const ELSEWHERE_SECONDS: u64 = 300;
/// When an agent that nobody has approved yet may ask again: somebody may be
/// waiting for it.
const UNAPPROVED_SECONDS: u64 = 15;

/// Admits an agent, or sends it the reason why not.
pub async fn greet(
    app: &App,
    address: &str,
    socket: &mut Socket,
    peer: Option<Peer>,
) -> anyhow::Result<Option<GreetedAgent>> {
    let Some((proven, mut hello)) = introduce(app, socket, peer).await? else { return Ok(None) };
    hello_bounds::bound(&mut hello);
    let ProvenAgent::Enrolled(found) = proven else {
        return removed::refuse_removed(app, socket, &hello).await;
    };
    let FoundAgent { agent, facts, line, packages, capabilities, is_removed } = *found;
    if is_removed {
        return removed::turn_away(app, address, socket, &hello).await;
    }
    if hello.is_trial {
        send(socket, &ToAgent::Welcome(plain_welcome(app, address))).await?;
        socket.close().await;
        return Ok(None);
    }
    match take_over(app, &agent.agent_id, &hello, &line).await {
        Ok(true) => {}
        Ok(false) => {
            tracing::warn!(
                agent.id = %agent.agent_id,
                "a second machine uses this agent's identity"
            );
            let message = "a second machine uses the identity of the agent: it was refused";
            let entry = DebugEntry::error(LogType::AgentIssues, message);
            app.debug_log.record(entry.about(agent.id));
            let reason = "another machine is connected with this identity: enrol this one again";
            return refuse(socket, Refusal::Cloned, reason).await;
        }
        Err(_) => return refuse(socket, Refusal::TryLater, "the message bus is away").await,
    }
    // Not before: an old connection takes time to close.
    let Some(_turn) = app.agent_link.gate.wait().await else {
        let seconds = app.agent_link.gate.put_off();
        return put_off(socket, TOO_MANY, seconds).await;
    };
    let (packages, capabilities) = (packages.as_deref(), capabilities.as_deref());
    let known = StoredAgent { agent: &agent, facts: &facts, line: &line, packages, capabilities };
    let new_name = app.agent_link.new_connection_name();
    let Some(requests) = welcome(app, address, socket, known, &hello, &new_name).await? else {
        let reason = "this agent opened another connection at the same moment";
        return refuse(socket, Refusal::TryLater, reason).await;
    };
    Ok(Some(GreetedAgent { agent, requests, hello, connection_name: new_name }))
}

/// Lets a peer prove which agent it is, and reads its hello; none if it was
/// refused.
async fn introduce(
    app: &App,
    socket: &mut Socket,
    peer: Option<Peer>,
) -> anyhow::Result<Option<(ProvenAgent, Hello)>> {
    let nonce: [u8; NONCE_BYTES] = rand::random();
    send(socket, &ToAgent::Challenge { nonce: nonce.to_vec(), protocol: PROTOCOL }).await?;
    let (claim, hello) = match receive(socket).await? {
        FromAgent::Prove { agent_id, server, signature } => {
            (Claim::new(agent_id, server, signature, &nonce), None)
        }
        FromAgent::Hello(hello) => (Claim::of_hello(&hello, &nonce), Some(hello)),
        _ => bail!("the first message was neither a proof nor a hello"),
    };
    let Some(proven) = admit(app, socket, peer, &claim).await? else { return Ok(None) };
    if let Some(hello) = hello {
        return Ok(Some((proven, *hello)));
    }
    send(socket, &ToAgent::Proven).await?;
    match receive(socket).await? {
        FromAgent::Hello(hello) => Ok(Some((proven, *hello))),
        _ => bail!("the message after the proof was not a hello"),
    }
}

/// Admits a peer whose claim is true, while there is room for one more agent;
/// none if it was refused. Only from here on it may send more than a stranger.
async fn admit(
    app: &App,
    socket: &mut Socket,
    peer: Option<Peer>,
    claim: &Claim,
) -> anyhow::Result<Option<ProvenAgent>> {
    let gate = &app.agent_link.gate;
    let waiting = peer.as_ref().and_then(Peer::wait_for_us);
    let Some(turn) = gate.wait_for_proof().await else {
        return put_off(socket, TOO_MANY, gate.put_off()).await;
    };
    let proven = proof::check(app, claim).await?;
    drop((turn, waiting));
    let Some(proven) = proven else {
        return refuse(socket, Refusal::NotEnrolled, NOT_ENROLLED).await;
    };
    if matches!(proven, ProvenAgent::Pending) {
        return put_off(socket, pending::REASON, UNAPPROVED_SECONDS).await;
    }
    if let Some(peer) = peer {
        peer.make_known();
    }
    if let Some(server) = elsewhere(app, claim, &proven) {
        let reason = format!("{server} is not an address of this server");
        return put_off(socket, &reason, ELSEWHERE_SECONDS).await;
    }
    match gate.admit() {
        Ok(()) => Ok(Some(proven)),
        Err(seconds) => put_off(socket, TOO_MANY, seconds).await,
    }
}

/// The server that an agent looks for, if it is not this one.
fn elsewhere<'a>(app: &App, claim: &'a Claim, proven: &ProvenAgent) -> Option<&'a str> {
    let server = claim.server.as_deref()?;
    if server_address::is_ours(&app.settings, server) {
        return None;
    }
    tracing::warn!(
        agent.id = %claim.agent_id,
        server,
        "an agent looks for another server: add its address to WEB_ORIGINS if it is this one"
    );
    if let ProvenAgent::Enrolled(found) = proven {
        let message = format!(
            "the agent looks for {server}, which is no address of this server: add it to \
             WEB_ORIGINS if it is one"
        );
        let entry = DebugEntry::warning(LogType::AgentIssues, message);
        app.debug_log.record(entry.about(found.agent.id));
    }
    Some(server)
}

pub struct GreetedAgent {
    pub agent: ConnectedAgent,
    pub requests: Requests,
    pub hello: Hello,
    pub connection_name: String,
}

/// Whether no other process uses the agent's connection; closes a dead one.
async fn take_over(
    app: &App,
    agent_id: &AgentId,
    hello: &Hello,
    line: &str,
) -> Result<bool, RequestError> {
    let takeover = LinkRequest::Takeover { process_id: hello.process_id.clone() };
    let ask = async || {
        let (link, takeover) = (&app.agent_link, takeover.clone());
        link.request_connection(line, agent_id, takeover, TAKEOVER_LIMIT).await
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

async fn receive(socket: &mut Socket) -> anyhow::Result<FromAgent> {
    clock::timeout(LIMIT, next_message(socket)).await.context("timeout: no message")?
}

async fn next_message(socket: &mut Socket) -> anyhow::Result<FromAgent> {
    loop {
        match socket.recv().await.context("the connection closed before the hello")?? {
            Message::Binary(frame) => return Ok(decode(&frame)?),
            Message::Ping(_) | Message::Pong(_) => {}
            _ => bail!("a message of the handshake was none of the protocol"),
        }
    }
}

pub async fn refuse<T>(
    socket: &mut Socket,
    refusal: Refusal,
    reason: &str,
) -> anyhow::Result<Option<T>> {
    end_with(socket, refusal, reason, 0).await
}

/// Refuses an agent for now, and sends it in how many seconds to come back.
async fn put_off<T>(socket: &mut Socket, reason: &str, seconds: u64) -> anyhow::Result<Option<T>> {
    end_with(socket, Refusal::TryLater, reason, seconds).await
}

async fn end_with<T>(
    socket: &mut Socket,
    refusal: Refusal,
    reason: &str,
    retry_after_seconds: u64,
) -> anyhow::Result<Option<T>> {
    let reason = reason.to_owned();
    send(socket, &ToAgent::Refused { refusal, reason, retry_after_seconds }).await?;
    socket.close().await;
    Ok(None)
}

pub async fn send(socket: &mut Socket, message: &ToAgent) -> anyhow::Result<()> {
    let sent = socket.send(encode(message));
    tokio::time::timeout(LIMIT, sent).await.context("timeout: the agent does not read")??;
    Ok(())
}
