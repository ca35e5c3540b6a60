//! Whether updates wait for a restart. The system says so only while it installs them, and so
//! the agent records it until the machine has started again.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Where it is recorded. The system empties this folder when it starts.
pub const FILE: &str = "/var/run/muster-agent.restart";

/// Whether this start of the machine is the one in which it was recorded.
pub fn is_pending(file: &Path, boot_mark: &str) -> bool {
    let recorded = std::fs::read_to_string(file).unwrap_or_default();
    !boot_mark.is_empty() && recorded == boot_mark
}

/// Records that something waits for a restart.
pub fn record(file: &Path, boot_mark: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create(true).truncate(true).mode(0o644).open(file)?;
    file.write_all(boot_mark.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restart_is_pending_until_the_machine_has_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("restart");
        assert!(!is_pending(&file, "one"));
        record(&file, "one").unwrap();
        assert!(is_pending(&file, "one") && !is_pending(&file, "two"));
        record(&file, "").unwrap();
        assert!(!is_pending(&file, ""));
    }
}
