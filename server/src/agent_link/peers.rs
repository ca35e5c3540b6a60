//! Messages from other servers: requests to connections of this server, ends of
//! runs that a request here may wait for, agents whose connection must be
//! closed.

use std::time::Duration;

use muster_protocol::{decode, encode};

use super::parcel::{ForwardedReply, Parcel};
use super::routing::server_subject;
use super::{FORWARD_LIMIT, LinkRequest, run_subject};
use crate::app::App;
use crate::bus::{BusDown, Message, Subscription};

/// Ids of runs that have ended, from every server.
pub(super) const ENDED: &str = "link.ended";
/// Ids of agents whose connections must be closed, from every server.
pub(super) const CLOSE: &str = "link.close";

/// After many orders, more of them probably follow within this time.
const MORE_ORDERS: Duration = Duration::from_secs(1);

/// Subscriptions that start before the first agent is admitted.
pub struct PeerMessages {
    requests: Subscription,
    ended: Subscription,
    close: Subscription,
}

impl PeerMessages {
    /// Subscribes. Returns none for a server that is alone.
    pub async fn subscribe(app: &App) -> Result<Option<Self>, BusDown> {
        if !app.bus.is_shared() {
            return Ok(None);
        }
        Ok(Some(Self {
            requests: app.bus.subscribe(&server_subject(&app.replica_id)).await?,
            ended: app.bus.subscribe(ENDED).await?,
            close: app.bus.subscribe(CLOSE).await?,
        }))
    }

    /// Handles the messages until connections are closed.
    pub async fn serve(mut self, app: App) {
        loop {
            // A request may wait for its agent, so each runs in a task of its
            // own.
            tokio::select! {
                Some(request) = self.requests.next() => {
                    tokio::spawn(forward(app.clone(), request));
                }
                Some(run) = self.ended.next() => wake(&app, &run).await,
                Some(agent) = self.close.next() => {
                    tokio::spawn(close(app.clone(), agent));
                }
                () = app.closing_connections.cancelled() => break,
                else => return,
            }
        }
        for request in self.requests.end().await {
            forward(app.clone(), request).await;
        }
    }
}

async fn forward(app: App, request: Message) {
    let parcel: Parcel = match decode(&request.payload) {
        Ok(parcel) => parcel,
        Err(error) => {
            tracing::warn!(error = %error, "a request from another server could not be decoded");
            return;
        }
    };
    let first = (parcel.items.len() > 1).then(|| app.agent_link.storing.orders_first());
    let answers = app.agent_link.request_for_peer(parcel).await;
    let forwarded: Vec<ForwardedReply> = answers.into_iter().map(Into::into).collect();
    if app.bus.respond(&request, encode(&forwarded)).await.is_err() {
        tracing::warn!("a reply to another server could not be sent");
    }
    if let Some(first) = first {
        tokio::time::sleep(MORE_ORDERS).await;
        drop(first);
    }
}

/// Wakes the requests here that wait for a run. Within this process no message
/// is lost.
async fn wake(app: &App, run: &Message) {
    if let Ok(run_id) = std::str::from_utf8(&run.payload) {
        let _ = app.agent_link.local_bus.publish(&run_subject(&run_id.into()), Vec::new()).await;
    }
}

async fn close(app: App, agent: Message) {
    let Ok(agent_id) = std::str::from_utf8(&agent.payload) else { return };
    let close = Parcel::one(&agent_id.into(), LinkRequest::Close, FORWARD_LIMIT);
    app.agent_link.request_local(&close).await;
}
