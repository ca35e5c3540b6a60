//! The second factor of a login: a code of the authenticator app, or one of the
//! recovery codes.

use sea_orm::DbErr;

use crate::app::App;
use crate::audit::Change;
use crate::auth::{Purpose, Totp, TotpSecret};
use crate::error::ApiError;
use crate::features::accounts::queries::logins::{self, Account};
use crate::features::accounts::queries::recovery_codes;
use crate::time::Timestamp;

/// What the user typed as the second factor. Whether it was used before is
/// checked in the database.
pub enum SecondFactor {
    /// A code that the app shows now.
    Code {
        /// The time step it belongs to.
        step: i64,
    },
    /// A possible recovery code.
    Recovery {
        /// As it is stored.
        digest: Vec<u8>,
    },
}

/// Classifies the typed text for this account; `None` if it is neither.
pub fn read(app: &App, account: &Account, typed: &str) -> Result<Option<SecondFactor>, ApiError> {
    if let Some(step) = step_of(app, account, typed)? {
        return Ok(Some(SecondFactor::Code { step }));
    }
    // There are no recovery codes before the first code of the app.
    let digest = recovery_digest(app, account.id, typed).filter(|_| account.totp_enrolled);
    Ok(digest.map(|digest| SecondFactor::Recovery { digest }))
}

impl SecondFactor {
    /// Uses it up and records the login. Returns what the audit log says about it,
    /// or `None` if the code was used before: of two logins with the same code,
    /// one succeeds.
    pub async fn accept(
        &self,
        change: &Change,
        account: &Account,
        address: &str,
    ) -> Result<Option<String>, DbErr> {
        match self {
            Self::Code { step } => {
                let accepted = logins::accept_code(&**change, account, *step, address).await?;
                Ok(accepted.then(|| "logged in".to_owned()))
            }
            Self::Recovery { digest } => {
                if !recovery_codes::delete_code(&**change, account.id, digest).await? {
                    return Ok(None);
                }
                logins::record_login(&**change, account.id, address).await?;
                let left = recovery_codes::count_codes(&**change, account.id).await?;
                Ok(Some(format!("logged in with a recovery code ({left} left)")))
            }
        }
    }
}

/// The time step of a code that is right for the account now.
pub fn step_of(app: &App, account: &Account, code: &str) -> Result<Option<i64>, ApiError> {
    let Some(sealed) = &account.totp_secret else { return Ok(None) };
    let secret = app.vault.open_sealed(Purpose::TotpSecret, sealed);
    let secret = secret.map_err(|error| ApiError::Internal(error.into()))?;
    let totp = Totp::new(&TotpSecret::from_bytes(secret), &account.username)
        .map_err(ApiError::Internal)?;
    Ok(totp.step_of(code, Timestamp::now()))
}

/// Letters and digits of a recovery code.
const RECOVERY_LENGTH: usize = 10;

/// What is stored of a recovery code, however it was typed; `None` for text
/// that cannot be one.
pub fn recovery_digest(app: &App, user: i64, typed: &str) -> Option<Vec<u8>> {
    let ignored = |letter: char| letter == '-' || letter.is_whitespace();
    let letters = typed.chars().filter(|letter| !ignored(*letter));
    let code: String = letters.flat_map(char::to_lowercase).take(RECOVERY_LENGTH + 1).collect();
    if code.len() != RECOVERY_LENGTH || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let mut hasher = blake3::Hasher::new_keyed(app.vault.recovery_key());
    hasher.update(&user.to_le_bytes()).update(code.as_bytes());
    Some(hasher.finalize().as_bytes().to_vec())
}
