//! The agent programs that this server can hand out.
//!
//! They stand in the data folder, `agents/<plat>-<arch>/muster-agent`; the one
//! for the server's own kind of machine may also stand beside the server's
//! program, where a build or a package puts it.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::SystemTime;

use anyhow::Context;
use ring::digest::{Context as Digest, SHA256};

use crate::error::ApiError;

/// The platforms there are.
pub const PLATFORMS: &[&str] = &["windows", "linux", "darwin"];

/// The architectures there are.
pub const ARCHITECTURES: &[&str] = &["amd64", "386", "arm64", "arm"];

/// An agent program on this server's disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its file.
    pub path: PathBuf,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// The program for a kind of computer, or nothing when there is none here.
pub async fn find_program(
    data: &Path,
    plat: &str,
    goarch: &str,
) -> Result<Option<Program>, ApiError> {
    let Some(path) = find_file(data, plat, goarch) else { return Ok(None) };
    let work = tokio::task::spawn_blocking(move || -> anyhow::Result<Program> {
        let sha256 = hash_of(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Program { path, sha256 })
    });
    let program = work.await.map_err(anyhow::Error::from).and_then(|found| found);
    program.map(Some).map_err(ApiError::Internal)
}

/// Why there is no installer for a kind of computer.
pub fn no_program(plat: &str, goarch: &str) -> ApiError {
    ApiError::Conflict(format!(
        "this server has no agent program for {plat} on {goarch}: it would stand in its data \
         folder, at agents/{plat}-{goarch}/{}",
        file_name(plat)
    ))
}

fn find_file(data: &Path, plat: &str, goarch: &str) -> Option<PathBuf> {
    // Both become part of a path, so they must be words we know.
    if !PLATFORMS.contains(&plat) || !ARCHITECTURES.contains(&goarch) {
        return None;
    }
    let name = file_name(plat);
    let own = data.join("agents").join(format!("{plat}-{goarch}")).join(name);
    let beside = || {
        let program = std::env::current_exe().ok()?;
        (own_kind() == (plat, goarch)).then(|| program.with_file_name(name))
    };
    Some(own).filter(|path| path.is_file()).or_else(|| beside().filter(|path| path.is_file()))
}

fn file_name(plat: &str) -> &'static str {
    if plat == "windows" { "muster-agent.exe" } else { "muster-agent" }
}

/// What this server itself runs on.
fn own_kind() -> (&'static str, &'static str) {
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

/// What a file was like when it was last read, and its hash.
type Seen = (SystemTime, u64, String);

/// Reads a file once for each of its versions: a link may be fetched often.
fn hash_of(path: &Path) -> anyhow::Result<String> {
    static SEEN: LazyLock<Mutex<HashMap<PathBuf, Seen>>> = LazyLock::new(Mutex::default);
    let about = std::fs::metadata(path)?;
    let (changed, size) = (about.modified()?, about.len());
    let seen = || SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((time, length, hash)) = seen().get(path)
        && (*time, *length) == (changed, size)
    {
        return Ok(hash.clone());
    }
    let hash = read_hash(path)?;
    seen().insert(path.to_owned(), (changed, size, hash.clone()));
    Ok(hash)
}

fn read_hash(path: &Path) -> anyhow::Result<String> {
    let mut file = File::open(path)?;
    let (mut digest, mut piece) = (Digest::new(&SHA256), vec![0; 1 << 20]);
    loop {
        let length = file.read(&mut piece)?;
        if length == 0 {
            break;
        }
        digest.update(&piece[..length]);
    }
    Ok(digest.finish().as_ref().iter().map(|byte| format!("{byte:02x}")).collect())
}
