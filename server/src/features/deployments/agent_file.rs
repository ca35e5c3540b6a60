//! The files that make a computer an agent, and where this server looks for them.
//!
//! They are in `agents/<plat>-<arch>/`, in the data folder or beside the server's
//! program, as `make dist` leaves them: `muster-agent`, for Windows also the package
//! `muster-agent.msi`. The static program for Linux is in `agents/linux-<arch>-static/`.
//! The program for the server's own platform may also be right beside the server's.

use std::path::{Path, PathBuf};

use muster_protocol::STATIC_BUILD;

pub const ARCHITECTURES: &[&str] = &["amd64", "386", "arm64", "arm"];

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The agent program; that for Linux needs glibc.
    Program,
    /// The agent program for Linux that needs no library of the system.
    Static,
    /// The package for Windows.
    Package,
}

impl FileKind {
    pub const ALL: [Self; 3] = [Self::Program, Self::Static, Self::Package];

    /// Its name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Static => "static",
            Self::Package => "msi",
        }
    }

    /// The kind with this name in the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }

    /// What a program of this kind is built for: `amd64`, `amd64-static`.
    pub fn build(self, goarch: &str) -> String {
        match self {
            Self::Static => format!("{goarch}{STATIC_BUILD}"),
            Self::Program | Self::Package => goarch.to_owned(),
        }
    }

    /// The kind of the program with this build, and its architecture.
    pub fn of_build(build: &str) -> (Self, &str) {
        match build.strip_suffix(STATIC_BUILD) {
            Some(goarch) => (Self::Static, goarch),
            None => (Self::Program, build),
        }
    }

    /// The name of such a file.
    pub fn file_name(self, plat: &str) -> &'static str {
        match self {
            Self::Package => "muster-agent.msi",
            _ if plat == "windows" => "muster-agent.exe",
            _ => "muster-agent",
        }
    }

    /// Where such a file belongs in the data folder; `None` where a platform has no
    /// such files.
    pub fn path(self, plat: &str, goarch: &str) -> Option<String> {
        let folder = self.folder(plat, goarch)?;
        Some(format!("{folder}/{}", self.file_name(plat)))
    }

    fn folder(self, plat: &str, goarch: &str) -> Option<String> {
        match self {
            Self::Program => Some(format!("agents/{plat}-{goarch}")),
            Self::Static => (plat == "linux").then(|| format!("agents/linux-{goarch}-static")),
            Self::Package => (plat == "windows").then(|| format!("agents/windows-{goarch}")),
        }
    }
}

/// The file of this kind on the disk. Blocks.
pub fn locate(data: &Path, plat: &str, goarch: &str, kind: FileKind) -> Option<PathBuf> {
    let folder = kind.folder(plat, goarch)?;
    let server = std::env::current_exe().ok();
    let beside_server = server.as_deref().and_then(Path::parent);
    let mut folders =
        [Some(data), beside_server].into_iter().flatten().map(|start| start.join(&folder));
    // Only the first that exists: a program and a package of two folders may differ.
    let in_folder = folders.find(|folder| folder.is_dir());
    let is_own = kind == FileKind::Program && own_platform() == (plat, goarch);
    let files = [in_folder, beside_server.filter(|_| is_own).map(Path::to_owned)];
    let mut paths = files.into_iter().flatten().map(|folder| folder.join(kind.file_name(plat)));
    paths.find(|path| path.is_file())
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
