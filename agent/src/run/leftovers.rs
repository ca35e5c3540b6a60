//! What is left of runs whose agent process died.

use std::path::PathBuf;

use super::script_files;
use crate::data_dir::DataDir;
use crate::os::child_process;
use crate::run_id::RunId;

/// Kills the processes of these runs and removes their files outside of the
/// data directory.
pub async fn end_leftovers(data: &DataDir, runs: &[RunId]) {
    let with_folder = |run_id: &RunId| (run_id.clone(), data.run(run_id));
    let with_folders: Vec<(RunId, PathBuf)> = runs.iter().map(with_folder).collect();
    child_process::end_leftovers(&with_folders).await;
    for run_id in runs {
        script_files::remove_leftover(run_id);
    }
}
