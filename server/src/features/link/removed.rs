//! An agent that was removed: while it can still be restored it is not admitted
//! and has nothing to do, and then it uninstalls itself.

use std::time::Duration;

use anyhow::Context;
use muster_protocol::{Definitions, FromAgent, Hello, Refusal, ToAgent, capability, decode};
use tokio_tungstenite::tungstenite::Message;

use super::handshake::{NOT_ENROLLED, refuse, send};
use super::socket::Socket;
use super::welcome::plain_welcome;
use crate::app::App;
use crate::clock;
use crate::domain::freeze;

/// How long the agent may take to store an empty document.
const LIMIT: Duration = Duration::from_secs(15);

/// The answer to an agent that somebody removed: it uninstalls itself, if it can.
pub async fn refuse_removed<T>(
    app: &App,
    socket: &mut Socket,
    hello: &Hello,
) -> anyhow::Result<Option<T>> {
    if hello.capabilities.iter().any(|name| name == capability::UNINSTALL) {
        if freeze::is_everything_frozen(app.db.read()).await? {
            return refuse(socket, Refusal::TryLater, "everything is frozen").await;
        }
        let reason = "this agent was removed on the server";
        return refuse(socket, Refusal::Uninstall, reason).await;
    }
    refuse(socket, Refusal::NotEnrolled, NOT_ENROLLED).await
}

/// Refuses a removed agent; it connects again until it is restored, or its removal
/// is final and it uninstalls itself.
pub async fn turn_away<T>(
    app: &App,
    address: &str,
    socket: &mut Socket,
    hello: &Hello,
) -> anyhow::Result<Option<T>> {
    if hello.is_trial || hello.definitions_digest.is_empty() {
        let reason = "this agent was removed on the server, and can still be restored there";
        return refuse(socket, Refusal::TryLater, reason).await;
    }
    take_definitions(app, address, socket).await?;
    socket.close().await;
    Ok(None)
}

/// Takes its tasks and update windows from an agent, so that it starts nothing
/// more. It accepts a document only after a welcome. Whatever it reports
/// meanwhile is not acknowledged: it keeps that, and repeats it once restored.
async fn take_definitions(app: &App, address: &str, socket: &mut Socket) -> anyhow::Result<()> {
    send(socket, &ToAgent::Welcome(plain_welcome(app, address))).await?;
    for message in Definitions::default().messages() {
        send(socket, &message).await?;
    }
    let stored = clock::timeout(LIMIT, until_stored(socket)).await;
    stored.context("timeout: a removed agent does not store that it has no tasks")?
}

/// Waits until the agent has stored the empty document, or hangs up.
async fn until_stored(socket: &mut Socket) -> anyhow::Result<()> {
    while let Some(frame) = socket.recv().await {
        let Message::Binary(frame) = frame? else { continue };
        if let FromAgent::DefinitionsKept { digest } = decode(&frame)?
            && digest.is_empty()
        {
            break;
        }
    }
    Ok(())
}
