//! The name and the version of a package, checked before they become arguments.

use muster_protocol::End;

use super::manager::Manager;
use crate::run::could_not_start;

const MAX_LENGTH: usize = 200;

/// A package: cannot be an option, a path, a file or a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Package {
    /// The identifier its manager knows it by.
    pub name: String,
    /// A version; empty for the newest.
    pub version: String,
}

impl Package {
    /// Checks a name and a version as this manager writes them.
    pub fn new(manager: Manager, name: &str, version: &str) -> Result<Self, End> {
        if !is_name(manager, name) {
            return Err(could_not_start(format!("{name:?} is not the name of a package")));
        }
        if !version.is_empty() && !is_made_of(version, ".+:~^_-") {
            return Err(could_not_start(format!("{version:?} is not the version of a package")));
        }
        Ok(Self { name: name.to_owned(), version: version.to_owned() })
    }
}

fn is_name(manager: Manager, name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    match manager {
        Manager::Winget => is_made_of(name, "._+-"),
        Manager::Choco => {
            // Chocolatey takes the first for every package there is, the others
            // for files to read.
            let is_special = lower == "all"
                || [".nupkg", ".config", ".nuspec"].iter().any(|end| lower.ends_with(end));
            is_made_of(name, "._-") && !is_special
        }
    }
}

/// Whether a text begins with a letter or a digit, and goes on with those and
/// these signs.
fn is_made_of(text: &str, signs: &str) -> bool {
    text.len() <= MAX_LENGTH
        && text.starts_with(|first: char| first.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BOTH: [Manager; 2] = [Manager::Winget, Manager::Choco];

    #[test]
    fn real_names_are_taken() {
        for (manager, name) in [
            (Manager::Winget, "Git.Git"),
            (Manager::Winget, "Notepad++.Notepad++"),
            (Manager::Winget, "Microsoft.VCRedist.2015+.x64"),
            (Manager::Winget, "7zip.7zip"),
            (Manager::Choco, "git.install"),
            (Manager::Choco, "7zip"),
            (Manager::Choco, "vcredist140"),
        ] {
            assert!(is_name(manager, name), "{name}");
        }
        for version in ["2.43.0", "1.0.0-beta.1", "24.07", "1:2+3"] {
            assert!(Package::new(Manager::Choco, "git", version).is_ok(), "{version}");
        }
    }

    #[test]
    fn tricks_are_refused_by_every_manager() {
        let too_long = "a".repeat(201);
        for name in [
            "", "-y", "--force", "git -y", "git;vlc", "git\n", r"C:\x", "../x", "a/b", "a*",
            "\"a\"", "ä", "%TEMP%", "a=1", "a|b", "a&b", &too_long,
        ] {
            for manager in BOTH {
                assert!(!is_name(manager, name), "{manager:?} {name:?}");
            }
        }
        for name in ["all", "ALL", "packages.config", "evil.nupkg", "evil.nuspec"] {
            assert!(!is_name(Manager::Choco, name), "{name}");
        }
        for version in ["-1", "1 2", "1;2", "1/2", "1\\2"] {
            assert!(Package::new(Manager::Winget, "Git.Git", version).is_err(), "{version}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_is_one_harmless_word(name in "\\PC{0,30}", version in "\\PC{0,30}") {
            for manager in BOTH {
                if let Ok(package) = Package::new(manager, &name, &version) {
                    let word = format!("{}{}", package.name, package.version);
                    prop_assert!(!word.starts_with('-'));
                    prop_assert!(!word.contains(|c: char| c.is_whitespace() || "/*?[]$;&|<>'\"`\\%!=".contains(c)));
                }
            }
        }
    }
}
