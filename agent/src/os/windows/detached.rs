//! Starts processes that outlive this one.

use std::ffi::OsStr;
use std::io;
use std::os::windows::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use windows::Win32::System::Threading::{
    CREATE_BREAKAWAY_FROM_JOB, CREATE_NEW_PROCESS_GROUP, DETACHED_PROCESS,
};

/// Tells a program of ours that nobody sees what it prints.
const VARIABLE: &str = "MUSTER_AGENT_DETACHED";

/// Starts a program without a console, and outside of the job of this process if that
/// lets go of it.
#[expect(clippy::disallowed_methods, reason = "it outlives the agent")]
pub fn start_detached(program: &Path, arguments: &[impl AsRef<OsStr>]) -> io::Result<Child> {
    let alone = DETACHED_PROCESS.0 | CREATE_NEW_PROCESS_GROUP.0;
    let start = |flags| {
        Command::new(program)
            .args(arguments)
            .env(VARIABLE, "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .creation_flags(flags)
            .spawn()
    };
    match start(alone | CREATE_BREAKAWAY_FROM_JOB.0) {
        // A job that keeps its processes. Inside of it is better than not at all.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => start(alone),
        other => other,
    }
}

/// Whether this process was started in this way.
pub fn is_detached() -> bool {
    std::env::var_os(VARIABLE).is_some()
}
