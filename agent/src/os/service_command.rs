//! What a service of ours starts, read back from its definition.

use std::path::PathBuf;

/// Which program a service of ours starts, and with which data directory.
#[derive(Debug, PartialEq)]
pub struct ServiceCommand {
    pub program: PathBuf,
    /// Its data directory.
    pub data: PathBuf,
}
