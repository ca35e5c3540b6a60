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

/// How an update that an earlier process began has ended. When this program is the new
/// one it has worked, whatever was recorded on the way.
pub fn end_of_update(data: &DataDir, run_id: &RunId, version: &str) -> End {
    if version == release::version() {
        return End::Exited { code: 0 };
    }
    let failed = std::fs::read(data.update_file()).ok();
    let failed = failed.and_then(|text| serde_json::from_slice::<FailedUpdate>(&text).ok());
    match failed.filter(|failed| failed.run_id == run_id.as_str()) {
        Some(failed) => End::CouldNotStart { reason: failed.problem },
        None => End::Interrupted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_program_says_what_went_wrong_and_a_new_one_that_it_is_here() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        let [run_id, other] = ["update", "other"].map(|text| RunId::parse(text).unwrap());
        assert_eq!(end_of_update(&data, &run_id, "9.9.9"), End::Interrupted);
        record(&data, &run_id, "it hurts");
        let reason = "it hurts".to_owned();
        assert_eq!(end_of_update(&data, &run_id, "9.9.9"), End::CouldNotStart { reason });
        assert_eq!(end_of_update(&data, &other, "9.9.9"), End::Interrupted);
        assert_eq!(end_of_update(&data, &run_id, release::version()), End::Exited { code: 0 });
    }
}
