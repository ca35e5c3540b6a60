//! The beginning of a connection: the agent proves who it is, and the server
//! says what it has.

use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    CONNECT_PATH, FromAgent, Hello, MAX_FRAME_BYTES, PROOF_PROTOCOL, PROTOCOL, Refusal, ToAgent,
    Welcome, capability, decode, encode,
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::connection_end::ConnectionEnd;
use crate::os::{packages, platform};
use crate::shared::Shared;
use crate::transport::{self, Connection};
use crate::{orders, questions, release};

/// A WebSocket to the server.
pub type Socket = WebSocketStream<Connection>;

/// How long the server may take for a step of the handshake.
const STEP_LIMIT: Duration = Duration::from_secs(20);

/// Connects and shakes hands; the connection is ready when this returns.
pub async fn open(shared: &Shared) -> Result<(Socket, Welcome), ConnectionEnd> {
    let mut socket = open_socket(shared).await?;
    let handshake = timeout(STEP_LIMIT, shake_hands(shared, &mut socket)).await;
    let answer = handshake.map_err(|_| anyhow!("the server does not finish the handshake"));
    match answer.and_then(|answer| answer)? {
        Ok(welcome) => Ok((socket, welcome)),
        Err(end) => Err(end),
    }
}

async fn open_socket(shared: &Shared) -> Result<Socket, ConnectionEnd> {
    let server = &shared.identity.server;
    let connection = transport::connect(server, &shared.proxies).await?;
    let config = WebSocketConfig::default()
        .read_buffer_size(4096)
        .write_buffer_size(0)
        .max_message_size(Some(MAX_FRAME_BYTES))
        .max_frame_size(Some(MAX_FRAME_BYTES));
    let request = server.web_socket(CONNECT_PATH);
    let opening = client_async_with_config(request, connection, Some(config));
    let opened = timeout(STEP_LIMIT, opening).await.context("the server does not answer")?;
    match opened {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(answer)) => {
            let retry_after = match answer.status() {
                StatusCode::SERVICE_UNAVAILABLE => {
                    let header = answer.headers().get("retry-after");
                    header.and_then(|text| text.to_str().ok()?.trim().parse().ok())
                }
                _ => None,
            };
            let reason = format!("the server answers {}", answer.status());
            Err(ConnectionEnd::Broken { reason, retry_after: retry_after.map(Duration::from_secs) })
        }
        Err(error) => Err(anyhow::Error::new(error).context("no WebSocket there").into()),
    }
}

async fn shake_hands(
    shared: &Shared,
    socket: &mut Socket,
) -> anyhow::Result<Result<Welcome, ConnectionEnd>> {
    let ToAgent::Challenge { nonce, protocol } = next_message(socket).await? else {
        bail!("the server does not begin with a challenge");
    };
    let mut signature = Vec::new();
    if protocol >= PROOF_PROTOCOL {
        send(socket, &shared.identity.prove(&nonce)).await?;
        match next_message(socket).await? {
            ToAgent::Proven => {}
            ToAgent::Refused { refusal, reason, retry_after_seconds } => {
                return Ok(Err(refused(refusal, &reason, retry_after_seconds)));
            }
            _ => bail!("the server answers the proof with something else"),
        }
    } else {
        signature = shared.identity.sign(&nonce);
    }
    send(socket, &FromAgent::Hello(Box::new(hello(shared, signature)))).await?;
    match next_message(socket).await? {
        ToAgent::Welcome(welcome) => Ok(Ok(welcome)),
        ToAgent::Refused { refusal, reason, retry_after_seconds } => {
            Ok(Err(refused(refusal, &reason, retry_after_seconds)))
        }
        _ => bail!("the server answers the hello with something else"),
    }
}

async fn send(socket: &mut Socket, message: &FromAgent) -> anyhow::Result<()> {
    socket.send(Message::binary(encode(message))).await.context("the connection broke")
}

fn hello(shared: &Shared, signature: Vec<u8>) -> Hello {
    Hello {
        agent_id: shared.identity.agent_id.clone(),
        signature,
        protocol: PROTOCOL,
        capabilities: capabilities(),
        version: release::version().to_owned(),
        plat: platform::name().to_owned(),
        goarch: platform::architecture().to_owned(),
        hostname: shared.identity.current_hostname(),
        inventory_digest: shared.inventory.digest(),
        runs: shared.board.known_runs(),
        process_id: shared.process_id.clone(),
        definitions_digest: shared.schedule.digest(),
        is_trial: shared.is_trial,
        packages_digest: shared.package_watch.digest(),
    }
}

/// What this build can do that is neither an order nor a question.
pub const OTHER_CAPABILITIES: [&str; 8] = [
    capability::CANCEL,
    capability::CHECKS,
    capability::DEFINITIONS,
    capability::FREEZE,
    capability::INVENTORY,
    capability::REBOOT_MESSAGE,
    capability::RECORDINGS,
    capability::UNINSTALL,
];

/// The names of all orders and questions, and what else this build can do.
fn capabilities() -> Vec<String> {
    let known = orders::names().chain(questions::names());
    let others = OTHER_CAPABILITIES.into_iter();
    let others = others.chain(platform::is_static().then_some(capability::STATIC_PROGRAM));
    let others = others.chain(packages::can_hide_updates().then_some(capability::HIDE_UPDATES));
    known.chain(others).map(str::to_owned).collect()
}

fn refused(refusal: Refusal, reason: &str, retry_after_seconds: u64) -> ConnectionEnd {
    let advice = match refusal {
        Refusal::NotEnrolled => "the server does not know this agent: enrol it again",
        Refusal::Cloned => "another computer has this agent's identity: enrol this one again",
        Refusal::Uninstall => return ConnectionEnd::Removed,
        Refusal::TryLater => {
            let reason = format!("the server asks to try later: {reason}");
            let is_named = retry_after_seconds > 0;
            let retry_after = is_named.then(|| Duration::from_secs(retry_after_seconds));
            return ConnectionEnd::Broken { reason, retry_after };
        }
    };
    tracing::error!(reason, "{advice}");
    ConnectionEnd::Refused(format!("{advice} ({reason})"))
}

async fn next_message(socket: &mut Socket) -> anyhow::Result<ToAgent> {
    loop {
        let message = socket.next().await.context("the server closed the connection")?;
        match message.context("the connection broke")? {
            Message::Binary(frame) => return Ok(decode(&frame)?),
            Message::Close(_) => bail!("the server closed the connection"),
            _ => {}
        }
    }
}
