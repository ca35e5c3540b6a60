//! The order to start anew, for an agent that does not do what it should.

use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{End, RecoverAgent};

use super::departures::Departure;
use crate::records;
use crate::run::{Job, Stage};
use crate::shared::Shared;

/// How long the server gets to hear how the run ended; the next process says
/// it again.
const WORD_LIMIT: Duration = Duration::from_secs(5);

/// Ends the run, and starts the agent anew a moment later.
pub async fn recover(shared: Arc<Shared>, job: Job, request: RecoverAgent) {
    let end = match request.part.as_str() {
        "agent" => End::Exited { code: 0 },
        "remote" => could_not("this agent has no remote-control part"),
        _ => could_not("this agent has no such part"),
    };
    let is_agent = end == End::Exited { code: 0 };
    records::finish(&shared, &job.run_id, Stage::begin(&job).finish(end)).await;
    if !is_agent {
        return;
    }
    tokio::select! {
        () = shared.board.wait_until_closed(&job.run_id) => {}
        () = job.stopping.cancelled() => return,
        () = tokio::time::sleep(WORD_LIMIT) => {}
    }
    shared.departures.leave(Departure::Restart);
}

fn could_not(reason: &str) -> End {
    End::CouldNotStart { reason: reason.to_owned() }
}
