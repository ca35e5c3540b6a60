//! What an agent that died left of its remote sessions.

use std::path::PathBuf;

use super::recording::tidy;
use crate::data_dir::DataDir;
use crate::os::{child_process, files};
use crate::run_id::RunId;

/// Ends what an agent that died left of its sessions.
pub async fn end_leftovers(data: &DataDir) {
    end_processes(data).await;
    // Nobody writes there any more.
    tidy(&data.recordings());
}

async fn end_processes(data: &DataDir) {
    let Ok(entries) = std::fs::read_dir(data.remote_sessions()) else { return };
    let session =
        |entry: std::fs::DirEntry| Some((RunId::parse(entry.file_name().to_str()?)?, entry.path()));
    let left: Vec<(RunId, PathBuf)> = entries.flatten().filter_map(session).collect();
    if left.is_empty() {
        return;
    }
    child_process::end_leftovers(&left).await;
    for (session, folder) in left {
        if let Err(error) = files::remove_dir(&folder) {
            tracing::warn!(%error, %session, "the folder of a remote session is left");
        }
    }
}
