//! What a viewer gets for a request.

use serde::Serialize;

use super::entry::Entry;

/// A place to begin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Root {
    /// Its path.
    pub path: String,
    /// Bytes that may still be written there; none when that is not known.
    pub free: Option<u64>,
}

/// Bytes of a file, from the first to before the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ByteRange {
    /// The first.
    pub from: u64,
    /// After the last.
    pub to: u64,
}

/// What a viewer gets for a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// Where to begin.
    Roots {
        /// In the order of the system.
        roots: Vec<Root>,
    },
    /// One page of a folder.
    Page {
        /// Folders first, then by name.
        entries: Vec<Entry>,
        /// What `after` should be for the next page; none when this is the last.
        next: Option<String>,
        /// All that is in the folder.
        total: u64,
    },
    /// One file or folder.
    Entry {
        /// It.
        entry: Entry,
    },
    /// How many files and folders were changed.
    Done {
        /// Files, folders and links.
        items: u64,
        /// Bytes that were written.
        bytes: u64,
        /// Devices and the like, which are not copied.
        left_out: u64,
    },
    /// A text.
    Text {
        /// None when it is not UTF-8.
        text: Option<String>,
        /// Whether it is.
        utf8: bool,
        /// SHA-256 of the file, in hex.
        hash: String,
        /// Its bytes.
        size: u64,
    },
    /// A text that was written.
    Saved {
        /// SHA-256 of the file, in hex.
        hash: String,
        /// Its bytes.
        size: u64,
    },
    /// An upload needs more hashes before it begins.
    MoreHashes {
        /// Hashes that are here.
        have: u64,
        /// Hashes there should be.
        want: u64,
    },
    /// An upload may begin: the stream is the content of these ranges.
    Upload {
        /// Bytes of a chunk.
        chunk: u64,
        /// What is missing, in order.
        missing: Vec<ByteRange>,
        /// Bytes that are there already.
        present: u64,
        /// All bytes.
        size: u64,
    },
    /// An upload has its name.
    Uploaded {
        /// Its path: with a number when both were to be kept.
        path: String,
        /// Its bytes.
        size: u64,
    },
    /// A download begins: the stream is the content from `from` on.
    Download {
        /// The name of the file.
        name: String,
        /// Bytes of a chunk.
        chunk: u64,
        /// The first byte.
        from: u64,
        /// All bytes.
        size: u64,
        /// To go on with the same version later.
        version: String,
    },
    /// An archive begins, of a size that nobody knows yet.
    Zip {
        /// A name for it.
        name: String,
    },
}

/// How far something is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Progress {
    /// Bytes, or files when there is nothing to write.
    pub done: u64,
    /// All of them; 0 when that is not known.
    pub total: u64,
}
