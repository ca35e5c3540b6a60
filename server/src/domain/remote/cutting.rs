//! Cutting connections, whichever server process holds them.

use serde::{Deserialize, Serialize};

use super::node::RemoteNode;
use crate::app::App;
use crate::bus::{Message, Subscription};

/// Viewers that have to be cut, for every server process.
pub(super) const CUT: &str = "remote.cut";

/// Which connections end, and what their two sides are told.
#[derive(Serialize, Deserialize)]
struct Cut {
    viewers: Vec<String>,
    code: String,
    reason: String,
}

/// Ends the connections of these viewers at once. Where the bus is away, the process
/// that holds one finds within half a minute that it may not go on.
pub(super) async fn cut(app: &App, viewers: Vec<String>, code: &str, reason: &str) {
    if viewers.is_empty() {
        return;
    }
    let cut = Cut { viewers, code: code.to_owned(), reason: reason.to_owned() };
    // Here first: that does not need the bus.
    carry_out(app, &cut);
    if !app.bus.is_shared() {
        return;
    }
    let message = serde_json::to_vec(&cut).expect("texts are plain JSON");
    if let Err(error) = app.bus.publish(CUT, message).await {
        tracing::warn!(%error, "other servers could not be told which remote sessions ended");
    }
}

/// Carries out what other processes ask for, until the server stops.
pub(super) async fn follow(app: App, mut cuts: Subscription) {
    loop {
        let message = tokio::select! {
            message = cuts.next() => message,
            () = app.stopping.cancelled() => return,
        };
        let Some(message) = message else { return };
        receive(&app, &message);
    }
}

fn receive(app: &App, message: &Message) {
    match serde_json::from_slice::<Cut>(&message.payload) {
        Ok(cut) => carry_out(app, &cut),
        Err(error) => {
            tracing::warn!(%error, "a message about remote sessions could not be decoded");
        }
    }
}

fn carry_out(app: &App, cut: &Cut) {
    let node = app.state.of::<RemoteNode>();
    for viewer in &cut.viewers {
        node.relay.cut(viewer, &cut.code, &cut.reason);
    }
}
