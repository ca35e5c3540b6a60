//! The agent programs of this server, and the newest release among them.

use std::path::Path;

use muster_protocol::is_older;

use super::program::{ARCHITECTURES, Program, find_program};
use crate::domain::fleet::PLATFORMS;
use crate::error::ApiError;

/// A program and its platform.
pub struct AvailableProgram {
    /// `windows`, `linux` or `darwin`.
    pub plat: &'static str,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: &'static str,
    pub program: Program,
}

/// All programs that this server has.
pub async fn list_programs(data: &Path) -> Result<Vec<AvailableProgram>, ApiError> {
    let mut available = Vec::new();
    for plat in PLATFORMS {
        for goarch in ARCHITECTURES {
            let found = find_program(data, plat, goarch).await?;
            available.extend(found.map(|program| AvailableProgram { plat, goarch, program }));
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
