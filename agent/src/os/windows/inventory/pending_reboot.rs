//! Whether Windows waits for a restart, and what for. It has no single place that says
//! so: each part leaves a sign of its own.

use winreg::enums::{KEY_READ, KEY_WOW64_64KEY};
use winreg::{HKLM, RegKey};

use crate::os::windows::registry_values::text;

const SERVICING: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing";

const NAMES: &str = r"SYSTEM\CurrentControlSet\Control\ComputerName";

/// Keys that are there while something waits.
const KEYS: [(&str, &str, &str); 5] = [
    (SERVICING, "RebootPending", "Windows components"),
    (SERVICING, "RebootInProgress", "Windows components"),
    (SERVICING, "PackagesPending", "update packages"),
    (
        r"SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update",
        "RebootRequired",
        "Windows Update",
    ),
    (r"SOFTWARE\Microsoft\ServerManager", "CurrentRebootAttempts", "server roles"),
];

/// What waits for a restart of this machine, in words; empty when nothing does.
pub fn causes() -> Vec<&'static str> {
    causes_in(HKLM)
}

fn causes_in(machine: &RegKey) -> Vec<&'static str> {
    let open = |path: &str| machine.open_subkey_with_flags(path, KEY_READ | KEY_WOW64_64KEY).ok();
    let by_key = KEYS.iter().filter(|(path, name, _)| open(&format!(r"{path}\{name}")).is_some());
    let mut causes: Vec<&str> = by_key.map(|(_, _, cause)| *cause).collect();
    causes.dedup();
    if open(r"SYSTEM\CurrentControlSet\Control\Session Manager")
        .is_some_and(|key| replaces_files(&key))
    {
        causes.push("files in use");
    }
    let name_in =
        |kind: &str| open(&format!(r"{NAMES}\{kind}")).map(|key| text(&key, "ComputerName"));
    if let (Some(now), Some(next)) = (name_in("ActiveComputerName"), name_in("ComputerName"))
        && is_renamed(&now, &next)
    {
        causes.push("computer name");
    }
    if open(r"SYSTEM\CurrentControlSet\Services\Netlogon").is_some_and(|key| joins_domain(&key)) {
        causes.push("domain join");
    }
    causes
}

fn is_renamed(now: &str, next: &str) -> bool {
    !now.is_empty() && !next.is_empty() && !now.eq_ignore_ascii_case(next)
}

fn joins_domain(netlogon: &RegKey) -> bool {
    ["JoinDomain", "AvoidSpnSet"].iter().any(|name| netlogon.get_raw_value(name).is_ok())
}

fn replaces_files(session_manager: &RegKey) -> bool {
    let lists = ["PendingFileRenameOperations", "PendingFileRenameOperations2"];
    lists.iter().any(|name| {
        let paths: Vec<String> = session_manager.get_value(name).unwrap_or_default();
        has_other_than_temporary_files(&paths)
    })
}

/// Two paths after each other belong together: what is moved, and where to. Without
/// the second the file is deleted, as installers do with what they unpacked.
fn has_other_than_temporary_files(paths: &[String]) -> bool {
    paths.chunks(2).any(|pair| match pair {
        [from] => !from.is_empty() && !is_temporary(from),
        [from, to] if to.is_empty() => !from.is_empty() && !is_temporary(from),
        _ => true,
    })
}

fn is_temporary(path: &str) -> bool {
    let path = path.to_lowercase();
    [r"\temp\", r"\tmp\"].iter().any(|folder| path.contains(folder)) || path.ends_with(".tmp")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::windows::registry_values::test_key::TestKey;

    fn replaces(paths: &[&str]) -> bool {
        let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        has_other_than_temporary_files(&paths)
    }

    #[test]
    fn deleting_what_an_installer_unpacked_needs_no_restart() {
        assert!(!replaces(&[]) && !replaces(&[""]) && !replaces(&["", ""]));
        assert!(!replaces(&[r"\??\C:\Windows\Temp\setup\a.dll", ""]));
        assert!(!replaces(&[r"\??\C:\Users\ann\AppData\Local\Temp\a.dll", "", r"\??\C:\x\b.TMP"]));
        assert!(replaces(&[r"\??\C:\Windows\System32\a.dll", ""]));
        assert!(replaces(&[r"\??\C:\Windows\Temp\a.dll", r"!\??\C:\Windows\System32\a.dll"]));
        let later = [r"\??\C:\Windows\Temp\a.dll", "", r"\??\C:\Program Files\a.exe"];
        assert!(replaces(&later));
    }

    #[test]
    fn each_sign_is_a_cause() {
        let root = TestKey::new("restart");
        assert_eq!(causes_in(&root), Vec::<&str>::new());
        let names = root.create_subkey(format!(r"{NAMES}\ActiveComputerName")).unwrap().0;
        names.set_value("ComputerName", &"PC-1").unwrap();
        let next = root.create_subkey(format!(r"{NAMES}\ComputerName")).unwrap().0;
        next.set_value("ComputerName", &"pc-1").unwrap();
        assert_eq!(causes_in(&root), Vec::<&str>::new());

        next.set_value("ComputerName", &"PC-2").unwrap();
        for (path, name, _) in KEYS {
            root.create_subkey(format!(r"{path}\{name}")).unwrap();
        }
        let session = r"SYSTEM\CurrentControlSet\Control\Session Manager";
        let files = vec![r"\??\C:\a.dll".to_owned(), r"\??\C:\b.dll".to_owned()];
        let session = root.create_subkey(session).unwrap().0;
        session.set_value("PendingFileRenameOperations", &files).unwrap();
        let netlogon = root.create_subkey(r"SYSTEM\CurrentControlSet\Services\Netlogon").unwrap().0;
        netlogon.set_value("JoinDomain", &"corp.example").unwrap();
        let expected = [
            "Windows components",
            "update packages",
            "Windows Update",
            "server roles",
            "files in use",
            "computer name",
            "domain join",
        ];
        assert_eq!(causes_in(&root), expected);
    }
}
