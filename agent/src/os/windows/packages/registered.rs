//! The state of the registry keys under which installed programs are listed.

use winreg::enums::{HKEY_LOCAL_MACHINE, KEY_READ, KEY_WOW64_32KEY, KEY_WOW64_64KEY};
use winreg::{HKEY, RegKey};

const UNINSTALL: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall";

/// A line for each program that can be uninstalled, with the time at which its
/// entry last changed. Those of single users are left out: their part of the
/// registry comes and goes as they log in and out.
pub fn marks() -> Vec<String> {
    let views = [("64", KEY_WOW64_64KEY), ("32", KEY_WOW64_32KEY)];
    let lines = |(name, view)| marks_of(HKEY_LOCAL_MACHINE, UNINSTALL, view, name);
    views.into_iter().flat_map(lines).collect()
}

/// The name of each key below a path and when it changed, in order. A key that
/// cannot be opened counts with its name.
fn marks_of(root: HKEY, path: &str, view: u32, prefix: &str) -> Vec<String> {
    let access = KEY_READ | view;
    let Ok(parent) = RegKey::predef(root).open_subkey_with_flags(path, access) else {
        return Vec::new();
    };
    let line = |name: String| {
        let key = parent.open_subkey_with_flags(&name, access);
        let changed = key.and_then(|key| key.query_info()).map(|info| {
            let time = &*info.last_write_time;
            (u64::from(time.dwHighDateTime) << 32) | u64::from(time.dwLowDateTime)
        });
        format!("{prefix} {name} {}", changed.unwrap_or_default())
    };
    let mut lines: Vec<String> = parent.enum_keys().filter_map(Result::ok).map(line).collect();
    lines.sort_unstable();
    lines
}

#[cfg(test)]
mod tests {
    use winreg::enums::HKEY_CURRENT_USER;

    use super::*;

    #[test]
    fn a_program_that_comes_or_goes_changes_the_marks() {
        let path = format!(r"Software\MusterTest\registered-{}", std::process::id());
        let user = RegKey::predef(HKEY_CURRENT_USER);
        let marks = || marks_of(HKEY_CURRENT_USER, &path, 0, "64");
        assert_eq!(marks(), Vec::<String>::new());

        let (parent, _) = user.create_subkey(&path).unwrap();
        parent.create_subkey("Git_is1").unwrap();
        let one = marks();
        assert_eq!(one.len(), 1);
        assert!(one[0].starts_with("64 Git_is1 ") && !one[0].ends_with(" 0"), "{one:?}");
        parent.create_subkey("7-Zip").unwrap();
        let two = marks();
        assert_eq!(two.len(), 2);
        assert!(two[0].starts_with("64 7-Zip ") && two.contains(&one[0]), "{two:?}");
        parent.delete_subkey("7-Zip").unwrap();
        assert_eq!(marks(), one);
        user.delete_subkey_all(&path).unwrap();
    }
}
