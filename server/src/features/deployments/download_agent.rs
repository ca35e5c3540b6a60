//! `GET /link/agent/<plat>/<arch>/`: the agent program itself, or a package with it.

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::response::{IntoResponse, Response};
use tokio_util::io::ReaderStream;
use utoipa::IntoParams;

use super::agent_file::FileKind;
use super::program::{AgentFiles, find_file};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Path, Query};

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// `program`, if not said, `static` for the program for Linux that needs no library
    /// of the system, or `msi` for the package for Windows.
    file: Option<String>,
}

impl Parse for DownloadQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        // Not checked here: anonymous callers get one answer, whatever is wrong.
        Self { file: fields.text("file").optional() }
    }
}

/// Where a file can be downloaded from the server with this address.
pub fn download_url(base_url: &str, files: &AgentFiles, kind: FileKind) -> String {
    format!("{base_url}{}", download_path(files.plat, &kind.build(files.goarch), kind))
}

/// Where the program of this build can be downloaded.
pub fn program_path(plat: &str, build: &str) -> String {
    download_path(plat, build, FileKind::of_build(build).0)
}

fn download_path(plat: &str, build: &str, kind: FileKind) -> String {
    let (_, goarch) = FileKind::of_build(build);
    let path = format!("/link/agent/{plat}/{goarch}/");
    match kind {
        FileKind::Program => path,
        other => format!("{path}?file={}", other.as_str()),
    }
}

/// Download the agent program.
///
/// For install scripts. The program is no secret; a token makes an agent of it. `ETag` is
/// its SHA-256.
#[utoipa::path(
    get,
    path = "/link/agent/{plat}/{arch}/",
    tag = "link",
    security(()),
    params(
        ("plat" = String, Path, description = "`windows`, `linux` or `darwin`"),
        ("arch" = String, Path, description = "`amd64`, `386`, `arm64` or `arm`"),
        DownloadQuery,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn download_agent(
    State(app): State<App>,
    Path((plat, arch)): Path<(String, String)>,
    Query(query): Query<DownloadQuery>,
) -> Result<Response, ApiError> {
    let nothing = || ApiError::NotFound("agent program");
    let kind = query.file.as_deref().unwrap_or(FileKind::Program.as_str());
    let kind = FileKind::parse(kind).ok_or_else(nothing)?;
    let program = find_file(&app.settings.data, &plat, &arch, kind).await?;
    let program = program.ok_or_else(nothing)?;
    let broken = |error: std::io::Error| ApiError::Internal(error.into());
    let file = tokio::fs::File::open(&program.path).await.map_err(broken)?;
    let length = file.metadata().await.map_err(broken)?.len();
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (ETAG, format!("\"{}\"", program.sha256)),
    ];
    let body = Body::from_stream(ReaderStream::with_capacity(file, 64 * 1024));
    let mut response = (headers, body).into_response();
    if kind == FileKind::Package {
        // Its line names the file as a browser saves it.
        let name = HeaderValue::from_static("attachment; filename=\"muster-agent.msi\"");
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    Ok(response)
}
