//! A folder with files, and a session that works in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use super::chunks::{CHUNK, hash_of};
use super::{Answer, FileProblem, Files, Handled, Options, ProblemCode, Request, Upload};

pub struct Kit {
    _guard: tempfile::TempDir,
    pub path: PathBuf,
    pub files: Files,
    next: AtomicU64,
}

impl Kit {
    pub fn new() -> Self {
        Self::with(|_| {})
    }

    pub fn with(change: impl FnOnce(&mut Options)) -> Self {
        let guard = tempfile::tempdir().unwrap();
        let path = match cfg!(windows) {
            // The canonical form has a prefix there that nobody writes.
            true => guard.path().to_owned(),
            false => fs::canonicalize(guard.path()).unwrap(),
        };
        let mut options = Options::of_session("test");
        change(&mut options);
        Self { _guard: guard, path, files: Files::new(options), next: AtomicU64::new(1) }
    }

    /// Another session in the same folder.
    pub fn restart(mut self, change: impl FnOnce(&mut Options)) -> Self {
        let mut options = Options::of_session("later");
        change(&mut options);
        self.files = Files::new(options);
        self
    }

    /// The path of a file as a viewer writes it.
    pub fn at(&self, name: &str) -> String {
        self.path.join(name).to_str().unwrap().to_owned()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path.join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path.join(name)).unwrap()
    }

    /// All names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names_in(&self.path)
    }

    pub fn handle(&self, request: Value) -> Result<Handled, FileProblem> {
        let request: Request = serde_json::from_value(request).unwrap();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.files.handle(id, request, &mut |_| {})
    }

    /// The answer to a request without content, as JSON.
    pub fn ask(&self, request: Value) -> Result<Value, FileProblem> {
        match self.handle(request)? {
            Handled::Answer(answer) => Ok(serde_json::to_value(answer).unwrap()),
            _ => panic!("this request has content"),
        }
    }

    pub fn refusal(&self, request: Value) -> ProblemCode {
        match self.handle(request) {
            Ok(_) => panic!("it was not refused"),
            Err(problem) => {
                assert!(problem.message.ends_with('.'), "{problem}");
                problem.code
            }
        }
    }

    pub fn upload(
        &self,
        name: &str,
        content: &[u8],
        if_exists: &str,
    ) -> Result<(Answer, Box<Upload>), FileProblem> {
        let hashes = hashes_of(content);
        let request = json!({
            "op": "upload", "path": self.at(name), "size": content.len(),
            "file": hash_of(&hashes), "hashes": BASE64_STANDARD.encode(&hashes),
            "if_exists": if_exists,
        });
        match self.handle(request)? {
            Handled::Upload(answer, upload) => Ok((answer, upload)),
            _ => panic!("this is an upload"),
        }
    }

    /// A whole upload: the path that it got.
    pub fn upload_all(
        &self,
        name: &str,
        content: &[u8],
        if_exists: &str,
    ) -> Result<String, FileProblem> {
        let (_, mut upload) = self.upload(name, content, if_exists)?;
        send_missing(&mut upload, content, usize::MAX)?;
        match upload.finish()? {
            Answer::Uploaded { path, size } => {
                assert_eq!(size, content.len() as u64);
                Ok(path)
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The hashes of all chunks, one after the other.
pub fn hashes_of(content: &[u8]) -> Vec<u8> {
    let chunks = content.chunks(CHUNK as usize);
    chunks.flat_map(|chunk| digest(&SHA256, chunk).as_ref().to_vec()).collect()
}

/// Sends what is missing, in blocks, and not more than so many bytes.
pub fn send_missing(
    upload: &mut Upload,
    content: &[u8],
    mut budget: usize,
) -> Result<(), FileProblem> {
    for range in upload.missing() {
        for block in content[range.from as usize..range.to as usize].chunks(100_000) {
            let block = &block[..block.len().min(budget)];
            budget -= block.len();
            upload.write_next(block)?;
        }
    }
    Ok(())
}

pub fn names_in(path: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let names = fs::read_dir(path).unwrap().map(name);
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
