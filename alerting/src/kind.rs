//! What an alert is about, and how bad it is.

use serde::{Deserialize, Serialize};

/// What an alert is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An agent was not seen for longer than its overdue time.
    Availability,
    /// A check of an agent fails.
    Check,
    /// A task of an agent failed.
    Task,
    /// Somebody, or a program, posted it.
    Custom,
}

impl Kind {
    /// Every kind, in the order of the API's list.
    pub const ALL: [Self; 4] = [Self::Availability, Self::Check, Self::Task, Self::Custom];

    /// Reads the name in the API.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The name in the API: `alert_type`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Availability => "availability",
            Self::Check => "check",
            Self::Task => "task",
            Self::Custom => "custom",
        }
    }
}

/// How bad it is; a later one is worse.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    #[default]
    Info,
    /// Needs attention before long.
    Warning,
    /// Needs attention now.
    Error,
}

impl Severity {
    /// Every severity, the mildest first.
    pub const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// Reads the name in the API.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.as_str() == name)
    }

    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_as_what_it_names() {
        assert_eq!(Kind::ALL.map(|kind| Kind::parse(kind.as_str())), Kind::ALL.map(Some));
        let severities = Severity::ALL.map(|severity| Severity::parse(severity.as_str()));
        assert_eq!(severities, Severity::ALL.map(Some));
        assert_eq!((Kind::parse("Check"), Severity::parse("")), (None, None));
    }
}
