//! The token of the setting `MON_TOKEN`, which monitoring calls with.

use super::caller::ClientAddress;
use super::login_limits::Guess;
use crate::app::App;
use crate::error::ApiError;

/// Refuses what is not the monitoring token. Wrong ones are limited like failed
/// logins; beyond the limit the right one is refused as well, or it could be found
/// nevertheless.
pub async fn must_be_monitoring_token(
    app: &App,
    ClientAddress(address): ClientAddress,
    sent: &str,
) -> Result<(), ApiError> {
    let token = app.settings.monitoring_token.as_ref().ok_or(ApiError::InvalidCredentials)?;
    app.login_limits.must_be_within(Guess::MonitoringToken, address)?;
    if token.equals(sent) {
        return Ok(());
    }
    let counted = app.login_limits.count(&app.db, Guess::MonitoringToken, address).await?;
    counted.commit().await?;
    Err(ApiError::InvalidCredentials)
}
