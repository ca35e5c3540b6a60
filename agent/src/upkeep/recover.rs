//! The order to repair a part of the agent: to restart it, or to end its remote sessions.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{End, RecoverAgent};

use super::departures::Departure;
use crate::records;
use crate::run::{Job, Stage, could_not_start};
use crate::shared::Shared;

/// How long reporting the outcome may take; the next process reports it again.
const REPORT_LIMIT: Duration = Duration::from_secs(5);

/// Ends the run, and restarts the agent a moment later; or ends every process of a remote
/// session, so that nothing of an old one is in the way of the next.
pub async fn recover(shared: Arc<Shared>, job: Job, request: RecoverAgent) {
    let end = match request.part.as_str() {
        "agent" => End::Exited { code: 0 },
        "remote" => {
            shared.remote.end_all("repaired", "The remote sessions of this computer were ended.");
            End::Exited { code: 0 }
        }
        _ => could_not_start("this agent has no such part"),
    };
    let is_agent = request.part == "agent";
    records::finish(&shared, &job.run_id, Stage::begin(&job).finish(end)).await;
    if !is_agent {
        return;
    }
    tokio::select! {
        () = shared.board.wait_until_closed(&job.run_id) => {}
        () = job.stopping.cancelled() => return,
        () = tokio::time::sleep(REPORT_LIMIT) => {}
    }
    shared.departures.leave(Departure::Restart);
}
