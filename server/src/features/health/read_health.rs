//! `GET /core/v2/status/`: the health report, for monitoring.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};

use super::gather::gather;
use super::report::HealthReport;
use crate::app::App;
use crate::auth::{ClientAddress, must_be_monitoring_token};
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
    Extension(address): Extension<ClientAddress>,
    headers: HeaderMap,
) -> Result<Json<HealthReport>, ApiError> {
    let token = headers.get("x-mon-token").map(|value| value.to_str().unwrap_or_default());
    check_token(&app, address, token).await?;
    Ok(Json(gather(&app).await.into()))
}

/// Whether the caller holds the monitoring token; without the setting the path
/// does not exist.
pub(super) async fn check_token(
    app: &App,
    address: ClientAddress,
    sent: Option<&str>,
) -> Result<(), ApiError> {
    if app.settings.monitoring_token.is_none() {
        return Err(ApiError::NotFound("path"));
    }
    let sent = sent.ok_or(ApiError::NotAuthenticated)?;
    must_be_monitoring_token(app, address, sent).await
}
