//! A file that is about to come, in a folder of its own.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use muster_protocol::hex;
use ring::digest::{Context, SHA256};
use tempfile::TempDir;

use crate::remote_viewer::Content;

/// What it should be, and where.
pub struct NewFile {
    /// All of it.
    pub content: Content,
    folder: TempDir,
}

impl NewFile {
    /// One of so many bytes.
    pub fn new(size: u64, seed: u64) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { content: Content::new(size, seed), folder }
    }

    /// Its path, as the agent names it.
    pub fn text(&self) -> String {
        let folder = std::fs::canonicalize(self.folder.path()).expect("it is there");
        folder.join("file").to_str().expect("it is plain").to_owned()
    }

    /// Whether anything has its name.
    pub fn exists(&self) -> bool {
        self.path().exists()
    }

    /// Nobody sees half a file under its name.
    pub fn is_whole_or_absent(&self) {
        if self.exists() {
            assert_eq!(hash_of(&self.path()), self.content.sha256(), "half a file has the name");
        }
    }

    /// It has its name, and nothing else is left of its way.
    pub fn is_whole_and_alone(&self, what: &str) {
        assert_eq!(hash_of(&self.path()), self.content.sha256(), "{what}");
        assert_eq!(names_in(self.folder.path()), ["file"], "{what}");
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("file")
    }
}

/// SHA-256 in hex of a file of any size.
fn hash_of(path: &Path) -> String {
    let mut file = File::open(path).expect("it has its name");
    let (mut context, mut buffer) = (Context::new(&SHA256), vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer).expect("it can be read") {
            0 => return hex::encode(context.finish().as_ref()),
            count => context.update(&buffer[..count]),
        }
    }
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("it is there").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}
