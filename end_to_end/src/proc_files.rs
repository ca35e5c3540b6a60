//! What the kernel says about processes.

use std::fs;

/// Memory in use, in MiB.
pub fn resident_mib(pid: u32) -> u64 {
    field(pid, "VmRSS") / 1024
}

/// The most memory that was ever in use, in MiB.
pub fn peak_mib(pid: u32) -> u64 {
    field(pid, "VmHWM") / 1024
}

/// Memory in use that is no part of a file, in KiB.
pub fn anonymous_kib(pid: u32) -> u64 {
    field(pid, "RssAnon")
}

/// Number of threads.
pub fn threads(pid: u32) -> u64 {
    field(pid, "Threads")
}

/// The living processes, other than this one, with a text in their command
/// line.
pub fn with_argument(text: &str) -> Vec<u32> {
    let folder = fs::read_dir("/proc").expect("there is a /proc");
    let ids = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|id| *id != std::process::id() && command_line(*id).contains(text)).collect()
}

/// Empty for a process that is gone, and for one that is dead but not yet
/// collected.
fn command_line(pid: u32) -> String {
    let bytes = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn field(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process lives");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{name} is missing in the status of process {pid}"))
}
