//! The name of a service, checked before it becomes an argument or a part of a path.

use crate::os::{Problem, refusals};

/// The longest name systemd itself takes.
const MAX_LENGTH: usize = 255;

/// A unit's full name: cannot be an option, a path or a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitName(String);

impl UnitName {
    /// Takes a name with or without `.service` at its end.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let full = match text.ends_with(".service") {
            true => text.to_owned(),
            false => format!("{text}.service"),
        };
        if !is_name(text, b":-_.\\@") || full.len() > MAX_LENGTH {
            return Err(refusals::not_a_service_name(text));
        }
        Ok(Self(full))
    }

    /// The full name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for UnitName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of a script of OpenRC: cannot be an option, a path or a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptName(String);

impl ScriptName {
    /// Takes a name as `rc-status` prints it.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        match is_name(text, b":-_.@+") && text.len() <= MAX_LENGTH {
            true => Ok(Self(text.to_owned())),
            false => Err(refusals::not_a_service_name(text)),
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for ScriptName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text consists of letters, digits and these signs, and begins well.
fn is_name(text: &str, signs: &[u8]) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || signs.contains(&byte);
    let starts_well = text.bytes().next().is_some_and(|byte| !b"-.@".contains(&byte));
    starts_well && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_completed_and_checked() {
        for (text, full) in [
            ("ssh", "ssh.service"),
            ("ssh.service", "ssh.service"),
            ("getty@tty1", "getty@tty1.service"),
            ("dev-disk\\x2d1", "dev-disk\\x2d1.service"),
            ("ssh.socket", "ssh.socket.service"),
        ] {
            assert_eq!(UnitName::parse(text).unwrap().as_str(), full);
        }
        let too_long = "a".repeat(250);
        for text in ["", "-H", "--root=/x", "a b", "a/b", "a*", "[a]", "ä", "a\n", &too_long] {
            assert!(UnitName::parse(text).is_err(), "{text:?}");
        }
        for text in ["sshd", "net.eth0", "agetty.tty1", "dnsmasq_2", "openvpn.a+b"] {
            assert_eq!(ScriptName::parse(text).unwrap().to_string(), text);
        }
        let too_long = "a".repeat(256);
        for text in ["", "-D", "--nodeps", "..", ".x", "a b", "a/b", "a*", "a;b", "ä", &too_long] {
            assert!(ScriptName::parse(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_is_no_option_and_no_pattern(text in "\\PC{0,20}") {
            let unit = UnitName::parse(&text).map(|name| name.to_string());
            let script = ScriptName::parse(&text).map(|name| name.to_string());
            for name in unit.into_iter().chain(script) {
                prop_assert!(!name.starts_with(['-', '.']));
                prop_assert!(!name.contains(['*', '?', '[', '/', ' ']));
            }
        }
    }
}
