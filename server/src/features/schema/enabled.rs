//! `Enabled`: an extractor for paths that a setting switches on.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::error::ApiError;

/// The schema browser is on. While it is off its paths do not exist, so this is
/// checked before the caller: no key is requested there.
pub struct Enabled;

#[cfg(test)]
impl crate::input::Argument for Enabled {}

impl FromRequestParts<App> for Enabled {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, app: &App) -> Result<Self, ApiError> {
        if app.settings.swagger_enabled { Ok(Self) } else { Err(ApiError::NotFound("path")) }
    }
}
