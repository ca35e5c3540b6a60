//! `GET /core/v2/status/`: the health report, for monitoring.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::gather::gather;
use super::report::HealthReport;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};

/// Read the health report.
///
/// Takes the token of the setting `MON_TOKEN`, not an API key. Without the
/// setting the path does not exist.
#[utoipa::path(
    get,
    path = "/core/v2/status/",
    tag = "core",
    security(("monitoring_token" = [])),
    responses((status = 200, body = HealthReport), (status = "default", body = ErrorBody)),
)]
pub async fn read_health(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Json<HealthReport>, ApiError> {
    let token = headers.get("x-mon-token").map(|value| value.to_str().unwrap_or_default());
    check_token(&app, token)?;
    Ok(Json(gather(&app).await.into()))
}

/// Whether the caller holds the monitoring token.
pub(super) fn check_token(app: &App, sent: Option<&str>) -> Result<(), ApiError> {
    let Some(token) = &app.settings.monitoring_token else {
        return Err(ApiError::NotFound("path"));
    };
    match sent {
        None => Err(ApiError::NotAuthenticated),
        Some(sent) if token.equals(sent) => Ok(()),
        Some(_) => Err(ApiError::InvalidCredentials),
    }
}
