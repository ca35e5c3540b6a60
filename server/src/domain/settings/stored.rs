//! Reads the settings from the database, for every feature.

use sea_orm::{ConnectionTrait, DbErr};

use super::CoreSettings;
use super::queries::{self, SettingsRow};
use crate::auth::{Vault, VaultError};
use crate::error::ApiError;

/// Why the settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadSettingsError {
    /// The database failed.
    #[error("the settings could not be read")]
    Database(#[from] DbErr),
    /// Their secrets were sealed with another key.
    #[error("the secrets of the settings could not be opened")]
    Secrets(#[from] VaultError),
    /// A value has another type than before. It is not replaced by the default:
    /// that could disable a protection.
    #[error("the stored settings are not what this version writes")]
    Content(#[from] serde_json::Error),
}

impl From<ReadSettingsError> for ApiError {
    fn from(error: ReadSettingsError) -> Self {
        match error {
            ReadSettingsError::Database(error) => error.into(),
            other => Self::Internal(other.into()),
        }
    }
}

/// The settings as they are now, secrets opened.
pub async fn read_settings(
    db: &impl ConnectionTrait,
    vault: &Vault,
) -> Result<CoreSettings, ReadSettingsError> {
    open(&queries::find_settings(db).await?, vault)
}

/// The settings as they are now without the secrets, which stay sealed.
pub async fn read_plain(db: &impl ConnectionTrait) -> Result<CoreSettings, ReadSettingsError> {
    plain(&queries::find_settings(db).await?)
}

/// The settings of a row.
pub fn open(row: &SettingsRow, vault: &Vault) -> Result<CoreSettings, ReadSettingsError> {
    let mut settings = plain(row)?;
    if let Some(sealed) = &row.secrets {
        settings.open_secrets(vault, sealed)?;
    }
    Ok(settings)
}

fn plain(row: &SettingsRow) -> Result<CoreSettings, ReadSettingsError> {
    let own = serde_json::from_str(&row.plain)?;
    let mut settings = CoreSettings::default().with_plain(own)?;
    settings.server_policy = row.server_policy;
    settings.workstation_policy = row.workstation_policy;
    settings.alert_template = row.alert_template;
    // Older releases let both be switched on, though nothing came of it.
    (settings.sso_enabled, settings.block_local_user_logon) = (false, false);
    Ok(settings)
}
