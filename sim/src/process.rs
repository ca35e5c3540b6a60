//! What the kernel says about the server's process, when it runs here.

use std::fs;

use serde::Serialize;

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Usage {
    /// Processor time, user and system, in milliseconds.
    pub cpu_ms: f64,
    /// Memory in use, in KiB.
    pub rss_kib: u64,
    /// The most memory that was ever in use, in KiB.
    pub peak_kib: u64,
    /// Threads.
    pub threads: u64,
}

/// What a process has used; none when it is gone, or this is not Linux.
pub fn usage(pid: u32) -> Option<Usage> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some(Usage {
        cpu_ms: cpu_ms(&stat)?,
        rss_kib: field("VmRSS")?,
        peak_kib: field("VmHWM")?,
        threads: field("Threads")?,
    })
}

/// The first process with this text in its command line, whose arguments end with zeros.
pub fn with_argument(text: &str) -> Option<u32> {
    let ids = fs::read_dir("/proc").ok()?.flatten();
    let mut ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.find(|id: &u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    })
}

/// Memory that programs could have now, in KiB.
pub fn available_kib() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The name in the second field may hold anything, also brackets and blanks.
fn cpu_ms(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    // For programs the kernel counts a hundred ticks a second, whatever its own.
    Some(ticks as f64 * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_uses_memory_and_a_missing_one_nothing() {
        let usage = usage(std::process::id()).unwrap();
        assert!(usage.rss_kib > 100 && usage.peak_kib >= usage.rss_kib && usage.threads > 0);
        assert_eq!(super::usage(u32::MAX), None);
    }

    #[test]
    fn a_name_with_brackets_does_not_move_the_fields() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 25 17 0 0 20 0 1 0 1 1 1";
        assert_eq!(cpu_ms(stat), Some(420.0));
    }
}
