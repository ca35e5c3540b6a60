//! The task of one viewer, from the order to connect to the end of its connection.

use std::sync::Arc;

use muster_remote::Grant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::event::{Arrival, Event};
use super::site::Site;
use super::{outbox, pipe, socket};
use crate::remote::Opening;

/// Connects to the viewer and serves it. `closing` is cancelled when the session ends: then
/// nobody is waited for who is not there yet.
pub async fn serve(
    site: Arc<Site>,
    opening: Opening,
    grant: Grant,
    events: mpsc::Sender<Event>,
    closing: CancellationToken,
) {
    let viewer = grant.viewer.clone();
    let opened = tokio::select! {
        opened = socket::open(&site, &opening, &grant) => opened,
        () = closing.cancelled() => return,
    };
    let (socket, keys) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            let error = format!("{error:#}");
            return tracing::warn!(viewer, error, "a viewer does not get through");
        }
    };
    let (outbox, parcels) = outbox::create();
    let arrival = Arrival { grant, must_ask: opening.must_ask, outbox };
    if events.send(Event::Joined(Box::new(arrival))).await.is_err() {
        return;
    }
    let cut = pipe::run(socket, keys, parcels, &viewer, &events).await;
    let _ = events.send(Event::Left { viewer, cut }).await;
}
