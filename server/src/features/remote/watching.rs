//! Whether a viewer may go on: checked again with every event that may change it, and
//! every half minute.

use std::convert::Infallible;
use std::future::pending;

use super::serving::cut_at_stop;
use crate::app::App;
use crate::domain::remote::{Lost, RemoteNode, ServedViewer, end_as, find_loss};
use crate::error::ApiError;
use crate::events::catalogue::{AGENT_MOVED, AGENT_REMOVED};
use crate::events::{Entity, Event, Viewer};
use crate::sockets::{CloseReason, Watcher};

/// Cuts the viewer once it may not go on; its socket ends with that. Never returns.
pub(super) async fn watch(
    app: &App,
    node: &RemoteNode,
    seen: Viewer,
    viewer: &ServedViewer,
) -> Infallible {
    let lost = tokio::select! {
        lost = until_lost(app, seen, viewer) => lost,
        never = cut_at_stop(app, node, viewer) => match never {},
    };
    let end = lost.end();
    node.relay.cut(&viewer.viewer_uid, &end.code, &end.reason);
    if lost.ends_session(viewer) {
        let (ended_in, session) = (app.clone(), viewer.session_uid.clone());
        // On its own: this is dropped as soon as the socket has ended.
        app.tasks.spawn(async move {
            if let Err(error) = end_as(&ended_in, "system", &session, end).await {
                // The sweep ends it within a minute.
                tracing::warn!(%error, "a remote session that may not go on could not be ended");
            }
        });
    }
    pending().await
}

async fn until_lost(app: &App, seen: Viewer, viewer: &ServedViewer) -> Lost {
    let mut watcher = Watcher::new(app.clone(), seen);
    // What happened between the first check and the watcher.
    let mut must_check = true;
    loop {
        if must_check {
            match find_loss(app, &watcher.viewer.identity, viewer).await {
                Ok(Some(lost)) => return lost,
                Ok(None) => {}
                // Nobody can take a right away either while the database is unreachable.
                Err(error) if error.is_temporary() => {}
                Err(error) => {
                    tracing::warn!(%error, "it could not be checked whether a viewer may go on");
                }
            }
        }
        watcher.wait().await;
        must_check = match watcher.read().await {
            Ok(new) => {
                let touches = |event: &Event| concerns(event, viewer);
                new.is_refreshed
                    || new.is_broken
                    || new.entries.iter().any(|entry| touches(&entry.event))
            }
            Err(CloseReason::Refused(ApiError::Forbidden(_))) => return Lost::Right,
            Err(CloseReason::Refused(_)) => return Lost::Credential,
            Err(_) => {
                // It was too slow, and begins again with the events of now.
                watcher = Watcher::new(app.clone(), watcher.viewer.clone());
                true
            }
        };
    }
}

/// Whether an event may take a viewer's permission away.
fn concerns(event: &Event, viewer: &ServedViewer) -> bool {
    if event.agent_id() == Some(viewer.agent_id.as_str()) {
        // A policy of the agent is published as a change of it.
        return AGENT_REMOVED.is(event) || AGENT_MOVED.is(event) || event.kind() == "agent.updated";
    }
    // Freezes and policies.
    let object = event.config_object();
    object.is_some_and(|object| {
        matches!(object.entity, Entity::CoreSettings | Entity::Client | Entity::Site)
    })
}
