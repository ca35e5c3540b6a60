//! `GET /ws/dashinfo/`: how many agents there are and how many are offline, over
//! a WebSocket.

use std::time::Duration;

use axum::response::Response;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use super::agent_counts::{AgentCounts, count};
use crate::app::App;
use crate::events::{Viewer, WideTopic};
use crate::features::health::days_left;
use crate::sockets::{CloseReason, NewEvents, Socket, SocketRequest, Watcher};

/// Changes within a second are counted once.
const DEBOUNCE: Duration = Duration::from_secs(1);
/// Agents become offline by time alone, without an event.
const RECOUNT_INTERVAL: Duration = Duration::from_secs(60);

/// Follow the numbers of the fleet over a WebSocket.
pub async fn follow_dashinfo(opening: SocketRequest) -> Response {
    opening.serve(serve)
}

async fn serve(app: App, mut socket: Socket, viewer: Viewer) -> (Socket, CloseReason) {
    let watcher = Watcher::new(app.clone(), viewer);
    let ended = match send_counts(&app, &mut socket, watcher).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

async fn send_counts(
    app: &App,
    socket: &mut Socket,
    mut watcher: Watcher,
) -> Result<std::convert::Infallible, CloseReason> {
    socket.send(json!({ "action": "ready" }).to_string()).await?;
    let mut last_sent: Option<(AgentCounts, i64)> = None;
    let mut due = Instant::now();
    loop {
        tokio::select! {
            // Clients have nothing to send; but this detects a closed socket.
            received = socket.receive() => drop(received?),
            () = watcher.wait() => {
                let new_events = watcher.read().await?;
                if counts_may_differ(&new_events) {
                    due = due.min(Instant::now() + DEBOUNCE);
                }
            }
            () = sleep_until(due) => {
                // The first numbers may come from the cache, from before a change
                // whose event this socket did not receive.
                let is_first = last_sent.is_none();
                due = Instant::now() + if is_first { DEBOUNCE } else { RECOUNT_INTERVAL };
                let days = days_left(app).await;
                let now = (count(app, &watcher.viewer.identity.scope).await?, days);
                if last_sent != Some(now) {
                    socket.send(frame(now)).await?;
                    last_sent = Some(now);
                }
            }
        }
    }
}

fn counts_may_differ(new_events: &NewEvents) -> bool {
    let of_agents = new_events.entries.iter().any(|entry| entry.event.is_on(WideTopic::Agents));
    of_agents || new_events.is_refreshed || new_events.is_broken
}

fn frame((counts, days): (AgentCounts, i64)) -> String {
    let data = json!({
        "total_server_count": counts.servers,
        "total_server_offline_count": counts.servers_away,
        "total_workstation_count": counts.workstations,
        "total_workstation_offline_count": counts.workstations_away,
        "days_until_cert_expires": days,
    });
    json!({ "action": "dashboard.agentcount", "data": data }).to_string()
}
