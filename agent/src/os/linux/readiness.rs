//! Whether the agent could do what a self-test does not try, on Linux.

use super::power;
use crate::os::Problem;
use crate::os::programs::find_program;
use crate::os::unix::root;

const LISTS: &str = "/var/lib/apt/lists";

/// Whether any process can be asked to end.
pub fn any_process_can_be_asked() -> bool {
    true
}

/// By which way the agent may restart this computer and shut it down.
pub async fn power_right() -> Result<String, Problem> {
    let ways = power::programs();
    let Some(way) = ways.iter().find(|name| find_program(name).is_some()) else {
        let reason = format!("none of {} is installed", ways.join(", "));
        return Err(Problem::unsupported(reason));
    };
    root::require_for_power()?;
    Ok(format!("by {way}"))
}

/// Why updates cannot be searched for without the network and without changing
/// anything; none when they can.
pub fn why_no_scan() -> Option<String> {
    find_program("apt-get")?;
    let mut lists = std::fs::read_dir(LISTS).into_iter().flatten().flatten();
    let has_lists = lists.any(|entry| entry.file_name().to_string_lossy().contains("_Packages"));
    let reason = "the lists of packages were never fetched, which needs the network";
    (!has_lists).then(|| reason.to_owned())
}
