//! What one process leaves for the next to say about an update.

use muster_protocol::End;
use serde::{Deserialize, Serialize};

use crate::data_dir::DataDir;
use crate::release;
use crate::run_id::RunId;

/// Why an update did not happen.
#[derive(Serialize, Deserialize)]
struct Word {
    run_id: String,
    problem: String,
}

/// Leaves word of why an update did not happen.
pub fn leave_word(data: &DataDir, run_id: &RunId, problem: &str) {
    let word = Word { run_id: run_id.into(), problem: problem.to_owned() };
    let text = serde_json::to_vec(&word).unwrap_or_default();
    if let Err(error) = data.replace(&data.update_file(), &text) {
        tracing::error!(%error, "the reason will not be known");
    }
}

/// How an update that an earlier process began has ended.
pub fn end_of_update(data: &DataDir, run_id: &RunId, version: &str) -> End {
    let word = std::fs::read(data.update_file()).ok();
    let word = word.and_then(|text| serde_json::from_slice::<Word>(&text).ok());
    match word.filter(|word| word.run_id == run_id.as_str()) {
        Some(word) => End::CouldNotStart { reason: word.problem },
        None if version == release::version() => End::Exited { code: 0 },
        None => End::Interrupted,
    }
}
