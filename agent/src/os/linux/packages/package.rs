//! The name and the version of a package, checked before they become arguments.

use muster_protocol::End;

use super::manager::Manager;
use crate::run::could_not_start;

const MAX_LENGTH: usize = 200;

/// A package: cannot be an option, a path, a pattern or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// Its name, with the architecture where its manager writes it so.
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
        if !version.is_empty() && !is_version(version) {
            return Err(could_not_start(format!("{version:?} is not the version of a package")));
        }
        Ok(Self { name: name.to_owned(), version: version.to_owned() })
    }

    /// Reads the `package=version` that identifies an update.
    pub fn from_guid(manager: Manager, guid: &str) -> Result<Self, End> {
        match guid.split_once('=') {
            Some((name, version)) if !version.is_empty() => Self::new(manager, name, version),
            _ => Err(could_not_start(format!("{guid:?} is not an update: it has no version"))),
        }
    }

    /// What identifies the update to this version.
    pub fn guid(&self) -> String {
        format!("{}={}", self.name, self.version)
    }
}

fn is_name(manager: Manager, name: &str) -> bool {
    match manager {
        Manager::Apt => {
            let (plain, architecture) = name.split_once(':').unwrap_or((name, "any"));
            // apt-get removes what has a dash at its end.
            is_made_of(plain, "", "+.-", false)
                && !plain.ends_with('-')
                && is_made_of(architecture, "", "-", false)
                && !architecture.ends_with('-')
        }
        Manager::Dnf | Manager::Yum | Manager::Zypper => {
            // Such a name is taken for a file.
            is_made_of(name, "_", "+._-", true) && !name.ends_with(".rpm")
        }
        Manager::Pacman => is_made_of(name, "@_+", "@._+-", false),
        Manager::Apk => is_made_of(name, "_", "+._-", true) && !name.contains(".apk"),
    }
}

/// Versions of all managers are alike.
fn is_version(version: &str) -> bool {
    // apt-get takes a sign at the end for its own, and apk such a word for a file.
    is_made_of(version, "", ".+:~^_-", true)
        && !version.ends_with(['-', '+', '^'])
        && !version.contains(".apk")
}

/// Whether a text consists of letters, digits, and these signs.
fn is_made_of(text: &str, first: &str, rest: &str, capitals: bool) -> bool {
    let is_letter = |c: char| c.is_ascii_digit() || c.is_ascii_lowercase();
    let is_letter = |c: char| is_letter(c) || (capitals && c.is_ascii_uppercase());
    let starts_well = text.starts_with(|c| is_letter(c) || first.contains(c));
    let goes_on_well = text.chars().skip(1).all(|c| is_letter(c) || rest.contains(c));
    starts_well && goes_on_well && text.len() <= MAX_LENGTH
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn real_names_are_taken() {
        for (manager, name) in [
            (Manager::Apt, "bash"),
            (Manager::Apt, "g++"),
            (Manager::Apt, "libstdc++6"),
            (Manager::Apt, "libc6:i386"),
            (Manager::Apt, "0ad"),
            (Manager::Apt, "python3.11"),
            (Manager::Dnf, "openssl-libs.x86_64"),
            (Manager::Dnf, "NetworkManager"),
            (Manager::Zypper, "libX11-6"),
            (Manager::Pacman, "lib32-gcc-libs"),
            (Manager::Pacman, "r8168_dkms"),
            (Manager::Apk, "gtk+3.0"),
            (Manager::Apk, "R"),
        ] {
            assert!(is_name(manager, name), "{name}");
        }
        for version in ["1:2.3.4~rc1-5+deb12u1", "6.1.0_2-1.el9_3", "20240203", "1.0^git1-2"] {
            assert!(is_version(version), "{version}");
        }
    }

    #[test]
    fn tricks_are_refused_by_every_manager() {
        let too_long = "a".repeat(201);
        for name in [
            "",
            "-y",
            "--allow-downgrades",
            "bash -y",
            "bash;id",
            "bash\n",
            "/tmp/x",
            "./x",
            "a/b",
            "a*",
            "a?",
            "[a]",
            "a=1",
            "a^1/x",
            "a,b",
            "a|b",
            "ä",
            "~nx",
            "?any",
            "bash#",
            &too_long,
        ] {
            for manager in Manager::ALL {
                assert!(!is_name(manager, name), "{manager:?} {name:?}");
            }
        }
        assert!(!is_name(Manager::Apt, "bash-"));
        assert!(!is_name(Manager::Apt, "bash:"));
        assert!(!is_name(Manager::Apt, "Bash"));
        assert!(!is_name(Manager::Dnf, "evil.rpm"));
        assert!(!is_name(Manager::Apk, "evil.apk"));
        assert!(!is_name(Manager::Apk, "bash@edge"));
        for version in ["-1", "1 2", "1;id", "1/2", "5.2-", "5.2+", "$(id)", "1.apk"] {
            assert!(!is_version(version), "{version}");
        }
    }

    #[test]
    fn an_update_needs_its_version() {
        let package = Package::from_guid(Manager::Apt, "libc6:i386=2.36-9+deb12u4").unwrap();
        assert_eq!((package.name.as_str(), package.version.as_str()), {
            ("libc6:i386", "2.36-9+deb12u4")
        });
        assert_eq!(package.guid(), "libc6:i386=2.36-9+deb12u4");
        for guid in ["bash", "bash=", "=1", "bash=1=2", "-y=1"] {
            assert!(Package::from_guid(Manager::Apt, guid).is_err(), "{guid}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_is_one_harmless_word(name in "\\PC{0,30}", version in "\\PC{0,30}") {
            for manager in Manager::ALL {
                if let Ok(package) = Package::new(manager, &name, &version) {
                    let word = format!("{}{}", package.name, package.version);
                    prop_assert!(!word.starts_with('-'));
                    prop_assert!(!word.contains(|c: char| c.is_whitespace() || "/*?[]$;&|<>'\"`\\".contains(c)));
                }
            }
        }
    }
}
