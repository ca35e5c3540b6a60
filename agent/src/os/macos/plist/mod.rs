//! Property lists, in which macOS keeps settings and records: read from files, in both of
//! their formats.

mod binary;
mod xml;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Files that are longer are not read.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What the file says; none when it is no property list. Times are texts; bytes are null.
pub fn read(path: &Path) -> Option<Value> {
    let mut content = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES + 1).read_to_end(&mut content).ok()?;
    if content.len() as u64 > MAX_BYTES {
        return None;
    }
    parse(&content)
}

/// All property lists in a folder, with their paths, in the order of their names.
pub fn read_folder(folder: &Path) -> Vec<(PathBuf, Value)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "plist"));
    paths.sort();
    paths.into_iter().filter_map(|path| read(&path).map(|value| (path, value))).collect()
}

/// What the text of a property list says; none when it is none.
pub fn parse(content: &[u8]) -> Option<Value> {
    match content.starts_with(binary::MAGIC) {
        true => binary::parse(content),
        false => xml::parse(&String::from_utf8_lossy(content)),
    }
}

#[cfg(test)]
#[path = "plist_tests.rs"]
mod tests;
