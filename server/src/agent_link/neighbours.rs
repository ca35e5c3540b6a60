//! What this server hears from the others: requests to lines that it holds,
//! ends of runs that somebody here may wait for, agents that have to go.

use std::time::Duration;

use muster_protocol::{decode, encode};

use super::lines::server_subject;
use super::parcel::{Parcel, Passed};
use super::{LinkRequest, PASS_ON_LIMIT, run_subject};
use crate::app::App;
use crate::bus::{BusDown, Message, Subscription};

/// Ids of runs that are over, from every server.
pub(super) const ENDED: &str = "link.ended";
/// Ids of agents whose lines are to be closed, from every server.
pub(super) const CLOSE: &str = "link.close";

/// After many orders, more of them are probably on their way for so long.
const MORE_ORDERS: Duration = Duration::from_secs(1);

/// What is heard, from before the first agent is let in.
pub struct Neighbours {
    requests: Subscription,
    ended: Subscription,
    close: Subscription,
}

impl Neighbours {
    /// Begins to listen. Does nothing for a server that is alone.
    pub async fn hear(app: &App) -> Result<Option<Self>, BusDown> {
        if !app.bus.is_shared() {
            return Ok(None);
        }
        Ok(Some(Self {
            requests: app.bus.subscribe(&server_subject(&app.replica_id)).await?,
            ended: app.bus.subscribe(ENDED).await?,
            close: app.bus.subscribe(CLOSE).await?,
        }))
    }

    /// Does what is asked until the lines are closed.
    pub async fn serve(mut self, app: App) {
        loop {
            // A request may wait for its agent: nothing here waits for a request.
            tokio::select! {
                Some(request) = self.requests.next() => {
                    tokio::spawn(pass_on(app.clone(), request));
                }
                Some(run) = self.ended.next() => wake(&app, &run).await,
                Some(agent) = self.close.next() => {
                    tokio::spawn(close(app.clone(), agent));
                }
                () = app.closing_lines.cancelled() => break,
                else => return,
            }
        }
        for request in self.requests.end().await {
            pass_on(app.clone(), request).await;
        }
    }
}

async fn pass_on(app: App, request: Message) {
    let parcel: Parcel = match decode(&request.payload) {
        Ok(parcel) => parcel,
        Err(error) => {
            tracing::warn!(error = %error, "a request of another server was not understood");
            return;
        }
    };
    let first = (parcel.items.len() > 1).then(|| app.agent_link.storing.orders_first());
    let answers = app.agent_link.request_here(&parcel).await;
    let passed: Vec<Passed> = answers.into_iter().map(Into::into).collect();
    if app.bus.respond(&request, encode(&passed)).await.is_err() {
        tracing::warn!("an answer to another server was lost");
    }
    if let Some(first) = first {
        tokio::time::sleep(MORE_ORDERS).await;
        drop(first);
    }
}

/// Wakes whoever waits for a run here. In this process nothing is lost.
async fn wake(app: &App, run: &Message) {
    if let Ok(run_id) = std::str::from_utf8(&run.payload) {
        let _ = app.agent_link.here.publish(&run_subject(&run_id.into()), Vec::new()).await;
    }
}

async fn close(app: App, agent: Message) {
    let Ok(agent_id) = std::str::from_utf8(&agent.payload) else { return };
    let close = Parcel::one(&agent_id.into(), LinkRequest::Close, PASS_ON_LIMIT);
    app.agent_link.request_here(&close).await;
}
