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
use crate::sockets::{Ended, News, Opening, Socket, Watcher};

/// Changes within a second are counted once.
const PATIENCE: Duration = Duration::from_secs(1);
/// Agents become offline by time alone, without an event.
const COUNT_ANYWAY: Duration = Duration::from_secs(60);

/// Follow the numbers of the fleet over a WebSocket.
pub async fn follow_dashinfo(opening: Opening) -> Response {
    opening.serve(serve)
}

async fn serve(app: App, mut socket: Socket, viewer: Viewer) -> (Socket, Ended) {
    let watcher = Watcher::new(app.clone(), viewer);
    let ended = match tell(&app, &mut socket, watcher).await {
        Ok(never) => match never {},
        Err(ended) => ended,
    };
    (socket, ended)
}

async fn tell(
    app: &App,
    socket: &mut Socket,
    mut watcher: Watcher,
) -> Result<std::convert::Infallible, Ended> {
    socket.say(json!({ "action": "ready" }).to_string()).await?;
    let mut told: Option<(AgentCounts, i64)> = None;
    let mut due = Instant::now();
    loop {
        tokio::select! {
            // Clients have nothing to send; but this detects a closed socket.
            heard = socket.hear() => drop(heard?),
            () = watcher.wait() => {
                let news = watcher.read().await?;
                if counts_may_differ(&news) {
                    due = due.min(Instant::now() + PATIENCE);
                }
            }
            () = sleep_until(due) => {
                // The first numbers may come from the cache, from before a change
                // whose event this socket did not receive.
                let is_first = told.is_none();
                due = Instant::now() + if is_first { PATIENCE } else { COUNT_ANYWAY };
                let days = days_left(app).await;
                let now = (count(app, &watcher.viewer.identity.scope).await?, days);
                if told != Some(now) {
                    socket.say(frame(now)).await?;
                    told = Some(now);
                }
            }
        }
    }
}

fn counts_may_differ(news: &News) -> bool {
    let of_agents = news.entries.iter().any(|entry| entry.event.is_on(WideTopic::Agents));
    of_agents || news.is_refreshed || news.is_broken
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
