//! The agent programs and packages that this server can hand out.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::agent_file::{ARCHITECTURES, FileKind, locate};
use super::file_content::{cached_content, read_whole};
use crate::domain::fleet::PLATFORMS;
use crate::error::ApiError;

/// An agent program on this server's disk, or a package with one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
    /// Bytes of the file.
    pub size: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// The release that is written in it, if any. A package is compressed: none.
    pub release: Option<String>,
}

/// All files for one kind of computer.
#[derive(Clone, Debug)]
pub struct AgentFiles {
    /// `windows`, `linux` or `darwin`.
    pub plat: &'static str,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: &'static str,
    found: Vec<(FileKind, Program)>,
}

impl AgentFiles {
    /// The file of this kind, if this server has it.
    pub fn get(&self, kind: FileKind) -> Option<&Program> {
        self.found.iter().find(|(found, _)| *found == kind).map(|(_, file)| file)
    }

    /// All that this server has.
    pub fn iter(&self) -> impl Iterator<Item = (FileKind, &Program)> {
        self.found.iter().map(|(kind, file)| (*kind, file))
    }
}

/// The program of this build for a platform, or `None` if there is none here.
pub async fn find_program(
    data: &Path,
    plat: &str,
    build: &str,
) -> Result<Option<Program>, ApiError> {
    let (kind, goarch) = FileKind::of_build(build);
    find_file(data, plat, goarch, kind).await
}

/// The file of this kind for a platform, or `None` if there is none here.
pub async fn find_file(
    data: &Path,
    plat: &str,
    goarch: &str,
    kind: FileKind,
) -> Result<Option<Program>, ApiError> {
    // Both become part of a path, so they must be known names.
    let known = |names: &'static [&'static str], name: &str| {
        names.iter().copied().find(|known| *known == name)
    };
    let (Some(plat), Some(goarch)) = (known(PLATFORMS, plat), known(ARCHITECTURES, goarch)) else {
        return Ok(None);
    };
    let data = data.to_owned();
    blocking(move || read_file(&data, plat, goarch, kind)).await
}

/// What there is for every kind of computer, by platform and architecture.
pub async fn list_agent_files(data: &Path) -> Result<Vec<AgentFiles>, ApiError> {
    let data = data.to_owned();
    blocking(move || {
        let mut all = Vec::with_capacity(PLATFORMS.len() * ARCHITECTURES.len());
        for plat in PLATFORMS {
            for goarch in ARCHITECTURES {
                let mut found = Vec::new();
                for kind in FileKind::ALL {
                    let file = read_file(&data, plat, goarch, kind)?;
                    found.extend(file.map(|file| (kind, file)));
                }
                all.push(AgentFiles { plat, goarch, found });
            }
        }
        Ok(all)
    })
    .await
}

/// The bytes of a file as they are now, and their SHA-256.
pub async fn read_bytes(file: &Program) -> Result<(Vec<u8>, String), ApiError> {
    let path = file.path.clone();
    blocking(move || read_whole(&path).with_context(|| unreadable(&path))).await
}

fn read_file(
    data: &Path,
    plat: &str,
    goarch: &str,
    kind: FileKind,
) -> anyhow::Result<Option<Program>> {
    let Some(path) = locate(data, plat, goarch, kind) else { return Ok(None) };
    let content = cached_content(&path).with_context(|| unreadable(&path))?;
    let (size, sha256, release) = (content.size, content.sha256, content.release);
    Ok(Some(Program { path, size, sha256, release }))
}

fn unreadable(path: &Path) -> String {
    format!("cannot read {}", path.display())
}

/// Files are read on threads of their own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> anyhow::Result<T> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(anyhow::Error::from).and_then(|result| result).map_err(ApiError::Internal)
}
