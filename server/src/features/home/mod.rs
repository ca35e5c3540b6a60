//! `GET /`: a sign of life for programs, the UI for browsers.

use axum::Json;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A sign of life.
#[derive(Serialize, ToSchema)]
pub struct Alive {
    /// Always `ok`.
    #[schema(example = "ok")]
    pub status: &'static str,
}

/// Tell that the service is there.
///
/// A browser, which asks for HTML, is sent to the web UI.
#[utoipa::path(
    get,
    path = "/",
    tag = "core",
    security(()),
    responses((status = 200, body = Alive), (status = "default", body = crate::error::ErrorBody)),
)]
pub async fn read_home(headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if accepts.is_some_and(|accepts| accepts.contains("text/html")) {
        return Redirect::to("/ui/").into_response();
    }
    Json(Alive { status: "ok" }).into_response()
}
