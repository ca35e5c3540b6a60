//! `GET /core/health/`: the health report, for people who are signed in.

use axum::Json;
use axum::extract::State;

use super::gather::gather;
use super::report::HealthReport;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};

/// Read the health report with a session or an API key.
///
/// The same report as `GET /core/v2/status/`, which takes the monitoring token
/// and is there only with the setting `MON_TOKEN`. This one is always there.
#[utoipa::path(
    get,
    path = "/core/health/",
    tag = "core",
    responses((status = 200, body = HealthReport), (status = "default", body = ErrorBody)),
)]
pub async fn read_own_health(
    State(app): State<App>,
    _caller: Caller<may::DoServerMaint>,
) -> Result<Json<HealthReport>, ApiError> {
    Ok(Json(gather(&app).await.into()))
}
