//! What a viewer may ask for, as JSON with the name of the work in `op`.

use serde::Deserialize;

use super::problem::FileProblem;
use super::safe_path::SafePath;

/// A path as a viewer wrote it. Nothing can be done with it before it is checked.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct UncheckedPath(String);

impl UncheckedPath {
    /// As the viewer wrote it, to be shown and for nothing else.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path, when it is one that may be used.
    pub fn check(&self) -> Result<SafePath, FileProblem> {
        SafePath::parse(&self.0)
    }
}

/// What to do when an upload has the name of something that is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IfExists {
    /// Refuse it, and say what is there: a person decides.
    #[default]
    Ask,
    /// Put it in its place.
    Replace,
    /// Give the new one a number.
    KeepBoth,
    /// Refuse it.
    Fail,
}

/// A new file.
#[derive(Clone, Debug, Deserialize)]
pub struct UploadRequest {
    /// Where it should be.
    pub path: UncheckedPath,
    /// Its bytes.
    pub size: u64,
    /// SHA-256, in hex, over the hashes of all chunks, one after the other.
    #[serde(rename = "file")]
    pub id: String,
    /// The first hashes of chunks, 32 bytes each, in base64. What does not fit into one
    /// request follows in `upload_hashes`.
    #[serde(default)]
    pub hashes: String,
    /// What to do with a file of that name.
    #[serde(default)]
    pub if_exists: IfExists,
}

/// A file to read.
#[derive(Clone, Debug, Deserialize)]
pub struct DownloadRequest {
    /// Where it is.
    pub path: UncheckedPath,
    /// The first chunk that is wanted.
    #[serde(default)]
    pub from_chunk: u64,
    /// The version that earlier chunks were of, to go on with the same one.
    #[serde(default)]
    pub if_version: Option<String>,
    /// Take a file that gets longer meanwhile, as a log does, as it was at the beginning.
    #[serde(default)]
    pub may_grow: bool,
}

/// What a viewer may ask for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Request {
    /// The folders in which everything else is.
    Roots,
    /// One page of a folder: folders first, then by name.
    List {
        /// The folder.
        path: UncheckedPath,
        /// `next` of the page before.
        #[serde(default)]
        after: Option<String>,
        /// At most 1,000, which is also what comes without it.
        #[serde(default)]
        limit: Option<usize>,
    },
    /// One file or folder; of a link, the link.
    Stat {
        /// Where it is.
        path: UncheckedPath,
    },
    /// A new folder.
    MakeFolder {
        /// Where it should be.
        path: UncheckedPath,
    },
    /// Another name or another folder, on the same disk.
    Rename {
        /// Where it is.
        from: UncheckedPath,
        /// Where it should be.
        to: UncheckedPath,
        /// Whether what is there may be replaced.
        #[serde(default)]
        replace: bool,
    },
    /// A copy with all that is below; links are copied as links.
    Copy {
        /// What to copy.
        from: UncheckedPath,
        /// Where the copy should be.
        to: UncheckedPath,
        /// Whether a file that is there may be replaced by a file.
        #[serde(default)]
        replace: bool,
    },
    /// Removes something with all that is below; links go, not what they lead to.
    Delete {
        /// What to remove.
        path: UncheckedPath,
    },
    /// A text of at most 1 MiB.
    ReadText {
        /// Where it is.
        path: UncheckedPath,
    },
    /// Another text for a file that is still as it was read.
    WriteText {
        /// Where it is.
        path: UncheckedPath,
        /// The new text.
        text: String,
        /// SHA-256 in hex of what was read; none to create a file.
        #[serde(default)]
        if_hash: Option<String>,
    },
    /// Who may do what.
    SetPermissions {
        /// The file or the folder.
        path: UncheckedPath,
        /// In the bits of Unix.
        #[serde(default)]
        mode: Option<u32>,
        /// On Windows.
        #[serde(default)]
        read_only: Option<bool>,
    },
    /// Whose it is.
    SetOwner {
        /// The file or the folder.
        path: UncheckedPath,
        /// The name or the number of an account.
        #[serde(default)]
        owner: Option<String>,
        /// The name or the number of a group.
        #[serde(default)]
        group: Option<String>,
    },
    /// A new file, or the rest of one.
    Upload(UploadRequest),
    /// More hashes for an upload that waits for them.
    UploadHashes {
        /// The number of its request.
        upload: u64,
        /// 32 bytes each, in base64.
        hashes: String,
    },
    /// The content of a file.
    Download(DownloadRequest),
    /// Files and folders with all that is below, in one archive.
    Zip {
        /// At most 1,000.
        paths: Vec<UncheckedPath>,
    },
    /// Ends another request.
    Cancel {
        /// Its number.
        request: u64,
        /// Whether what an upload has brought stays for its next attempt.
        #[serde(default)]
        keep: bool,
    },
}

impl Request {
    /// Whether it may change something on the machine.
    pub fn is_change(&self) -> bool {
        match self {
            Self::Roots
            | Self::List { .. }
            | Self::Stat { .. }
            | Self::ReadText { .. }
            | Self::Download(_)
            | Self::Zip { .. }
            | Self::Cancel { .. } => false,
            Self::MakeFolder { .. }
            | Self::Rename { .. }
            | Self::Copy { .. }
            | Self::Delete { .. }
            | Self::WriteText { .. }
            | Self::SetPermissions { .. }
            | Self::SetOwner { .. }
            | Self::Upload(_)
            | Self::UploadHashes { .. } => true,
        }
    }
}
