//! The processes of one Windows, as Linux sees them.

use std::fs;
use std::path::Path;

/// All of them, by their numbers: those that were started with this folder as their Windows,
/// and what they started. Wine's own are among them.
pub fn of_windows(folder: &Path) -> Vec<u32> {
    let wanted = format!("WINEPREFIX={}", folder.display());
    let has_it = |environment: Vec<u8>| {
        environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
    };
    let processes = fs::read_dir("/proc").expect("there is a /proc").flatten();
    let ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| fs::read(format!("/proc/{id}/environ")).is_ok_and(has_it)).collect()
}

/// The command line of one; empty when it is gone.
pub fn command_line(id: u32) -> String {
    let bytes = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).replace('\0', " ")
}
