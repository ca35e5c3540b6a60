//! Every path, in the order of the specification's tables: the API on one
//! screen. Which right a call needs stands in its handler's signature.

use axum::routing::get;
use axum::{Extension, Router};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::agent_link;
use crate::app::App;
use crate::error::ApiError;
use crate::features::{
    accounts, agents, audit_log, clients, custom_fields, dashboard, event_log, health, home,
    key_store, mail, maintenance, notes, pending_actions, processes, runs, schema, scripts,
    services, settings, software, winupdate,
};
use crate::http::{self, KnownPaths, framed};
use crate::web_files;

/// All routes of the API and their description.
#[rustfmt::skip]
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(schema::Description::openapi())
        // The interface specification
        .routes(routes!(clients::list_clients, clients::create_client))  // /clients/
        .routes(routes!(agents::list_agents))                            // /agents/
        .routes(routes!(agents::read_agent, agents::update_agent,
                        agents::delete_agent))                           // /agents/<agent_id>/
        .routes(routes!(agents::run_command))                            // /agents/<agent_id>/cmd/
        .routes(routes!(custom_fields::list_custom_fields,
                        custom_fields::create_custom_field,
                        custom_fields::filter_custom_fields))            // /core/customfields
        .routes(routes!(runs::run_script))                               // /agents/<agent_id>/runscript/
        .routes(routes!(runs::test_script))                              // /scripts/<agent_id>/test/
        .routes(routes!(audit_log::search_audit_log,
                        audit_log::list_audit_log))                      // /logs/audit/
        .routes(routes!(health::read_health))                            // /core/v2/status/
        // First start and login
        .routes(routes!(home::read_home))                                // /
        .routes(routes!(accounts::read_setup))                           // /setup/
        .routes(routes!(accounts::set_up))                               // /setup/
        .routes(routes!(accounts::check_credentials))                    // /v2/checkcreds/
        .routes(routes!(accounts::setup_totp))                           // /accounts/users/setup_totp/
        .routes(routes!(accounts::log_in))                               // /v2/login/
        .routes(routes!(accounts::logout))                               // /logout/
        .routes(routes!(accounts::logout_all))                           // /logoutall/
        .routes(routes!(accounts::read_me))                              // /accounts/me/
        // Users and sessions
        .routes(routes!(accounts::list_users))                           // /accounts/users/
        .routes(routes!(accounts::create_user))                          // /accounts/users/
        .routes(routes!(accounts::read_user))                            // /accounts/{id}/users/
        .routes(routes!(accounts::update_user))                          // /accounts/{id}/users/
        .routes(routes!(accounts::delete_user))                          // /accounts/{id}/users/
        .routes(routes!(accounts::list_sessions))                        // /accounts/users/{id}/sessions/
        .routes(routes!(accounts::delete_sessions))                      // /accounts/users/{id}/sessions/
        .routes(routes!(accounts::delete_session))                       // /accounts/sessions/{digest}/
        .routes(routes!(accounts::reset_password))                       // /accounts/users/reset/
        .routes(routes!(accounts::reset_totp))                           // /accounts/users/reset_totp/
        .routes(routes!(accounts::reset_own_password))                   // /accounts/resetpw/
        .routes(routes!(accounts::reset_own_totp))                       // /accounts/reset2fa/
        .routes(routes!(accounts::update_preferences))                   // /accounts/users/ui/
        // Roles and API keys
        .routes(routes!(accounts::list_roles))                           // /accounts/roles/
        .routes(routes!(accounts::create_role))                          // /accounts/roles/
        .routes(routes!(accounts::read_role))                            // /accounts/roles/{id}/
        .routes(routes!(accounts::update_role))                          // /accounts/roles/{id}/
        .routes(routes!(accounts::delete_role))                          // /accounts/roles/{id}/
        .routes(routes!(accounts::list_api_keys))                        // /accounts/apikeys/
        .routes(routes!(accounts::create_api_key))                       // /accounts/apikeys/
        .routes(routes!(accounts::read_api_key))                         // /accounts/apikeys/{id}/
        .routes(routes!(accounts::update_api_key))                       // /accounts/apikeys/{id}/
        .routes(routes!(accounts::delete_api_key))                       // /accounts/apikeys/{id}/
        .routes(routes!(accounts::rotate_api_key))                       // /accounts/apikeys/{id}/rotate/
        // Clients and sites
        .routes(routes!(clients::read_client, clients::update_client,
                        clients::delete_client))                         // /clients/<id>/
        .routes(routes!(clients::list_sites, clients::create_site))      // /clients/sites/
        .routes(routes!(clients::read_site, clients::update_site,
                        clients::delete_site))                           // /clients/sites/<id>/
        // Custom fields
        .routes(routes!(custom_fields::read_custom_field,
                        custom_fields::update_custom_field,
                        custom_fields::delete_custom_field))             // /core/customfields/<id>/
        // Agents: state, power, inventory
        .routes(routes!(agents::ping_agent, agents::ping_agent_by_post)) // /agents/<agent_id>/ping/
        .routes(routes!(agents::reboot_agent))                           // /agents/<agent_id>/reboot/
        .routes(routes!(agents::shut_down_agent))                        // /agents/<agent_id>/shutdown/
        .routes(routes!(agents::wake_agent))                             // /agents/<agent_id>/wol/
        .routes(routes!(agents::refresh_agent))                          // /agents/<agent_id>/wmi/
        .routes(routes!(agents::list_versions))                          // /agents/versions/
        .routes(routes!(agents::set_maintenance))                        // /agents/maintenance/bulk/
        // Agents: looking inside
        .routes(routes!(processes::list_processes))                      // /agents/<agent_id>/processes/
        .routes(routes!(processes::read_process,
                        processes::end_process))                         // /agents/<agent_id>/processes/<pid>/
        .routes(routes!(services::list_services))                        // /services/<agent_id>/
        .routes(routes!(services::read_service, services::control_service,
                        services::set_start_type))                       // /services/<agent_id>/<name>/
        .routes(routes!(event_log::read_event_log))                      // /agents/<agent_id>/eventlog/<log>/<days>/
        // Scripts and snippets
        .routes(routes!(scripts::list_scripts, scripts::create_script))  // /scripts/
        .routes(routes!(scripts::read_script, scripts::update_script,
                        scripts::delete_script))                         // /scripts/<id>/
        .routes(routes!(scripts::download_script))                       // /scripts/<id>/download/
        .routes(routes!(scripts::read_script_usage))                     // /scripts/<id>/usage/
        .routes(routes!(scripts::list_script_versions))                  // /scripts/<id>/versions/
        .routes(routes!(scripts::restore_script_version))                // /scripts/<id>/versions/<n>/restore/
        .routes(routes!(scripts::list_snippets,
                        scripts::create_snippet))                        // /scripts/snippets/
        .routes(routes!(scripts::read_snippet, scripts::update_snippet,
                        scripts::delete_snippet))                        // /scripts/snippets/<id>/
        // Runs, notes, pending actions
        .routes(routes!(runs::list_runs))                                // /runs/
        .routes(routes!(runs::read_run))                                 // /runs/<id>/
        .routes(routes!(runs::read_run_output))                          // /runs/<id>/output/
        .routes(routes!(runs::cancel_run))                               // /runs/<id>/cancel/
        .routes(routes!(runs::list_history))                             // /agents/history/
        .routes(routes!(runs::list_agent_history))                       // /agents/<agent_id>/history/
        .routes(routes!(runs::list_script_history))                      // /agents/scripthistory/
        .routes(routes!(notes::list_notes, notes::create_note))          // /agents/notes/
        .routes(routes!(notes::list_agent_notes,
                        notes::create_agent_note))                       // /agents/<agent_id>/notes/
        .routes(routes!(notes::read_note, notes::update_note,
                        notes::delete_note))                             // /agents/notes/<id>/
        .routes(routes!(pending_actions::list_pending_actions))          // /logs/pendingactions/
        .routes(routes!(pending_actions::delete_pending_action))         // /logs/pendingactions/<id>/
        .routes(routes!(pending_actions::list_agent_pending_actions,
                        pending_actions::delete_agent_pending_actions))  // /agents/<agent_id>/pendingactions/
        // Software
        .routes(routes!(software::list_inventories))                     // /software/
        .routes(routes!(software::summarise_software))                   // /software/summary/
        .routes(routes!(software::read_inventory,
                        software::refresh_inventory))                    // /software/<agent_id>/
        // Updates of operating systems
        .routes(routes!(winupdate::list_fleet_updates))                  // /winupdate/
        .routes(routes!(winupdate::set_actions))                         // /winupdate/bulk/
        .routes(routes!(winupdate::list_updates,
                        winupdate::set_action))                          // /winupdate/<agent_id or id>/
        .routes(routes!(winupdate::scan_updates))                        // /winupdate/<agent_id>/scan/
        .routes(routes!(winupdate::install_updates))                     // /winupdate/<agent_id>/install/
        // Core
        .routes(routes!(settings::show_settings,
                        settings::update_settings))                      // /core/settings/
        .routes(routes!(dashboard::read_version))                        // /core/version/
        .routes(routes!(dashboard::read_dashinfo))                       // /core/dashinfo/
        .routes(routes!(mail::test_email))                               // /core/emailtest/
        .routes(routes!(mail::test_sms))                                 // /core/smstest/
        .routes(routes!(maintenance::clear_cache))                       // /core/clearcache/
        .routes(routes!(key_store::list_keys, key_store::create_key))    // /core/keystore/
        .routes(routes!(key_store::update_key, key_store::delete_key))   // /core/keystore/<id>/
        // The agents' side
        .routes(routes!(agent_link::enrol_agent))                        // /link/enroll/
        .route("/link/connect/", get(agent_link::connect_agent))
        // Schema browser
        .routes(routes!(schema::read_schema))                            // /api/schema/
        .route("/api/schema/swagger-ui/", get(schema::read_swagger_page))
        .route("/api/schema/swagger-ui/{file}", get(schema::read_swagger_file))
        .route("/api/schema/redoc/", get(schema::read_redoc_page))
        .route("/api/schema/redoc/{file}", get(schema::read_redoc_file))
        // The web interface
        .route("/ui/", get(web_files::read_page))
        // Operation
        .routes(routes!(health::read_old_health))                        // /core/status/
        .routes(routes!(http::read_metrics))                             // /metrics
}

/// Routes that are no part of the API for people and programs.
const UNDOCUMENTED: &[&str] = &[
    "/link/connect/",
    "/api/schema/swagger-ui/",
    "/api/schema/swagger-ui/{file}",
    "/api/schema/redoc/",
    "/api/schema/redoc/{file}",
    "/ui/",
];

/// The whole server as one service: API, agent link, schema browser.
pub fn service(app: &App) -> Router {
    let (routes, document) = api().split_for_parts();
    let documented = document.paths.paths.keys().map(String::as_str);
    let known = KnownPaths::new(documented.chain(UNDOCUMENTED.iter().copied()));
    let routes = routes
        .fallback(|| async { ApiError::NotFound("path") })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(Extension(schema::Texts::new(document)))
        .with_state(app.clone());
    framed(routes, app, known)
}

/// The description of every route, body, answer and error.
pub fn document() -> Document {
    api().split_for_parts().1
}

/// The same as text: what `openapi.json` at the root of the repository holds.
pub fn document_text() -> String {
    let text = document().to_pretty_json().expect("the document is plain JSON");
    text + "\n"
}
