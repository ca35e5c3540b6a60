//! What Apple's tool offers, read from the text that it prints.

use muster_protocol::Update;

/// The only sentence by which it says that there is nothing.
const NOTHING: &str = "No new software available.";

/// An update as it is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// What it is installed by.
    pub label: String,
    pub title: String,
    pub version: String,
    pub size_bytes: u64,
    pub is_recommended: bool,
    /// Whether the machine restarts, or is switched off, to install it.
    pub needs_restart: bool,
}

impl Offered {
    /// What identifies it.
    pub fn guid(&self) -> String {
        format!("{}={}", self.label, self.version)
    }

    pub fn describe(&self) -> Update {
        // Apple names neither severities nor what an update closes, apart from its title.
        let is_security = self.title.to_lowercase().contains("security");
        let name = self.title.strip_suffix(&self.version).unwrap_or(&self.title).trim();
        Update {
            guid: self.guid(),
            name: name.to_owned(),
            version: self.version.clone(),
            title: self.title.clone(),
            severity: if is_security { "Important".to_owned() } else { String::new() },
            is_security,
            categories: self.is_recommended.then(|| "Recommended".to_owned()).into_iter().collect(),
            size_bytes: self.size_bytes,
            needs_reboot: self.needs_restart,
            ..Update::default()
        }
    }
}

/// Reads the list; none when it is neither a list nor says that there is nothing.
///
/// A line with the label, and one with everything else:
/// `Title: Safari, Version: 26.1, Size: 150000KiB, Recommended: YES, Action: restart,`
pub fn parse(text: &str) -> Option<Vec<Offered>> {
    let mut found: Vec<Offered> = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(label) = line.strip_prefix("* Label: ") {
            found.push(Offered { label: label.trim().to_owned(), ..Offered::default() });
        } else if let Some(last) = found.last_mut()
            && let Some(rest) = line.strip_prefix("Title: ")
        {
            read_details(last, rest);
        }
    }
    found.retain(|update| is_label(&update.label));
    (!found.is_empty() || text.contains(NOTHING)).then_some(found)
}

/// A title may have commas in it: it ends where the version begins.
fn read_details(update: &mut Offered, line: &str) {
    let (title, rest) = line.split_once(", Version: ").unwrap_or((line, ""));
    update.title = title.trim_end_matches(',').to_owned();
    let mut parts = rest.split(',').map(str::trim);
    update.version = parts.next().unwrap_or_default().to_owned();
    for (name, value) in parts.filter_map(|part| part.split_once(": ")) {
        match name {
            "Size" => update.size_bytes = bytes(value),
            "Recommended" => update.is_recommended = value == "YES",
            "Action" => update.needs_restart = matches!(value, "restart" | "shut down"),
            _ => {}
        }
    }
}

/// `150000KiB`, and `150000K` before macOS 12.
fn bytes(text: &str) -> u64 {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    digits.parse::<u64>().unwrap_or(0).saturating_mul(1024)
}

/// A label cannot be an option, and is one word of a command.
fn is_label(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('-')
        && text.len() <= 300
        && !text.contains(char::is_control)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "Software Update Tool

Finding available software
Software Update found the following new or updated software:
* Label: macOS Tahoe 26.1-25B78
	Title: macOS Tahoe 26.1, Version: 26.1, Size: 3540210KiB, Recommended: YES, Action: restart, 
* Label: Safari26.1TahoeAuto-26.1
	Title: Safari, Version: 26.1, Size: 150000K, Recommended: YES, 
* Label: Security Update, Part 2-1.0
	Title: Security Update, Part 2, Version: 1.0, Size: 10KiB, Recommended: NO, Action: shut down, 
";

    #[test]
    fn blocks_are_updates() {
        let found = parse(TEXT).unwrap();
        let macos = Offered {
            label: "macOS Tahoe 26.1-25B78".to_owned(),
            title: "macOS Tahoe 26.1".to_owned(),
            version: "26.1".to_owned(),
            size_bytes: 3_540_210 * 1024,
            is_recommended: true,
            needs_restart: true,
        };
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], macos);
        let described = macos.describe();
        assert_eq!(described.guid, "macOS Tahoe 26.1-25B78=26.1");
        assert_eq!((described.name.as_str(), described.needs_reboot), ("macOS Tahoe", true));
        assert_eq!((described.severity.as_str(), described.categories.len()), ("", 1));
        assert_eq!((found[1].title.as_str(), found[1].needs_restart), ("Safari", false));
        let security = found[2].describe();
        assert_eq!((security.title.as_str(), security.version.as_str()), {
            ("Security Update, Part 2", "1.0")
        });
        assert_eq!((security.severity.as_str(), security.needs_reboot), ("Important", true));
    }

    #[test]
    fn nothing_to_install_is_said_and_anything_else_is_no_answer() {
        let nothing = "Software Update Tool\n\nFinding available software\n";
        assert_eq!(parse(&format!("{nothing}{NOTHING}\n")), Some(Vec::new()));
        assert_eq!(parse(nothing), None);
        assert_eq!(parse("Can't connect to the Apple Software Update server\n"), None);
        assert_eq!(parse("* Label: -a\n\tTitle: x, Version: 1\n"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(\\* Label: |Title: |, Version: |, Size: |,|\n|\\PC){0,40}") {
            for update in parse(&text).into_iter().flatten() {
                prop_assert!(!update.label.starts_with('-') && !update.label.is_empty());
                update.describe();
            }
        }
    }
}
