//! `GET /agents/installer/`: what this server can hand out, by kind of computer.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::agent_file::{ARCHITECTURES, FileKind};
use super::base_url::BaseUrl;
use super::download_agent::download_url;
use super::program::AgentFiles;
use super::stock::{Stock, preferred};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::PLATFORMS;
use crate::error::{ApiError, ErrorBody};

const METHODS: [(&str, &[&str]); 3] = [
    ("windows", &["powershell", "exe", "manual"]),
    ("linux", &["bash", "manual"]),
    ("darwin", &["mac", "manual"]),
];

/// A kind of computer, and whether this server can make it an agent.
#[derive(Serialize, ToSchema)]
pub struct InstallerKind {
    /// `windows`, `linux` or `darwin`.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    #[schema(extensions(("x-enum-values" = json!(ARCHITECTURES))))]
    goarch: String,
    /// Whether the server has an agent for it.
    available: bool,
    /// The release of its program, if it says.
    release: Option<String>,
    /// Where in the server's data folder the program belongs.
    path: String,
    /// The methods of `POST` that work for it; none if it is not available.
    #[schema(extensions(("x-enum-values" = json!(["powershell", "exe", "manual", "bash", "mac"]))))]
    methods: Vec<&'static str>,
    /// The files that the server has for it.
    files: Vec<InstallerFile>,
}

/// A file that makes a computer an agent.
#[derive(Serialize, ToSchema)]
pub struct InstallerFile {
    /// `program`, `static` for the program that needs no library of the system, or `msi`
    /// for the package of Windows.
    #[schema(extensions(("x-enum-values" = json!(["program", "static", "msi"]))))]
    kind: &'static str,
    /// Its name.
    name: &'static str,
    /// Its size in bytes.
    size: u64,
    /// Its SHA-256 in hexadecimal.
    sha256: String,
    /// Where it can be downloaded, without a credential.
    url: String,
}

/// List the kinds of computers, and which of them this server has an agent for.
///
/// By platform and architecture, with the files that it hands out. `POST` answers 409 for
/// kinds that are not available.
#[utoipa::path(
    get,
    path = "/agents/installer/",
    tag = "agents",
    responses((status = 200, body = Vec<InstallerKind>), (status = "default", body = ErrorBody)),
)]
pub async fn list_installers(
    State(app): State<App>,
    _caller: Caller<may::BeLoggedIn>,
    base_url: BaseUrl,
) -> Result<Json<Vec<InstallerKind>>, ApiError> {
    let kinds = Stock::read(&app.settings.data).await?.into_kinds();
    Ok(Json(kinds.iter().map(|files| shown(files, &base_url.0)).collect()))
}

fn shown(files: &AgentFiles, base_url: &str) -> InstallerKind {
    let (plat, goarch) = (files.plat, files.goarch);
    let available = preferred(files).is_some();
    let methods = METHODS.iter().find(|(known, _)| *known == plat && available);
    let file = |(kind, file): (FileKind, &super::program::Program)| InstallerFile {
        kind: kind.as_str(),
        name: kind.file_name(plat),
        size: file.size,
        sha256: file.sha256.clone(),
        url: download_url(base_url, files, kind),
    };
    InstallerKind {
        plat: plat.to_owned(),
        goarch: goarch.to_owned(),
        available,
        release: files.get(FileKind::Program).and_then(|program| program.release.clone()),
        path: FileKind::Program.path(plat, goarch).unwrap_or_default(),
        methods: methods.map(|(_, methods)| methods.to_vec()).unwrap_or_default(),
        files: files.iter().map(file).collect(),
    }
}
