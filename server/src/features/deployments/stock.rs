//! What this server can hand out, and why it hands out nothing else.

use std::path::Path;

use super::agent_file::FileKind;
use super::program::{AgentFiles, Program, list_agent_files};
use crate::error::ApiError;

/// All files of this server.
pub struct Stock(Vec<AgentFiles>);

/// What an installer is made from.
pub struct Choice<'a> {
    /// The files for the kind of computer that was asked for.
    pub files: &'a AgentFiles,
    /// Which of them it installs, where its script does not choose.
    pub kind: FileKind,
    pub file: &'a Program,
    /// All programs for its platform, each with the name of its build: `amd64`,
    /// `amd64-static`.
    pub builds: Vec<(String, &'a Program)>,
    /// Whether only the static program will do.
    pub is_static: bool,
}

impl Stock {
    pub async fn read(data: &Path) -> Result<Self, ApiError> {
        list_agent_files(data).await.map(Self)
    }

    /// The files for each kind of computer, by platform and architecture.
    pub fn into_kinds(self) -> Vec<AgentFiles> {
        self.0
    }

    /// What an installer for a kind of computer is made from, or a refusal that says
    /// what there is instead.
    pub fn choose(
        &self,
        plat: &str,
        goarch: &str,
        is_static: bool,
    ) -> Result<Choice<'_>, ApiError> {
        let missing = || ApiError::Conflict(self.missing_sentence(plat, goarch));
        let files = self.0.iter().find(|files| files.plat == plat && files.goarch == goarch);
        let files = files.ok_or_else(missing)?;
        let (kind, file) = preferred(files).ok_or_else(missing)?;
        if is_static && files.get(FileKind::Static).is_none() {
            return Err(ApiError::Conflict(missing_static_sentence(plat, goarch)));
        }
        Ok(Choice { files, kind, file, builds: self.builds(plat), is_static })
    }

    fn builds(&self, plat: &str) -> Vec<(String, &Program)> {
        let of_platform = self.0.iter().filter(|files| files.plat == plat);
        let mut builds = Vec::new();
        for files in of_platform {
            for kind in [FileKind::Program, FileKind::Static] {
                builds.extend(files.get(kind).map(|file| (kind.build(files.goarch), file)));
            }
        }
        builds
    }

    fn missing_sentence(&self, plat: &str, goarch: &str) -> String {
        let there: Vec<String> = self
            .0
            .iter()
            .filter(|files| preferred(files).is_some())
            .map(|files| format!("{} on {}", files.plat, files.goarch))
            .collect();
        let there = if there.is_empty() { "none at all".to_owned() } else { there.join(", ") };
        let path = FileKind::Program.path(plat, goarch).unwrap_or_default();
        format!(
            "this server has no agent program for {plat} on {goarch}, it has {there}: to add one, \
             put it into its data folder, as {path}"
        )
    }
}

/// What is installed where nobody asked for anything else: the package rather than the
/// bare program, the program rather than the static one.
pub fn preferred(files: &AgentFiles) -> Option<(FileKind, &Program)> {
    let order = [FileKind::Package, FileKind::Program, FileKind::Static];
    order.into_iter().find_map(|kind| files.get(kind).map(|file| (kind, file)))
}

fn missing_static_sentence(plat: &str, goarch: &str) -> String {
    let path = FileKind::Static.path(plat, goarch).unwrap_or_default();
    format!(
        "this server has no static agent program for {plat} on {goarch}: put one into its data \
         folder, as {path}, or ask for an installer without static"
    )
}
