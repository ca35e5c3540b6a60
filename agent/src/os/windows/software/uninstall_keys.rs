//! The keys of the registry in which installers list what they installed.

use winreg::RegKey;
use winreg::enums::{KEY_READ, KEY_WOW64_32KEY, KEY_WOW64_64KEY};
use winreg::{HKLM, HKU};

use super::entry::Entry;
use crate::os::windows::registry_values::{names_below, number, text};

const PATH: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall";

/// Where programs of 32 bits are listed in the part of an account.
const PATH_32: &str = r"Software\WOW6432Node\Microsoft\Windows\CurrentVersion\Uninstall";

/// How many entries are read below one key.
const MAX_ENTRIES: usize = 10_000;

/// Every entry: those of the machine, and those of accounts whose profiles are loaded.
pub fn entries() -> Vec<Entry> {
    let mut found = Vec::new();
    for view in [KEY_WOW64_64KEY, KEY_WOW64_32KEY] {
        if let Ok(key) = HKLM.open_subkey_with_flags(PATH, KEY_READ | view) {
            found.extend(entries_of(&key, ""));
        }
    }
    for account in names_below(HKU).iter().filter(|name| is_account(name)) {
        for path in [PATH, PATH_32] {
            if let Ok(key) = HKU.open_subkey(format!(r"{account}\{path}")) {
                found.extend(entries_of(&key, account));
            }
        }
    }
    found
}

/// The key of an account is named by its id; another one holds its file types.
fn is_account(name: &str) -> bool {
    name.starts_with("S-1-") && !name.ends_with("_Classes")
}

/// The entries below a key.
fn entries_of(key: &RegKey, owner: &str) -> Vec<Entry> {
    let names = names_below(key).into_iter().take(MAX_ENTRIES);
    names.filter_map(|name| Some(read_entry(&key.open_subkey(&name).ok()?, name, owner))).collect()
}

fn read_entry(key: &RegKey, name: String, owner: &str) -> Entry {
    let is_set = |name| number(key, name) == Some(1);
    Entry {
        owner: owner.to_owned(),
        key: name,
        name: text(key, "DisplayName"),
        version: text(key, "DisplayVersion"),
        publisher: text(key, "Publisher"),
        install_date: text(key, "InstallDate"),
        kibibytes: number(key, "EstimatedSize").unwrap_or(0),
        location: text(key, "InstallLocation"),
        uninstall: text(key, "UninstallString"),
        quiet_uninstall: text(key, "QuietUninstallString"),
        is_msi: is_set("WindowsInstaller"),
        is_component: is_set("SystemComponent"),
        parent: text(key, "ParentKeyName"),
        release_type: text(key, "ReleaseType"),
    }
}

#[cfg(test)]
mod tests {
    use winreg::HKCU;

    use super::super::entry::programs;
    use super::*;
    use crate::os::windows::registry_values::test_key::TestKey;

    #[test]
    fn what_was_written_is_listed() {
        let root = TestKey::new("uninstall");
        let (git, _) = root.create_subkey("Git_is1").unwrap();
        git.set_value("DisplayName", &"Git").unwrap();
        git.set_value("DisplayVersion", &"2.43.0").unwrap();
        git.set_value("EstimatedSize", &300_u32).unwrap();
        git.set_value("UninstallString", &r"C:\Git\unins000.exe").unwrap();
        let (part, _) = root.create_subkey("{0A1B}").unwrap();
        part.set_value("DisplayName", &"Git runtime").unwrap();
        part.set_value("SystemComponent", &1_u32).unwrap();
        part.set_value("WindowsInstaller", &1_u32).unwrap();

        let entries = entries_of(&root, "S-1-5-18");
        assert_eq!(entries.len(), 2);
        assert!(entries.iter().all(|entry| entry.owner == "S-1-5-18"));
        let part = entries.iter().find(|entry| entry.key == "{0A1B}").unwrap();
        assert!(part.is_msi && part.is_component);
        let listed = programs(&entries);
        assert_eq!(listed.len(), 1);
        let git = &listed[0];
        assert_eq!((git.name.as_str(), git.version.as_str()), ("Git", "2.43.0"));
        assert_eq!((git.size_bytes, git.uninstall.as_str()), (307_200, r"C:\Git\unins000.exe"));
    }

    #[test]
    fn a_program_of_this_account_is_among_all_entries() {
        let name = format!("Muster test {}", std::process::id());
        let (key, _) = HKCU.create_subkey(format!(r"{PATH}\{name}")).unwrap();
        key.set_value("DisplayName", &name).unwrap();
        let found = entries().into_iter().filter(|entry| entry.name == name).count();
        HKCU.delete_subkey_all(format!(r"{PATH}\{name}")).unwrap();
        assert_eq!(found, 1);
    }

    #[test]
    fn only_keys_with_the_id_of_an_account_are_accounts() {
        assert!(is_account("S-1-5-21-1-2-3-1001") && is_account("S-1-12-1-4-5-6-7"));
        assert!(!is_account(".DEFAULT") && !is_account("S-1-5-21-1-2-3-1001_Classes"));
    }
}
