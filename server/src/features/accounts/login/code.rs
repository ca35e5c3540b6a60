//! Two-factor codes of an account.

use crate::app::App;
use crate::auth::{Totp, TotpSecret};
use crate::error::ApiError;
use crate::features::accounts::queries::logins::Account;
use crate::time::Timestamp;

/// The time step of a code that is right for the account now; whether it was
/// used already, the database decides.
pub fn step_of(app: &App, account: &Account, code: &str) -> Result<Option<i64>, ApiError> {
    let Some(sealed) = &account.totp_secret else { return Ok(None) };
    let secret = app.vault.open_sealed(sealed).map_err(|error| ApiError::Internal(error.into()))?;
    let totp = Totp::new(&TotpSecret::from_bytes(secret), &account.username)
        .map_err(ApiError::Internal)?;
    Ok(totp.step_of(code, Timestamp::now()))
}
