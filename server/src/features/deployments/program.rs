//! The agent programs that this server can hand out.
//!
//! They are in the data folder, `agents/<plat>-<arch>/muster-agent`; the one for
//! the server's own platform may also be next to the server's program, where a
//! build or a package puts it.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::Context;
use muster_protocol::{RELEASE_RECORD_BYTES, find_release};
use ring::digest::{Context as Digest, SHA256};

use crate::domain::fleet::PLATFORMS;
use crate::error::ApiError;

pub const ARCHITECTURES: &[&str] = &["amd64", "386", "arm64", "arm"];

/// An agent program on this server's disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The release that is written in it, if any.
    pub release: Option<String>,
}

/// The program for a platform, or `None` if there is none here.
pub async fn find_program(
    data: &Path,
    plat: &str,
    goarch: &str,
) -> Result<Option<Program>, ApiError> {
    let Some(path) = find_file(data, plat, goarch) else { return Ok(None) };
    let work = tokio::task::spawn_blocking(move || -> anyhow::Result<Program> {
        let read =
            cached_content(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Program { path, sha256: read.sha256, release: read.release })
    });
    let program = work.await.map_err(anyhow::Error::from).and_then(|found| found);
    program.map(Some).map_err(ApiError::Internal)
}

/// Why there is no installer for a platform.
pub fn no_program(plat: &str, goarch: &str) -> ApiError {
    ApiError::Conflict(format!(
        "this server has no agent program for {plat} on {goarch}: put one into its data folder, \
         as {}",
        program_path(plat, goarch)
    ))
}

/// Where the program for a platform belongs in the data folder.
pub fn program_path(plat: &str, goarch: &str) -> String {
    format!("agents/{plat}-{goarch}/{}", file_name(plat))
}

fn find_file(data: &Path, plat: &str, goarch: &str) -> Option<PathBuf> {
    // Both become part of a path, so they must be known names.
    if !PLATFORMS.contains(&plat) || !ARCHITECTURES.contains(&goarch) {
        return None;
    }
    let name = file_name(plat);
    let in_data = data.join("agents").join(format!("{plat}-{goarch}")).join(name);
    let next_to_server = || {
        let program = std::env::current_exe().ok()?;
        (own_platform() == (plat, goarch)).then(|| program.with_file_name(name))
    };
    Some(in_data)
        .filter(|path| path.is_file())
        .or_else(|| next_to_server().filter(|path| path.is_file()))
}

fn file_name(plat: &str) -> &'static str {
    if plat == "windows" { "muster-agent.exe" } else { "muster-agent" }
}

/// The platform of this server itself.
fn own_platform() -> (&'static str, &'static str) {
    let plat = match std::env::consts::OS {
        "macos" => "darwin",
        other => other,
    };
    let goarch = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "x86" => "386",
        "aarch64" => "arm64",
        other => other,
    };
    (plat, goarch)
}

#[derive(Clone)]
struct Content {
    sha256: String,
    release: Option<String>,
}

/// Time and size of a file when it was last read, and its content.
type CachedContent = (SystemTime, u64, Content);

/// Reads a file once for each of its versions: a link may be fetched often.
fn cached_content(path: &Path) -> anyhow::Result<Content> {
    static CACHE: LazyLock<Mutex<HashMap<PathBuf, CachedContent>>> = LazyLock::new(Mutex::default);
    let about = std::fs::metadata(path)?;
    let (changed, size) = (about.modified()?, about.len());
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((time, length, content)) = cache().get(path)
        && (*time, *length) == (changed, size)
    {
        return Ok(content.clone());
    }
    let content = read_content(path)?;
    cache().insert(path.to_owned(), (changed, size, content.clone()));
    Ok(content)
}

fn read_content(path: &Path) -> anyhow::Result<Content> {
    let mut file = File::open(path)?;
    let (mut digest, mut release) = (Digest::new(&SHA256), None);
    // The end of a chunk is kept as the beginning of the next: the release may
    // span both.
    let (mut buffer, mut carried) = (vec![0; RELEASE_RECORD_BYTES + (1 << 20)], 0);
    loop {
        let length = file.read(&mut buffer[carried..])?;
        if length == 0 {
            break;
        }
        let end = carried + length;
        digest.update(&buffer[carried..end]);
        release = release.or_else(|| find_release(&buffer[..end]));
        carried = end.min(RELEASE_RECORD_BYTES);
        buffer.copy_within(end - carried..end, 0);
    }
    let sha256 = digest.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Content { sha256, release })
}
