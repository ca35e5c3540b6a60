//! Whether scripts may run on the server: two switches, and off wins.

use crate::app::App;
use crate::error::ApiError;
use crate::features::settings::{CoreSettings, read_settings};

/// Whether both the operator and the settings in the UI let scripts run.
pub fn are_enabled(app: &App, settings: &CoreSettings) -> bool {
    settings.enable_server_scripts && !app.settings.server_scripts_disabled
}

/// Refuses unless scripts may run on the server.
pub async fn must_be_enabled(app: &App) -> Result<(), ApiError> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    if are_enabled(app, &settings) {
        return Ok(());
    }
    Err(ApiError::FeatureDisabled("scripts on the server are switched off".to_owned()))
}
