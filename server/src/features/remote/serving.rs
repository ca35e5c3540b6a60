//! Serving the sockets of a pipe, from the accepted ticket to the end.

use std::convert::Infallible;
use std::future::pending;

use futures_util::{Sink, Stream};
use muster_remote::relay::{AgentEvent, Ended, Message, Side};
use tokio::sync::mpsc;

use super::leaving::leave;
use super::relay_socket::RelaySocket;
use super::reported::record_event;
use super::watching::watch;
use crate::app::App;
use crate::domain::fleet::find_location;
use crate::domain::remote::{RemoteNode, ServedViewer, record_connected, record_started};
use crate::error::ApiError;
use crate::events::{Event, Viewer};
use crate::time::Timestamp;

/// Events of an agent that wait to be stored. Honest ones send a few in an hour.
const EVENTS: usize = 64;

/// Serves a viewer: passes on, and watches whether it may go on.
pub(super) async fn serve_viewer<S, E>(
    app: &App,
    node: &RemoteNode,
    seen: Viewer,
    viewer: &ServedViewer,
    socket: S,
) where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin + Send,
    E: Send,
{
    let identity = seen.identity.clone();
    if let Err(error) = begin_viewer(app, viewer).await {
        failed(&error, "a viewer of a remote session could not be recorded");
    }
    let serving = node.relay.serve(&viewer.viewer_uid, Side::Viewer, socket, |_| {});
    let ended: Ended = tokio::select! {
        ended = serving => ended,
        never = watch(app, node, seen, viewer) => match never {},
    };
    if let Err(error) = leave(app, &identity, viewer, &ended).await {
        failed(&error, "the end of a connection to a remote session could not be recorded");
    }
}

/// Serves the agent's helper, and records what it reports.
pub(super) async fn serve_agent(
    app: &App,
    node: &RemoteNode,
    viewer: &ServedViewer,
    socket: RelaySocket,
) {
    if let Err(error) = begin_agent(app, viewer).await {
        failed(&error, "the beginning of a remote session could not be recorded");
    }
    let (sender, mut events) = mpsc::channel::<AgentEvent>(EVENTS);
    // Beyond that many, events are lost; the end of a session is found without one.
    let on_event = move |event| drop(sender.try_send(event));
    let serving = node.relay.serve(&viewer.viewer_uid, Side::Agent, socket, on_event);
    let recording = async {
        while let Some(event) = events.recv().await {
            if let Err(error) = record_event(app, viewer, event).await {
                failed(&error, "what an agent reported of a remote session could not be recorded");
            }
        }
    };
    let both = async { tokio::join!(serving, recording) };
    tokio::select! {
        _ = both => {}
        never = cut_at_stop(app, node, viewer) => match never {},
    }
}

/// Cuts a viewer's pipe when the server stops; both sides look for another way then.
pub(super) async fn cut_at_stop(app: &App, node: &RemoteNode, viewer: &ServedViewer) -> Infallible {
    app.stopping.cancelled().await;
    node.relay.cut(&viewer.viewer_uid, "server_stopping", "the server stops");
    pending().await
}

async fn begin_viewer(app: &App, viewer: &ServedViewer) -> Result<(), ApiError> {
    let write = app.db.begin().await?;
    let now = Timestamp::now();
    record_connected(&write, viewer.viewer_key, &app.replica_id, now).await?;
    write.commit().await?;
    announce(app, viewer).await
}

async fn begin_agent(app: &App, viewer: &ServedViewer) -> Result<(), ApiError> {
    let write = app.db.begin().await?;
    let is_new = record_started(&write, viewer.session_key, Timestamp::now()).await?;
    write.commit().await?;
    if is_new { announce(app, viewer).await } else { Ok(()) }
}

/// Publishes that something about the session changed.
pub(super) async fn announce(app: &App, viewer: &ServedViewer) -> Result<(), ApiError> {
    let event = Event::remote_changed(&viewer.session_uid, &viewer.agent_id);
    let location = find_location(app.db.read(), viewer.agent_key).await?;
    let event = match location {
        Some(location) => location.locate(event),
        None => event,
    };
    app.events.publish(&event).await;
    Ok(())
}

fn failed(error: &ApiError, what: &'static str) {
    tracing::warn!(%error, what, "a remote session could not be followed");
}
