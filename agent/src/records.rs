//! The end of a run in the agent's records: its outcome is stored, reported, and
//! forgotten when the server has it.

use std::sync::Arc;

use muster_protocol::Outcome;

use crate::run_id::RunId;
use crate::shared::Shared;
use crate::spool;

/// Writes the outcome of a run to the disk, and has it reported.
pub async fn finish(shared: &Arc<Shared>, run_id: &RunId, outcome: Outcome) {
    tracing::info!(%run_id, end = ?outcome.end.retcode(), seconds = outcome.seconds, "run ended");
    if let Err(error) = shared.ledger.finish(run_id, outcome.clone()).await {
        // Reported all the same: known but not safe is better than not known.
        tracing::error!(error = format!("{error:#}"), %run_id, "an outcome is not on the disk");
    }
    let mut unwanted = false;
    shared.board.update(run_id, |run| {
        run.outcome = Some(outcome);
        unwanted = run.unwanted;
    });
    if unwanted {
        close(shared, run_id);
    }
}

/// Forgets an ended run that the server does not have, because there is no room.
pub async fn forget(shared: &Shared, run_id: &RunId) {
    shared.board.remove(run_id);
    if let Err(error) = shared.ledger.forget(run_id).await {
        tracing::error!(error = format!("{error:#}"), %run_id, "a dropped run is not forgotten");
    }
    if let Err(error) = spool::remove(&shared.data.run(run_id)) {
        tracing::warn!(%error, %run_id, "the output of a dropped run cannot be removed");
    }
}

/// Forgets a run when the server has everything of it.
pub fn close(shared: &Arc<Shared>, run_id: &RunId) {
    let mut ended = false;
    shared.board.update(run_id, |run| {
        ended = run.outcome.is_some();
        run.unwanted = true;
    });
    if !ended {
        // It still runs and is forgotten when it ends, or it is unknown here.
        return;
    }
    let (closing, closed) = (Arc::clone(shared), run_id.clone());
    shared.closings.spawn(async move {
        let (shared, run_id) = (closing, closed);
        if let Err(error) = shared.ledger.close(&run_id).await {
            tracing::error!(error = format!("{error:#}"), %run_id, "a closed run is not forgotten");
        }
        if let Err(error) = spool::remove(&shared.data.run(&run_id)) {
            tracing::warn!(%error, %run_id, "the output of a closed run cannot be removed");
        }
    });
    shared.board.remove(run_id);
}
