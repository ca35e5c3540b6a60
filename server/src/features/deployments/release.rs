//! The agent programs of this server, and the newest release among them.

use std::path::Path;

use muster_protocol::is_older;

use super::agent_file::FileKind;
use super::program::{Program, list_agent_files};
use crate::error::ApiError;

/// A program and its platform.
pub struct AvailableProgram {
    /// `windows`, `linux` or `darwin`.
    pub plat: &'static str,
    /// What it is built for: `amd64`, `amd64-static`.
    pub build: String,
    pub program: Program,
}

/// All programs that this server has.
pub async fn list_programs(data: &Path) -> Result<Vec<AvailableProgram>, ApiError> {
    let mut available = Vec::new();
    for files in list_agent_files(data).await? {
        let plat = files.plat;
        for (kind, program) in files.iter().filter(|(kind, _)| *kind != FileKind::Package) {
            let (build, program) = (kind.build(files.goarch), program.clone());
            available.push(AvailableProgram { plat, build, program });
        }
    }
    Ok(available)
}

/// The newest release among the programs of this server; the server's own if none
/// of them contains one.
pub async fn newest_release(data: &Path) -> Result<String, ApiError> {
    let releases =
        list_programs(data).await?.into_iter().map(|available| available.program.release);
    let newest =
        releases.flatten().reduce(|one, other| if is_older(&one, &other) { other } else { one });
    Ok(newest.unwrap_or_else(|| crate::VERSION.to_owned()))
}
