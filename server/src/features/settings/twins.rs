//! Settings under the names that programs written for this interface read.
//!
//! They are only shown: a body is read by the settings' own names.

use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Secret, serialize_masked};
use crate::domain::settings::CoreSettings;

/// Settings under other names, and what we have nothing of.
#[derive(Serialize, ToSchema)]
pub struct SettingsTwins {
    /// The same as `remote_url`.
    mesh_url: String,
    /// The same as `remote_url`.
    mesh_site: String,
    /// The same as `remote_username`.
    mesh_username: String,
    /// The same as `remote_token`.
    #[serde(serialize_with = "serialize_masked")]
    #[schema(value_type = Option<String>)]
    mesh_token: Option<Secret>,
    /// The same as `remote_device_group`.
    mesh_device_group: String,
    /// The same as `remote_company_name`.
    mesh_company_name: String,
    /// The same as `remote_sync`.
    mesh_sync: bool,
    /// The same as `remote_sync`.
    sync_mesh_with_trmm: bool,
    /// False: there is no terminal on the server.
    enable_server_webterminal: bool,
    /// Null: no such service is used.
    #[schema(required = true)]
    open_ai_token: Option<String>,
    /// Empty: no such service is used.
    open_ai_model: String,
}

impl SettingsTwins {
    /// The twins of these settings.
    pub(super) fn of(settings: &CoreSettings) -> Self {
        Self {
            mesh_url: settings.remote_url.clone(),
            mesh_site: settings.remote_url.clone(),
            mesh_username: settings.remote_username.clone(),
            mesh_token: settings.remote_token.clone(),
            mesh_device_group: settings.remote_device_group.clone(),
            mesh_company_name: settings.remote_company_name.clone(),
            mesh_sync: settings.remote_sync,
            sync_mesh_with_trmm: settings.remote_sync,
            enable_server_webterminal: false,
            open_ai_token: None,
            open_ai_model: String::new(),
        }
    }
}
