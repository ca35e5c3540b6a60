//! An entry of the debug log: how bad it is, what it is about, and a sentence.

use crate::ids::AgentKey;
use crate::storage::{TextEnum, stored_as_text};
use crate::text::cut;

/// The longest message, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 4096;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogLevel {
    /// Good to know.
    Info,
    /// Something did not work, and is tried again or can be.
    Warning,
    /// Something failed.
    Error,
    /// The server as a whole is in danger.
    Critical,
}

impl LogLevel {
    /// All names, for filters.
    pub const NAMES: &'static [&'static str] = &["info", "warning", "error", "critical"];
}

impl TextEnum for LogLevel {
    const ALL: &'static [Self] = &[Self::Info, Self::Warning, Self::Error, Self::Critical];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(LogLevel);

/// What it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogType {
    /// Releases of the agent program.
    AgentUpdate,
    /// Connections of agents, and what they send.
    AgentIssues,
    /// Updates of operating systems, on every platform.
    WinUpdates,
    /// The server itself.
    SystemIssues,
    /// Scripts, commands and tasks.
    Scripting,
}

impl LogType {
    /// All names, for filters.
    pub const NAMES: &'static [&'static str] =
        &["agent_update", "agent_issues", "win_updates", "system_issues", "scripting"];
}

impl TextEnum for LogType {
    const ALL: &'static [Self] = &[
        Self::AgentUpdate,
        Self::AgentIssues,
        Self::WinUpdates,
        Self::SystemIssues,
        Self::Scripting,
    ];

    fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

stored_as_text!(LogType);

/// What is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DebugEntry {
    pub(super) agent: Option<AgentKey>,
    pub(super) level: LogLevel,
    pub(super) log_type: LogType,
    pub(super) message: String,
}

impl DebugEntry {
    /// Something good to know.
    pub fn info(log_type: LogType, message: impl AsRef<str>) -> Self {
        Self::new(LogLevel::Info, log_type, message.as_ref())
    }

    /// Something that did not work, and is tried again or can be.
    pub fn warning(log_type: LogType, message: impl AsRef<str>) -> Self {
        Self::new(LogLevel::Warning, log_type, message.as_ref())
    }

    /// Something that failed.
    pub fn error(log_type: LogType, message: impl AsRef<str>) -> Self {
        Self::new(LogLevel::Error, log_type, message.as_ref())
    }

    /// Something that endangers the server as a whole.
    pub fn critical(log_type: LogType, message: impl AsRef<str>) -> Self {
        Self::new(LogLevel::Critical, log_type, message.as_ref())
    }

    /// The agent it is about. Callers who may not see that agent do not see the
    /// entry; one without an agent is for callers who see everything.
    pub fn about(self, agent: AgentKey) -> Self {
        Self { agent: Some(agent), ..self }
    }

    /// Instead of the entries about an agent, or the server, that were too many.
    pub(super) fn left_out(agent: Option<AgentKey>, count: u64) -> Self {
        let log_type = match agent {
            Some(_) => LogType::AgentIssues,
            None => LogType::SystemIssues,
        };
        let message = format!("{count} more of the last minute");
        Self { agent, ..Self::new(LogLevel::Warning, log_type, &message) }
    }

    fn new(level: LogLevel, log_type: LogType, message: &str) -> Self {
        let mut message = cut(message, LONGEST_MESSAGE);
        message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
        Self { agent: None, level, log_type, message }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_level_and_type_has_a_name_of_its_own() {
        for (index, level) in LogLevel::ALL.iter().enumerate() {
            assert_eq!(*level as usize, index);
            assert_eq!(LogLevel::from_name(level.as_str()), Some(*level));
        }
        for (index, log_type) in LogType::ALL.iter().enumerate() {
            assert_eq!(*log_type as usize, index);
            assert_eq!(LogType::from_name(log_type.as_str()), Some(*log_type));
        }
        assert_eq!((LogLevel::ALL.len(), LogLevel::NAMES.len()), (4, 4));
        assert_eq!((LogType::ALL.len(), LogType::NAMES.len()), (5, 5));
    }

    proptest! {
        #[test]
        fn a_message_is_the_beginning_of_the_text_without_what_no_database_stores(
            parts in prop::collection::vec("[a\0é🦀]{0,40}", 0..200),
        ) {
            let text = parts.concat();
            let message = DebugEntry::error(LogType::Scripting, &text).message;
            let stored = text.replace('\0', "");
            prop_assert!(stored.starts_with(&message));
            prop_assert!(message.len() <= LONGEST_MESSAGE);
            prop_assert!(message.len() > LONGEST_MESSAGE - 4 || message == stored);
        }
    }
}
