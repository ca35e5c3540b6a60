//! What is in the files that this server hands out, read once for each of their
//! versions: a link may be fetched often.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use muster_protocol::{RELEASE_RECORD_BYTES, find_release};
use ring::digest::{Context, SHA256, digest};

use crate::hex::hex_digits;

#[derive(Clone)]
pub struct Content {
    pub size: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// The release that is written in it, if any.
    pub release: Option<String>,
}

/// Changes whenever a file is written or replaced, even by one of the same size and
/// with the same time: reproducible builds have both.
type Version = (u64, u64, (i64, i64), (i64, i64));

fn version(about: &Metadata) -> Version {
    let written = (about.mtime(), about.mtime_nsec());
    (about.ino(), about.size(), written, (about.ctime(), about.ctime_nsec()))
}

/// The content of a file. Blocks, for long only when the file has changed.
pub fn cached_content(path: &Path) -> anyhow::Result<Content> {
    static CACHE: LazyLock<Mutex<HashMap<PathBuf, (Version, Content)>>> =
        LazyLock::new(Mutex::default);
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let present = version(&std::fs::metadata(path)?);
    if let Some((known, content)) = cache().get(path)
        && *known == present
    {
        return Ok(content.clone());
    }
    let content = read_content(path)?;
    cache().insert(path.to_owned(), (present, content.clone()));
    Ok(content)
}

/// The bytes of a file, and their SHA-256 in hexadecimal. Blocks.
pub fn read_whole(path: &Path) -> std::io::Result<(Vec<u8>, String)> {
    let bytes = std::fs::read(path)?;
    let sha256 = hex_digits(digest(&SHA256, &bytes).as_ref());
    Ok((bytes, sha256))
}

fn read_content(path: &Path) -> anyhow::Result<Content> {
    let mut file = File::open(path)?;
    let (mut digest, mut release, mut size) = (Context::new(&SHA256), None, 0);
    // The end of a chunk is kept as the beginning of the next: the release may
    // span both.
    let (mut buffer, mut carried) = (vec![0; RELEASE_RECORD_BYTES + (1 << 20)], 0);
    loop {
        let length = file.read(&mut buffer[carried..])?;
        if length == 0 {
            break;
        }
        let end = carried + length;
        size += u64::try_from(length)?;
        digest.update(&buffer[carried..end]);
        release = release.or_else(|| find_release(&buffer[..end]));
        carried = end.min(RELEASE_RECORD_BYTES);
        buffer.copy_within(end - carried..end, 0);
    }
    Ok(Content { size, sha256: hex_digits(digest.finish().as_ref()), release })
}
