//! What a server process holds of remote sessions: its relay, and what it listens to.

use std::sync::Arc;
use std::time::Duration;

use muster_remote::relay::Relay;
use tokio::sync::{OnceCell, Semaphore};

use super::{cutting, viewer_queries};
use crate::app::App;
use crate::bus::BusDown;
use crate::clock;
use crate::lane::{Lane, Limits};
use crate::time::Timestamp;

/// Sockets of one process: two for each viewer.
const MOST_SOCKETS: usize = 8000;
/// Sockets of which nobody knows yet whose they are.
const MOST_UNKNOWN: usize = 1000;
/// Tickets that are being checked.
const CHECKS: Limits = Limits { at_once: 16, waiting: 1000, max_wait: Duration::from_secs(5) };
/// How often a process says that its viewers are still connected.
pub(super) const SEEN_EVERY: Duration = Duration::from_secs(60);

/// The relay of this process, and the slots of its sockets.
pub struct RemoteNode {
    pub relay: Relay,
    /// Slots of sockets whose ticket was accepted.
    pub open: Arc<Semaphore>,
    /// Slots of sockets whose ticket has not arrived.
    pub unknown: Arc<Semaphore>,
    pub checks: Lane,
    started: OnceCell<()>,
}

impl Default for RemoteNode {
    fn default() -> Self {
        Self {
            relay: Relay::default(),
            open: Arc::new(Semaphore::new(MOST_SOCKETS)),
            unknown: Arc::new(Semaphore::new(MOST_UNKNOWN)),
            checks: Lane::new(CHECKS),
            started: OnceCell::new(),
        }
    }
}

/// The node of this process. The first caller makes it listen for cuts: no viewer is
/// connected before.
pub async fn start_node(app: &App) -> Result<Arc<RemoteNode>, BusDown> {
    let node = app.state.of::<RemoteNode>();
    let start = || async {
        let cuts = app.bus.subscribe(cutting::CUT).await?;
        app.tasks.spawn(cutting::follow(app.clone(), cuts));
        app.tasks.spawn(report_viewers(app.clone()));
        Ok::<(), BusDown>(())
    };
    node.started.get_or_try_init(start).await?;
    Ok(node)
}

/// Keeps the viewers that are connected here from counting as lost.
async fn report_viewers(app: App) {
    let node = app.state.of::<RemoteNode>();
    loop {
        tokio::select! {
            () = clock::sleep(SEEN_EVERY) => {}
            () = app.stopping.cancelled() => return,
        }
        if node.relay.open() == 0 {
            continue;
        }
        if let Err(error) = report(&app).await {
            tracing::warn!(%error, "the viewers of remote sessions could not be recorded");
        }
    }
}

async fn report(app: &App) -> Result<(), sea_orm::DbErr> {
    let write = app.db.begin().await?;
    viewer_queries::record_seen(&write, &app.replica_id, Timestamp::now()).await?;
    write.commit().await
}
