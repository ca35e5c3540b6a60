//! Whether scripts may run on the server: two switches, and off wins.

use super::core_settings::CoreSettings;
use super::stored::read_settings;
use crate::app::App;
use crate::error::ApiError;

/// Whether both the operator and the settings in the UI let scripts run.
pub fn server_scripts_are_enabled(app: &App, settings: &CoreSettings) -> bool {
    settings.enable_server_scripts && !app.settings.server_scripts_disabled
}

/// Refuses unless scripts may run on the server.
pub async fn must_allow_server_scripts(app: &App) -> Result<(), ApiError> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    if !server_scripts_are_enabled(app, &settings) {
        let sentence = "scripts on the server are switched off";
        return Err(ApiError::FeatureDisabled(sentence.to_owned()));
    }
    app.host.must_isolate().map_err(ApiError::FeatureDisabled)
}
