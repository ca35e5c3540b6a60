//! `POST /core/status/`: the health report for monitoring from before 1.0.

use axum::extract::State;
use axum::{Extension, Json};
use utoipa::ToSchema;

use super::gather::gather;
use super::read_health::check_token;
use super::report::HealthReport;
use crate::app::App;
use crate::auth::ClientAddress;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, SmallBody};

/// The token, in the body as it used to be.
#[derive(Debug, ToSchema)]
pub struct OldHealth {
    /// The token of the setting `MON_TOKEN`.
    #[schema(value_type = String)]
    auth: Option<String>,
}

impl Parse for OldHealth {
    fn parse(fields: &Fields<'_>) -> Self {
        // A token of another type is a wrong token: 401, not 400.
        let auth = fields.json("auth").nullable().flatten();
        Self { auth: auth.map(|value| value.as_str().unwrap_or_default().to_owned()) }
    }
}

/// Read the health report, in the old form.
///
/// The same report as `GET /core/v2/status/`, which is the one to use.
#[utoipa::path(
    post,
    path = "/core/status/",
    tag = "core",
    security(()),
    request_body = OldHealth,
    responses((status = 200, body = HealthReport), (status = "default", body = ErrorBody)),
)]
pub async fn read_old_health(
    State(app): State<App>,
    Extension(address): Extension<ClientAddress>,
    SmallBody(request): SmallBody<OldHealth>,
) -> Result<Json<HealthReport>, ApiError> {
    check_token(&app, address, request.auth.as_deref()).await?;
    Ok(Json(gather(&app).await.into()))
}
