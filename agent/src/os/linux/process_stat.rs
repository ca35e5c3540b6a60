//! What `/proc` says about the processes of this machine.

use std::collections::HashMap;
use std::fs;

use crate::os::unix::run_members::Origin;

/// One process at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessStat {
    /// Its short name.
    pub name: String,
    /// Its parent process.
    pub parent: i32,
    pub session: i32,
    /// Clock ticks it has used a processor for.
    pub ticks: u64,
    /// When it started, in clock ticks since the machine did.
    pub started: u64,
    /// Memory it holds, in pages.
    pub resident_pages: u64,
    /// Whether it is dead and only waits to be collected.
    pub zombie: bool,
}

impl ProcessStat {
    /// Where it comes from.
    pub fn origin(&self) -> Origin {
        let Self { parent, session, started, zombie, .. } = *self;
        Origin { parent, session, started, zombie }
    }
}

/// Every process there is, by its id.
pub fn list_stats() -> HashMap<i32, ProcessStat> {
    let Ok(folder) = fs::read_dir("/proc") else { return HashMap::new() };
    let ids = folder.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(|id| Some((id, find_stat(id)?))).collect()
}

/// One process; none when it is gone.
pub fn find_stat(id: i32) -> Option<ProcessStat> {
    // A name need not be text.
    let bytes = fs::read(format!("/proc/{id}/stat")).ok()?;
    parse(&String::from_utf8_lossy(&bytes))
}

/// A process and all its descendants, without looking at any other.
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

/// The name, in parentheses, may hold anything, parentheses too: what counts
/// follows the last one.
fn parse(text: &str) -> Option<ProcessStat> {
    let (start, rest) = text.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    let fields: Vec<&str> = rest.split_ascii_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(ProcessStat {
        name: name.to_owned(),
        parent: fields.get(1)?.parse().ok()?,
        session: fields.get(3)?.parse().ok()?,
        ticks: number(11)?.saturating_add(number(12)?),
        started: number(19)?,
        resident_pages: number(21)?,
        zombie: matches!(fields[0], "Z" | "X" | "x"),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_is_read_whatever_the_name_is() {
        let rest = "7 42 41 0 -1 4194560 1 0 0 0 30 12 0 0 20 0 1 0 987 1000 55 0";
        let expected = ProcessStat {
            name: "a) S 1 (b".to_owned(),
            parent: 7,
            session: 41,
            ticks: 42,
            started: 987,
            resident_pages: 55,
            zombie: false,
        };
        assert_eq!(parse(&format!("42 (a) S 1 (b) S {rest}")), Some(expected));
        assert!(parse(&format!("42 (x) Z {rest}")).unwrap().zombie);
        assert_eq!(parse("42 (a) S 1"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn this_very_process_is_found() {
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(find_stat(own).unwrap().resident_pages > 0);
        assert_eq!(list_stats()[&own].started, find_stat(own).unwrap().started);
        assert!(!environment_of(own).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_a_process_or_none(text in "\\PC*") {
            let _ = parse(&text);
        }
    }
}
