//! How many files and sockets this process may have open.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Raises the limit as far as the system allows, and returns it. Each connected
/// agent is an open file; the usual limit of 1,024 is for programs without
/// agents.
pub fn raise_limit() -> nix::Result<u64> {
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    if soft < hard {
        setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
    }
    Ok(hard)
}
