//! The environment a command sees: a clean base, the same on every machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::RUN_MARK;
use super::platform::Account;
use crate::run_id::RunId;

/// Where programs are when the agent itself was not told.
const DEFAULT_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// The variables of a run by this account.
///
/// Nothing of the agent's own environment goes along but where programs and
/// temporary files are: it may hold what a command should not see.
pub fn base(account: &Account, run_id: &RunId) -> Vec<(OsString, OsString)> {
    let temporary = std::env::var_os("TMPDIR").unwrap_or_else(|| "/tmp".into());
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), search_path()),
        ("HOME".into(), account.home.clone().into()),
        ("USER".into(), account.name.clone().into()),
        ("LOGNAME".into(), account.name.clone().into()),
        ("SHELL".into(), account.shell.clone().into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("TMPDIR".into(), temporary),
        (RUN_MARK.into(), run_id.as_str().into()),
    ];
    // The way to a person's own services, when they have a session.
    let runtime = PathBuf::from(format!("/run/user/{}", account.uid));
    if runtime.is_dir() {
        variables.push(("XDG_RUNTIME_DIR".into(), runtime.into()));
    }
    variables
}

/// Finds a program by name in the folders a command would look in.
pub fn find_program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&search_path())
        .map(|folder| folder.join(name))
        .find(|path| is_program(path))
}

/// Whether there is a file at the path that may be executed.
pub fn is_program(path: &Path) -> bool {
    let Ok(metadata) = path.metadata() else { return false };
    #[cfg(unix)]
    let executable = std::os::unix::fs::MetadataExt::mode(&metadata) & 0o111 != 0;
    #[cfg(not(unix))]
    let executable = true;
    metadata.is_file() && executable
}

fn search_path() -> OsString {
    std::env::var_os("PATH").filter(|path| !path.is_empty()).unwrap_or_else(|| DEFAULT_PATH.into())
}
