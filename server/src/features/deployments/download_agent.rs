//! `GET /link/agent/<plat>/<arch>/`: the agent program itself.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG};
use axum::response::{IntoResponse, Response};
use tokio_util::io::ReaderStream;

use super::program::find_program;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Download the agent program.
///
/// For install scripts. The program is no secret; a token makes an agent of it.
#[utoipa::path(
    get,
    path = "/link/agent/{plat}/{arch}/",
    tag = "link",
    security(()),
    params(
        ("plat" = String, Path, description = "`windows`, `linux` or `darwin`"),
        ("arch" = String, Path, description = "`amd64`, `386`, `arm64` or `arm`"),
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "application/octet-stream"),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn download_agent(
    State(app): State<App>,
    Path((plat, arch)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let program = find_program(&app.settings.data, &plat, &arch).await?;
    let program = program.ok_or(ApiError::NotFound("agent program"))?;
    let broken = |error: std::io::Error| ApiError::Internal(error.into());
    let file = tokio::fs::File::open(&program.path).await.map_err(broken)?;
    let length = file.metadata().await.map_err(broken)?.len();
    let headers = [
        (CONTENT_TYPE, "application/octet-stream".to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (ETAG, format!("\"{}\"", program.sha256)),
    ];
    Ok((headers, Body::from_stream(ReaderStream::with_capacity(file, 64 * 1024))).into_response())
}
