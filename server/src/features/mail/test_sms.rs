//! `POST /core/smstest/`: will try out the settings for text messages.

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};

/// Send a test text message.
///
/// This version cannot send text messages: always 403 `feature_disabled`.
#[utoipa::path(
    post,
    path = "/core/smstest/",
    tag = "core",
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn test_sms(
    State(_app): State<App>,
    _caller: Caller<may::EditCoreSettings>,
) -> Result<Json<String>, ApiError> {
    Err(ApiError::FeatureDisabled("this version cannot send text messages".to_owned()))
}
