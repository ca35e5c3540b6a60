//! What moves between the threads that read and write content, and the session.

use crate::remote::files::{Answer, Download, ZipStream};

/// Where the content comes from.
pub enum Source {
    /// A file, which is read from here on.
    File(Box<Download>, u64),
    /// An archive.
    Archive(ZipStream),
}

/// Some of the content.
pub struct Piece {
    /// The bytes themselves.
    pub bytes: Vec<u8>,
    /// The chunk that ends with it, and its hash.
    pub chunk: Option<(u64, String)>,
    /// Whether nothing follows.
    pub is_last: bool,
}

/// What was written.
pub enum Written {
    /// So many bytes, and more are missing.
    Some(usize),
    /// The last of it: the file has its name.
    All(Answer),
}
