//! From what installers write into the registry to the programs that are installed.
//! Pure.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use muster_protocol::Software;

/// What an installer wrote about one program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Whose program it is: the id of an account; empty for the whole machine.
    pub owner: String,
    /// The name of its key.
    pub key: String,
    pub name: String,
    pub version: String,
    pub publisher: String,
    /// `YYYYMMDD`, when the installer keeps to it.
    pub install_date: String,
    pub kibibytes: u64,
    pub location: String,
    pub uninstall: String,
    /// As above, for nobody to answer its questions.
    pub quiet_uninstall: String,
    /// Whether Windows Installer installed it.
    pub is_msi: bool,
    /// Whether it is part of something else and hides.
    pub is_component: bool,
    /// What it belongs to; of updates only.
    pub parent: String,
    /// What kind of update it is; of updates only.
    pub release_type: String,
}

/// The programs that people know: neither parts nor updates of others. An installer
/// that writes the same for programs of 32 and of 64 bits installed one.
pub fn programs(entries: &[Entry]) -> Vec<Software> {
    let mut known = BTreeSet::new();
    let is_new = |entry: &&Entry| {
        let key = entry.key.to_lowercase();
        known.insert((entry.owner.clone(), key, entry.name.clone(), entry.version.clone()))
    };
    let shown = entries.iter().filter(|entry| entry.is_program());
    shown.filter(is_new).map(Entry::to_software).collect()
}

impl Entry {
    fn is_program(&self) -> bool {
        let is_update = !self.parent.is_empty() || is_update(&self.release_type);
        !self.name.is_empty() && !self.is_component && !is_update
    }

    fn to_software(&self) -> Software {
        let quiet = Some(&self.quiet_uninstall).filter(|command| !command.is_empty());
        Software {
            name: self.name.clone(),
            version: self.version.clone(),
            publisher: self.publisher.clone(),
            install_date: install_date(&self.install_date),
            size_bytes: self.kibibytes.saturating_mul(1024),
            source: if self.is_msi { "msi" } else { "exe" }.to_owned(),
            location: self.location.clone(),
            uninstall: quiet.unwrap_or(&self.uninstall).clone(),
        }
    }
}

/// Hotfix, Security Update, Update Rollup, Service Pack.
fn is_update(release_type: &str) -> bool {
    let kind = release_type.to_lowercase();
    ["update", "hotfix", "service pack", "servicepack"].iter().any(|word| kind.contains(word))
}

/// Some installers write the date as it is written where they were made; which of its
/// numbers is the day is not known then.
fn install_date(text: &str) -> String {
    const DIGITS: usize = 8;
    let is_plain = text.len() == DIGITS && text.bytes().all(|letter| letter.is_ascii_digit());
    let date = is_plain.then(|| NaiveDate::parse_from_str(text, "%Y%m%d").ok()).flatten();
    date.map(|date| date.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    fn entry(name: &str) -> Entry {
        Entry { key: name.to_owned(), name: name.to_owned(), ..Entry::default() }
    }

    fn names(entries: &[Entry]) -> Vec<String> {
        programs(entries).into_iter().map(|software| software.name).collect()
    }

    #[test]
    fn a_program_is_described_as_its_installer_did() {
        let git = Entry {
            version: "2.43.0".to_owned(),
            publisher: "The Git Development Community".to_owned(),
            install_date: "20240131".to_owned(),
            kibibytes: 300,
            location: r"C:\Program Files\Git\".to_owned(),
            uninstall: r#""C:\Program Files\Git\unins000.exe""#.to_owned(),
            quiet_uninstall: r#""C:\Program Files\Git\unins000.exe" /SILENT"#.to_owned(),
            ..entry("Git")
        };
        let expected = Software {
            name: "Git".to_owned(),
            version: git.version.clone(),
            publisher: git.publisher.clone(),
            install_date: "2024-01-31".to_owned(),
            size_bytes: 300 * 1024,
            source: "exe".to_owned(),
            location: git.location.clone(),
            uninstall: git.quiet_uninstall.clone(),
        };
        assert_eq!(programs(slice::from_ref(&git)), slice::from_ref(&expected));
        let loud = Entry { quiet_uninstall: String::new(), is_msi: true, ..git };
        let uninstall = loud.uninstall.clone();
        assert_eq!(
            programs(&[loud]),
            [Software { uninstall, source: "msi".to_owned(), ..expected }]
        );
    }

    #[test]
    fn parts_and_updates_of_programs_are_no_programs() {
        let component = Entry { is_component: true, ..entry("Runtime") };
        let nameless = Entry { key: "{1}".to_owned(), ..Entry::default() };
        let child = Entry { parent: "Office16.PROPLUS".to_owned(), ..entry("Update for Office") };
        let fix = Entry { release_type: "Security Update".to_owned(), ..entry("KB1") };
        let product = Entry { release_type: "Product".to_owned(), ..entry("Product") };
        assert_eq!(names(&[component, nameless, child, fix, product]), ["Product"]);
    }

    #[test]
    fn a_program_in_both_views_of_the_registry_is_one() {
        let upper = Entry { key: "FIREFOX".to_owned(), ..entry("Firefox") };
        let lower = Entry { key: "firefox".to_owned(), ..entry("Firefox") };
        let newer = Entry { version: "2".to_owned(), ..lower.clone() };
        let other = Entry { key: "firefox (x86)".to_owned(), ..entry("Firefox") };
        let own = Entry { owner: "S-1-5-21-1-2-3-1001".to_owned(), ..lower.clone() };
        assert_eq!(names(&[upper.clone(), lower]), ["Firefox"]);
        assert_eq!(names(&[upper, newer, other, own]).len(), 4);
    }

    #[test]
    fn only_dates_that_can_be_told_are_dates() {
        assert_eq!(install_date("20240229"), "2024-02-29");
        for other in ["", "20230229", "1/31/2024", "31.01.24", "2024013", "202401310", "+2024131"] {
            assert_eq!(install_date(other), "", "{other}");
        }
    }
}
