//! An update that Windows Update offers, as plain values.

use muster_protocol::Update;

/// The category of updates that close a security hole, the same everywhere.
const SECURITY_UPDATES: &str = "0fa1201d-4330-4fa8-8ae9-b877473b6441";

/// The severities there are; anything else is none.
const SEVERITIES: [&str; 4] = ["Critical", "Important", "Moderate", "Low"];

/// Descriptions are up to some thousand letters long, and of little use by then.
const MAX_DESCRIPTION: usize = 1000;

/// What Windows Update says of an update.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offered {
    /// Its identifier, in small letters.
    pub guid: String,
    pub revision: i32,
    pub title: String,
    pub description: String,
    /// Numbers of articles, without `KB`.
    pub articles: Vec<String>,
    /// As Windows writes it: one of [`SEVERITIES`], `Unspecified`, or nothing.
    pub severity: String,
    pub categories: Vec<Category>,
    pub more_info_urls: Vec<String>,
    pub support_url: String,
    pub size_bytes: u64,
    pub is_driver: bool,
    pub is_hidden: bool,
    pub is_downloaded: bool,
    pub can_ask_for_input: bool,
    pub always_reboots: bool,
    /// Whether it must be installed alone.
    pub is_exclusive: bool,
}

/// A kind of updates, or a product.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Category {
    pub id: String,
    /// In the language of the system.
    pub name: String,
}

impl Offered {
    /// The update as the server gets it; `error` is why its last installation
    /// failed.
    pub fn describe(self, error: Option<&String>) -> Update {
        let is_security =
            self.categories.iter().any(|one| one.id.eq_ignore_ascii_case(SECURITY_UPDATES));
        let severity = SEVERITIES.iter().find(|name| **name == self.severity);
        let kb_ids: Vec<String> = self.articles.iter().map(|number| kb(number)).collect();
        let (category_ids, categories) =
            self.categories.into_iter().map(|one| (one.id, one.name)).unzip();
        Update {
            guid: self.guid,
            name: kb_ids.first().cloned().unwrap_or_default(),
            version: version_in(&self.title).unwrap_or_default().to_owned(),
            installed_version: String::new(),
            title: self.title,
            severity: severity.copied().unwrap_or_default().to_owned(),
            is_security,
            // Somebody at the computer does not want it.
            is_held: self.is_hidden,
            description: self.description.chars().take(MAX_DESCRIPTION).collect(),
            kb_ids,
            categories,
            category_ids,
            more_info_urls: self.more_info_urls,
            support_url: self.support_url,
            revision: u32::try_from(self.revision).unwrap_or_default(),
            size_bytes: self.size_bytes,
            is_driver: self.is_driver,
            is_downloaded: self.is_downloaded,
            can_ask_for_input: self.can_ask_for_input,
            needs_reboot: self.always_reboots,
            error: error.cloned().unwrap_or_default(),
        }
    }
}

fn kb(number: &str) -> String {
    let number = number.trim();
    if number.starts_with("KB") { number.to_owned() } else { format!("KB{number}") }
}

/// The version that some titles end with: `… (Version 1.403.1234.0)`, and of
/// drivers `… - 30.0.101.1338`.
fn version_in(title: &str) -> Option<&str> {
    let (before, last) = title.trim().trim_end_matches(')').rsplit_once(' ')?;
    let is_version = last.contains('.')
        && last.split('.').all(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()));
    let is_named = before.ends_with("(Version") || before.ends_with(" -");
    (is_version && is_named).then_some(last)
}

/// Whether a text can identify an update of Windows.
pub fn is_guid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && parts.iter().all(|part| part.chars().all(|c| c.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cumulative() -> Offered {
        let category = |id: &str, name: &str| Category { id: id.to_owned(), name: name.to_owned() };
        Offered {
            guid: "6fd9be3a-8e9e-4bd9-a6d9-4ef2d5a2b8c1".to_owned(),
            revision: 200,
            title: "2024-01 Cumulative Update for Windows 11 (KB5034123)".to_owned(),
            articles: vec!["5034123".to_owned()],
            severity: "Critical".to_owned(),
            categories: vec![
                category("0FA1201D-4330-4FA8-8AE9-B877473B6441", "Sicherheitsupdates"),
                category("72e7624a-5b00-45d2-b92f-e561c0a6a160", "Windows 11"),
            ],
            size_bytes: 120_000_000_000,
            is_hidden: true,
            always_reboots: true,
            ..Offered::default()
        }
    }

    #[test]
    fn an_update_is_described() {
        let error = "the installer failed (0x8024200B)".to_owned();
        let found = cumulative().describe(Some(&error));
        assert_eq!((found.name.as_str(), found.kb_ids.len()), ("KB5034123", 1));
        assert_eq!((found.severity.as_str(), found.is_security), ("Critical", true));
        assert_eq!((found.version.as_str(), found.revision), ("", 200));
        assert_eq!(found.categories, ["Sicherheitsupdates", "Windows 11"]);
        assert_eq!(found.category_ids.len(), 2);
        assert_eq!((found.is_held, found.needs_reboot, found.error), (true, true, error));
        assert_eq!(found.size_bytes, 120_000_000_000);
    }

    #[test]
    fn what_windows_does_not_say_is_left_empty() {
        let driver = Offered {
            guid: "a".to_owned(),
            title: "Intel - Display - 30.0.101.1338".to_owned(),
            severity: "Unspecified".to_owned(),
            revision: -1,
            is_driver: true,
            ..Offered::default()
        };
        let found = driver.describe(None);
        assert_eq!((found.name.as_str(), found.severity.as_str()), ("", ""));
        assert_eq!((found.is_security, found.is_driver, found.revision), (false, true, 0));
        assert_eq!((found.version.as_str(), found.error.as_str()), ("30.0.101.1338", ""));
    }

    #[test]
    fn a_version_is_read_only_where_a_title_has_one() {
        let defender = "Security Intelligence Update for Microsoft Defender Antivirus - KB2267602 \
                        (Version 1.403.1234.0)";
        assert_eq!(version_in(defender), Some("1.403.1234.0"));
        assert_eq!(version_in("Update for .NET 8.0"), None);
        assert_eq!(version_in("Windows Malicious Software Removal Tool x64 - v5.120"), None);
        assert_eq!(version_in(""), None);
    }

    #[test]
    fn an_identifier_has_its_five_parts() {
        assert!(is_guid("6fd9be3a-8e9e-4bd9-a6d9-4ef2d5a2b8c1"));
        for text in ["", "bash=5.2", "6fd9be3a-8e9e-4bd9-a6d9", "' or IsInstalled=1 or UpdateID='"]
        {
            assert!(!is_guid(text), "{text}");
        }
        assert!(!is_guid("6fd9be3a-8e9e-4bd9-a6d9-4ef2d5a2b8cg"));
    }
}
