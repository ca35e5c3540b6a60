//! What moves between the threads that read and write content, and the session.

use ring::digest::Context;

use crate::remote::files::{Answer, Download, ZipStream};

/// Where the content comes from.
pub enum Source {
    /// A file, which is read from here on.
    File(Box<FileSource>),
    /// An archive.
    Archive(ZipStream),
}

/// A file that is read.
pub struct FileSource {
    /// The file.
    pub download: Download,
    /// Where reading goes on.
    pub at: u64,
    /// Over all that was read, where somebody wants to know and all of the file is.
    pub digest: Option<Context>,
}

/// Some of the content.
pub struct Piece {
    /// The bytes themselves.
    pub bytes: Vec<u8>,
    /// The chunk that ends with it, and its hash.
    pub chunk: Option<(u64, String)>,
    /// Whether nothing follows.
    pub is_last: bool,
    /// SHA-256 of all content, in hex, with the last of it.
    pub hash: Option<String>,
}

/// What was written.
pub enum Written {
    /// So many bytes, and more are missing.
    Some(usize),
    /// The last of it: the file has its name; and SHA-256 of all, in hex, if all came in this
    /// session.
    All(Answer, Option<String>),
}
