//! What processes know about the display they draw on.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use crate::os::linux::process_stat::{environment_of, list_stats};

/// The display of a process, from the variables it was started with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisplayVariables {
    /// The number of its account.
    pub uid: u32,
    /// `DISPLAY`, or nothing.
    pub display: String,
    /// `XAUTHORITY`.
    pub authority: Option<PathBuf>,
    /// Whether it draws by Wayland.
    pub is_wayland: bool,
    /// logind's name for its session, or nothing.
    pub session: String,
}

/// The display of every process that has one and may be asked, the oldest process first.
pub fn list_display_variables() -> Vec<DisplayVariables> {
    let mut processes: Vec<(u64, i32)> =
        list_stats().into_iter().map(|(id, stat)| (stat.started, id)).collect();
    processes.sort_unstable();
    let variables = processes.into_iter().filter_map(|(_, id)| {
        let found = parse(&environment_of(id))?;
        let uid = fs::metadata(format!("/proc/{id}")).ok()?.uid();
        Some(DisplayVariables { uid, ..found })
    });
    variables.collect()
}

/// Reads `environ`: `NAME=value`, each ended by a zero. None without a display.
fn parse(environment: &[u8]) -> Option<DisplayVariables> {
    let mut found = DisplayVariables::default();
    for entry in environment.split(|byte| *byte == 0) {
        let entry = String::from_utf8_lossy(entry);
        match entry.split_once('=') {
            Some(("DISPLAY", value)) => found.display = value.to_owned(),
            Some(("XAUTHORITY", value)) => found.authority = Some(value.into()),
            Some(("WAYLAND_DISPLAY", value)) => found.is_wayland |= !value.is_empty(),
            Some(("XDG_SESSION_TYPE", value)) => found.is_wayland |= value == "wayland",
            Some(("XDG_SESSION_ID", value)) => found.session = value.to_owned(),
            _ => {}
        }
    }
    (found.is_wayland || !found.display.is_empty()).then_some(found)
}

/// The file with the keys of the X server of a display, from its own command line.
pub fn server_authority(number: u16) -> Option<PathBuf> {
    let names = fs::read_dir("/proc").ok()?.flatten().map(|entry| entry.path().join("cmdline"));
    names.filter_map(|path| fs::read(path).ok()).find_map(|line| authority_in(&line, number))
}

/// Reads `cmdline`: arguments, each ended by a zero. A server that does not say which
/// display it has is that of the first.
fn authority_in(line: &[u8], number: u16) -> Option<PathBuf> {
    let line = String::from_utf8_lossy(line);
    let arguments: Vec<&str> = line.split('\0').collect();
    let program = arguments.first()?.rsplit('/').next()?;
    let displays = arguments.iter().filter_map(|argument| argument.strip_prefix(':'));
    let display = displays.filter_map(|text| text.parse::<u16>().ok()).next().unwrap_or(0);
    if !program.starts_with('X') || display != number {
        return None;
    }
    let at = arguments.iter().position(|argument| *argument == "-auth")?;
    Some(PathBuf::from(*arguments.get(at + 1)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_display_of_a_process_is_read() {
        let text = b"PATH=/bin\0DISPLAY=:1.0\0XAUTHORITY=/home/ann/.Xauthority\0XDG_SESSION_ID=3\0";
        let expected = DisplayVariables {
            uid: 0,
            display: ":1.0".to_owned(),
            authority: Some("/home/ann/.Xauthority".into()),
            is_wayland: false,
            session: "3".to_owned(),
        };
        assert_eq!(parse(text), Some(expected));
        assert!(parse(b"WAYLAND_DISPLAY=wayland-0\0DISPLAY=:0\0").unwrap().is_wayland);
        assert_eq!(parse(b"PATH=/bin\0WAYLAND_DISPLAY=\0"), None);
    }

    #[test]
    fn a_server_names_the_file_with_its_keys() {
        let line = b"/usr/lib/xorg/Xorg\0-core\0:1\0-seat\0seat0\0-auth\0/run/lightdm/root/:1\0";
        assert_eq!(authority_in(line, 1), Some("/run/lightdm/root/:1".into()));
        assert_eq!(authority_in(line, 0), None);
        assert_eq!(authority_in(b"Xorg\0-auth\0/a\0", 0), Some("/a".into()));
        assert_eq!(authority_in(b"vim\0:0\0-auth\0/a\0", 0), None);
        assert_eq!(authority_in(b"Xorg\0-auth", 0), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (parse(&bytes), authority_in(&bytes, 0));
        }
    }
}
