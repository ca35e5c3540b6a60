//! The order to restart, for an agent that does not work as it should.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{End, RecoverAgent};

use super::departures::Departure;
use crate::records;
use crate::run::{Job, Stage, could_not_start};
use crate::shared::Shared;

/// How long reporting the outcome may take; the next process reports it again.
const REPORT_LIMIT: Duration = Duration::from_secs(5);

/// Ends the run, and restarts the agent a moment later.
pub async fn recover(shared: Arc<Shared>, job: Job, request: RecoverAgent) {
    let end = match request.part.as_str() {
        "agent" => End::Exited { code: 0 },
        "remote" => could_not_start("this agent has no remote-control part"),
        _ => could_not_start("this agent has no such part"),
    };
    let is_agent = end == End::Exited { code: 0 };
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
