//! `GET /core/dashinfo/`: what the web UI needs before its first page.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::settings::server_scripts_are_enabled;
use crate::domain::settings::{CoreSettings, read_settings};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::{Preferences, find_preferences};

/// What the web UI needs before its first page.
#[derive(Serialize, ToSchema)]
pub struct DashInfo {
    /// Release of this server.
    version: &'static str,
    /// The newest release there is; null when unknown.
    latest_version: Option<String>,
    /// The same as `version`.
    trmm_version: &'static str,
    /// The same as `latest_version`.
    #[schema(required = true)]
    latest_trmm_ver: Option<String>,
    /// Always false: the operator of this server hosts it.
    hosted: bool,
    /// Always false: no feature hangs on a token that could expire.
    token_is_expired: bool,
    /// Always false: there is no terminal on the server.
    web_terminal_enabled: bool,
    /// Always false: no such service is used.
    open_ai_integration_enabled: bool,
    /// The caller's preference: dark colours.
    dark_mode: bool,
    /// The caller's preference: whether the script list shows community scripts.
    show_community_scripts: bool,
    /// The caller's preference `agent_dblclick_action`.
    dbl_click_action: String,
    /// The caller's preference: the URL action of that double click.
    url_action: Option<i64>,
    /// The caller's preference: the agent list's tab.
    default_agent_tbl_tab: String,
    /// The caller's preference: order of the client tree.
    client_tree_sort: String,
    /// The caller's preference: width of the client tree in percent.
    client_tree_splitter: i64,
    /// The caller's preference: rows on a page of agents.
    agents_per_page: i64,
    /// The caller's preference: colour name.
    loading_bar_color: String,
    /// The caller's preference: colour name.
    dash_info_color: String,
    /// The caller's preference: colour name.
    dash_positive_color: String,
    /// The caller's preference: colour name.
    dash_negative_color: String,
    /// The caller's preference: colour name.
    dash_warning_color: String,
    /// The caller's preference: whether choosing a client empties the search.
    clear_search_when_switching: bool,
    /// The caller's preference: how dates look; empty for the installation's own.
    date_format: String,
    /// How dates look in this installation.
    default_date_format: String,
    /// Samples for the field of a shell command.
    run_cmd_placeholder_text: CommandSamples,
    /// Whether scripts may run on the server itself.
    server_scripts_enabled: bool,
    /// Whether people must log in through a provider.
    block_local_user_logon: bool,
    /// Whether people may log in through a provider.
    sso_enabled: bool,
    /// Whether this server shows the pages to look at its API.
    schema_enabled: bool,
    /// Minutes in which a removed agent can be restored.
    removal_delay_minutes: i64,
}

/// Commands that do no harm.
#[derive(Serialize, ToSchema)]
pub struct CommandSamples {
    /// For the Windows command line.
    cmd: &'static str,
    /// For PowerShell.
    powershell: &'static str,
    /// For a Unix shell.
    shell: &'static str,
}

const SAMPLES: CommandSamples =
    CommandSamples { cmd: "ipconfig /all", powershell: "Get-ComputerInfo", shell: "df -h" };

/// Read what the web UI needs first.
#[utoipa::path(
    get,
    path = "/core/dashinfo/",
    tag = "core",
    responses((status = 200, body = DashInfo), (status = "default", body = ErrorBody)),
)]
pub async fn read_dashinfo(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<DashInfo>, ApiError> {
    let preferences = find_preferences(app.db.read(), caller.user_id).await?;
    let preferences = preferences.ok_or(ApiError::InvalidCredentials)?;
    let settings = read_settings(app.db.read(), &app.vault).await?;
    Ok(Json(DashInfo::new(&app, preferences, settings)))
}

impl DashInfo {
    fn new(app: &App, preferences: Preferences, settings: CoreSettings) -> Self {
        let server_scripts_enabled = server_scripts_are_enabled(app, &settings);
        Self {
            version: crate::VERSION,
            latest_version: None,
            trmm_version: crate::VERSION,
            latest_trmm_ver: None,
            hosted: false,
            token_is_expired: false,
            web_terminal_enabled: false,
            open_ai_integration_enabled: false,
            dark_mode: preferences.dark_mode,
            show_community_scripts: preferences.show_community_scripts,
            dbl_click_action: preferences.agent_dblclick_action,
            url_action: preferences.url_action,
            default_agent_tbl_tab: preferences.default_agent_tbl_tab,
            client_tree_sort: preferences.client_tree_sort,
            client_tree_splitter: preferences.client_tree_splitter,
            agents_per_page: preferences.agents_per_page,
            loading_bar_color: preferences.loading_bar_color,
            dash_info_color: preferences.dash_info_color,
            dash_positive_color: preferences.dash_positive_color,
            dash_negative_color: preferences.dash_negative_color,
            dash_warning_color: preferences.dash_warning_color,
            clear_search_when_switching: preferences.clear_search_when_switching,
            date_format: preferences.date_format,
            default_date_format: settings.date_format,
            run_cmd_placeholder_text: SAMPLES,
            server_scripts_enabled,
            block_local_user_logon: settings.block_local_user_logon,
            sso_enabled: settings.sso_enabled,
            schema_enabled: app.settings.swagger_enabled,
            removal_delay_minutes: settings.removal_delay_minutes,
        }
    }
}
