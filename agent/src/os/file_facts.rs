//! What a system says about files that a person works with, whichever it is.

/// How paths are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathGrammar {
    /// `/home/ann`: every byte but zero and the slash may be in a name.
    #[cfg_attr(
        all(windows, not(test)),
        expect(dead_code, reason = "only tests read such paths here")
    )]
    Unix,
    /// `C:\Users\ann` and `\\server\share\folder`.
    #[cfg_attr(all(unix, not(test)), expect(dead_code, reason = "only tests read such paths here"))]
    Windows,
}

/// What to do with links on the way to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Follow all: nothing is changed at the end of the way.
    Follow,
    /// Follow those that nobody but the agent and the system could have put there.
    Trusted,
}

/// What something in a folder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Bytes on a disk.
    File,
    /// A folder.
    Folder,
    /// A link to another path; on Windows a junction too.
    Link,
    /// A device, a pipe, a socket.
    Other,
}

/// What is known of something in a folder; of a link, and not of where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFacts {
    /// What it is.
    pub kind: FileKind,
    /// Its bytes.
    pub size: u64,
    /// When its content was last changed: seconds since 1970,
    pub seconds: i64,
    /// and billionths of one.
    pub nanos: u32,
    /// Who may do what, in the bits of Unix.
    pub mode: Option<u32>,
    /// The number of its owner.
    pub user: Option<u32>,
    /// The number of its group.
    pub group: Option<u32>,
    /// Whether lists leave it out unless they are asked for everything.
    pub is_hidden: bool,
    /// Whether Windows refuses to change it.
    pub is_read_only: bool,
    /// How many names it has.
    pub names: u64,
    /// The file system it is on, and
    pub device: u64,
    /// its number there.
    pub number: u64,
}

impl FileFacts {
    /// Whether both are about one file, whatever was done to it meanwhile.
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.number, self.kind) == (other.device, other.number, other.kind)
    }

    /// Whether both are about one file that was not changed between them.
    pub fn is_unchanged(&self, other: &Self) -> bool {
        let content = |facts: &Self| (facts.size, facts.seconds, facts.nanos);
        self.is_same_file(other) && content(self) == content(other)
    }
}

/// A link that somebody else could have put there: nothing is changed behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it leads through a link in a folder that others may change")]
pub struct PlantedLink;

impl From<PlantedLink> for std::io::Error {
    fn from(link: PlantedLink) -> Self {
        Self::other(link)
    }
}
