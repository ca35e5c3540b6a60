//! What a viewer sees of a file in a list.

use chrono::{DateTime, SecondsFormat};
use serde::Serialize;

use crate::os::{FileFacts, FileKind};

/// What something in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// Bytes on a disk.
    File,
    /// A folder.
    Folder,
    /// A link to another path.
    Link,
    /// A device, a pipe, a socket.
    Other,
}

/// A file, a folder or something else in a folder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// As it is written in a path: what is not UTF-8 has escapes.
    pub name: String,
    /// What it is.
    pub kind: EntryKind,
    /// Its bytes.
    pub size: u64,
    /// When its content was last changed, as RFC 3339 says; none when no calendar knows it.
    pub modified: Option<String>,
    /// Who may do what, in the bits of Unix.
    pub mode: Option<u32>,
    /// Whose it is.
    pub owner: Option<String>,
    /// The group that has rights of its own.
    pub group: Option<String>,
    /// Where a link leads, as it says itself.
    pub target: Option<String>,
    /// Whether lists leave it out unless they are asked for everything.
    pub hidden: bool,
    /// Whether Windows refuses to change it.
    pub read_only: bool,
    /// Whether the agent may read it, as far as that is known without trying.
    pub readable: bool,
}

impl Entry {
    /// What the facts about a file say.
    pub fn of(name: String, facts: &FileFacts) -> Self {
        let modified = DateTime::from_timestamp(facts.seconds, facts.nanos);
        Self {
            name,
            kind: facts.kind.into(),
            size: facts.size,
            modified: modified.map(|time| time.to_rfc3339_opts(SecondsFormat::Millis, true)),
            mode: facts.mode,
            owner: None,
            group: None,
            target: None,
            hidden: facts.is_hidden,
            read_only: facts.is_read_only,
            readable: true,
        }
    }
}

impl From<FileKind> for EntryKind {
    fn from(kind: FileKind) -> Self {
        match kind {
            FileKind::File => Self::File,
            FileKind::Folder => Self::Folder,
            FileKind::Link => Self::Link,
            FileKind::Other => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_that_no_calendar_knows_is_left_out() {
        let mut facts = FileFacts {
            kind: FileKind::File,
            size: 5,
            seconds: 1_700_000_000,
            nanos: 123_456_789,
            mode: Some(0o644),
            user: None,
            group: None,
            is_hidden: false,
            is_read_only: false,
            names: 1,
            device: 0,
            number: 0,
        };
        let entry = Entry::of("a".to_owned(), &facts);
        assert_eq!(entry.modified.as_deref(), Some("2023-11-14T22:13:20.123Z"));
        facts.seconds = i64::MAX;
        assert_eq!(Entry::of("a".to_owned(), &facts).modified, None);
    }
}
