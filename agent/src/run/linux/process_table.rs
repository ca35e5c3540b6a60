//! The processes of this machine, as `/proc` tells them.

use std::collections::HashMap;
use std::fs;

/// What counts of one process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessEntry {
    /// The process above it.
    pub parent: i32,
    /// Its session.
    pub session: i32,
    /// When it started, in clock ticks since the machine did.
    pub started: u64,
    /// Whether it is dead and only waits to be collected.
    pub zombie: bool,
}

/// Every process there is, by its id.
pub fn list_processes() -> HashMap<i32, ProcessEntry> {
    let Ok(folder) = fs::read_dir("/proc") else { return HashMap::new() };
    let ids = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, find_process(id)?))).collect()
}

/// One process; none when it is gone.
pub fn find_process(id: i32) -> Option<ProcessEntry> {
    parse_stat(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
}

/// A process and all that is below it now, without looking at any other.
pub fn list_descendants(id: i32) -> Vec<i32> {
    let mut found = vec![id];
    let mut next = 0;
    while let Some(parent) = found.get(next) {
        found.extend(list_children(*parent));
        next += 1;
    }
    found
}

/// The kernel keeps a list for each thread.
fn list_children(id: i32) -> Vec<i32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return Vec::new() };
    let lists = threads.flatten().map(|thread| fs::read_to_string(thread.path().join("children")));
    let text: String = lists.filter_map(Result::ok).collect();
    text.split_ascii_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// Variables a process was started with; empty when they may not be read.
pub fn environment_of(id: i32) -> Vec<u8> {
    fs::read(format!("/proc/{id}/environ")).unwrap_or_default()
}

/// Differs each time the machine starts.
pub fn boot_id() -> String {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    text.trim().to_owned()
}

/// The program's name, in parentheses, may hold anything: what follows the
/// last one is what counts.
fn parse_stat(text: &str) -> Option<ProcessEntry> {
    let (_, rest) = text.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let state = *fields.first()?;
    Some(ProcessEntry {
        parent: fields.get(1)?.parse().ok()?,
        session: fields.get(3)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
        zombie: matches!(state, "Z" | "X" | "x"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_parentheses_in_its_name_is_read_right() {
        let text = "42 (a) S 1 (b) S 7 42 41 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987 0 0";
        let expected = ProcessEntry { parent: 7, session: 41, started: 987, zombie: false };
        assert_eq!(parse_stat(text), Some(expected));
        assert_eq!(parse_stat("42 (a) S"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    fn this_very_process_is_found() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert_eq!(list_processes().get(&own), find_process(own).as_ref());
        assert!(!environment_of(own).is_empty());
    }
}
