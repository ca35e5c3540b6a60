//! The name of a service, checked before Windows is asked for it.

use crate::os::{Problem, refusals};

/// The longest name Windows itself takes.
const MAX_LENGTH: usize = 256;

/// The name of a service as it is in the registry, not the one that people see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceName(String);

impl ServiceName {
    /// Refuses what can be no name of a service.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let is_allowed = |letter: char| !letter.is_control() && letter != '/' && letter != '\\';
        let fits = (1..=MAX_LENGTH).contains(&text.encode_utf16().count());
        if !fits || !text.chars().all(is_allowed) {
            return Err(refusals::not_a_service_name(text));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_checked() {
        let longest = "a".repeat(256);
        for text in ["Spooler", "MSSQL$SQLEXPRESS", "a b.c", "Größe", &longest] {
            assert_eq!(ServiceName::parse(text).unwrap().as_str(), text);
        }
        let too_long = "a".repeat(257);
        for text in ["", "a/b", "a\\b", "a\0b", "a\n", &too_long] {
            assert!(ServiceName::parse(text).is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_is_the_text_itself(text in "(\\PC|\0|/){0,20}") {
            if let Ok(name) = ServiceName::parse(&text) {
                prop_assert_eq!(name.as_str(), &text);
                prop_assert!(!text.is_empty() && !text.contains(['\0', '/', '\\']));
            }
        }
    }
}
