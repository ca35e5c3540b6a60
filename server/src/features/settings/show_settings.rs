//! `GET /core/settings/`: all settings.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::twins::SettingsTwins;
use crate::app::App;
use crate::audit::Stamps;
use crate::auth::{Caller, Vault, may};
use crate::domain::settings;
use crate::domain::settings::CoreSettings;
use crate::domain::settings::queries::{self, SettingsRow};
use crate::error::{ApiError, ErrorBody};
use crate::time::all_time_zones;

/// Key of the only row.
pub(super) const KEY: i64 = 1;

/// The settings, and what a form needs to change them.
#[derive(Serialize, ToSchema)]
pub struct SettingsAnswer {
    /// Key of the only settings.
    id: i64,
    /// The settings.
    #[serde(flatten)]
    settings: CoreSettings,
    /// Every time zone there is, by name.
    #[schema(value_type = Vec<String>)]
    all_timezones: &'static [&'static str],
    /// The same under names that callers know.
    #[serde(flatten)]
    twins: SettingsTwins,
    /// Who changed them last.
    #[serde(flatten)]
    stamps: Stamps,
}

impl SettingsAnswer {
    /// The answer for a row.
    pub(super) fn new(row: SettingsRow, vault: &Vault) -> Result<Self, ApiError> {
        let settings = settings::open(&row, vault)?;
        Ok(Self {
            id: KEY,
            twins: SettingsTwins::of(&settings),
            settings,
            all_timezones: all_time_zones(),
            stamps: row.stamps,
        })
    }
}

/// Read the settings.
///
/// Secrets are shown as `"********"` when they are set and null when not.
#[utoipa::path(
    get,
    path = "/core/settings/",
    tag = "core",
    responses((status = 200, body = SettingsAnswer), (status = "default", body = ErrorBody)),
)]
pub async fn show_settings(
    State(app): State<App>,
    _caller: Caller<may::ViewCoreSettings>,
) -> Result<Json<SettingsAnswer>, ApiError> {
    let row = queries::find_settings(app.db.read()).await?;
    SettingsAnswer::new(row, &app.vault).map(Json)
}
