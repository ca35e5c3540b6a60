//! A failed update, recorded for the next process to report.

use muster_protocol::End;
use serde::{Deserialize, Serialize};

use crate::data_dir::DataDir;
use crate::release;
use crate::run_id::RunId;

/// Why an update did not happen.
#[derive(Serialize, Deserialize)]
struct FailedUpdate {
    run_id: String,
    problem: String,
}

/// Records why an update did not happen.
pub fn record(data: &DataDir, run_id: &RunId, problem: &str) {
    let failed = FailedUpdate { run_id: run_id.into(), problem: problem.to_owned() };
    let text = serde_json::to_vec(&failed).unwrap_or_default();
    if let Err(error) = data.replace(&data.update_file(), &text) {
        tracing::error!(%error, "the reason of a failed update cannot be stored");
    }
}

/// How an update that an earlier process began has ended.
pub fn end_of_update(data: &DataDir, run_id: &RunId, version: &str) -> End {
    let failed = std::fs::read(data.update_file()).ok();
    let failed = failed.and_then(|text| serde_json::from_slice::<FailedUpdate>(&text).ok());
    match failed.filter(|failed| failed.run_id == run_id.as_str()) {
        Some(failed) => End::CouldNotStart { reason: failed.problem },
        None if version == release::version() => End::Exited { code: 0 },
        None => End::Interrupted,
    }
}
