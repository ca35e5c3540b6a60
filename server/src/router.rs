//! Every path, in the order of the specification's tables: the API on one
//! screen. The right a call needs is in its handler's signature.

#[cfg(test)]
mod constrain;
#[cfg(test)]
mod describe;
#[cfg(test)]
mod enum_values;
#[cfg(test)]
mod reads;
mod routes;
#[cfg(test)]
mod schema_path;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::LazyLock;

use axum::routing::get;
use axum::{Extension, Router};

use self::routes::{Routes, routes};
use crate::app::App;
use crate::error::ApiError;
use crate::features::{
    accounts, agents, audit_log, beta, bulk, clients, custom_fields, dashboard, deployments,
    event_log, health, home, key_store, link, live_events, mail, maintenance, notes,
    pending_actions, policies, processes, runs, schema, scripts, server_scripts, services,
    settings, software, tasks, views, winupdate,
};
use crate::http::{self, Admission, KnownPaths, framed};
use crate::idempotency::{self, Idempotency};
use crate::sockets;
use crate::web_files;

/// All routes of the API.
#[rustfmt::skip]
fn api() -> Routes {
    Routes::default()
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
        .routes(routes!(tasks::list_tasks, tasks::create_task))          // /tasks/
        .routes(routes!(tasks::list_agent_tasks,
                        tasks::create_agent_task))                       // /agents/<agent_id>/tasks/
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
        .routes(routes!(accounts::reset_password,
                        accounts::reset_totp_by_put))                    // /accounts/users/reset/
        .routes(routes!(accounts::reset_totp))                           // /accounts/users/reset_totp/
        .routes(routes!(accounts::reset_own_password))                   // /accounts/resetpw/
        .routes(routes!(accounts::reset_own_totp))                       // /accounts/reset2fa/
        .routes(routes!(accounts::create_recovery_codes))                // /accounts/recoverycodes/
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
        // Installers and enrolment
        .routes(routes!(deployments::list_deployments,
                        deployments::create_deployment))                 // /clients/deployments/
        .routes(routes!(deployments::delete_deployment))                 // /clients/deployments/<id>/
        .routes(routes!(deployments::deploy))                            // /clients/<uid>/deploy/
        .routes(routes!(deployments::list_installers,
                        deployments::create_installer))                  // /agents/installer/
        // Custom fields
        .routes(routes!(custom_fields::read_custom_field,
                        custom_fields::update_custom_field,
                        custom_fields::delete_custom_field))             // /core/customfields/<id>/
        // Agents: state, power, inventory
        .routes(routes!(agents::ping_agent, agents::ping_agent_by_post)) // /agents/<agent_id>/ping/
        .routes(routes!(agents::reboot_agent, agents::schedule_reboot))  // /agents/<agent_id>/reboot/
        .routes(routes!(agents::shut_down_agent))                        // /agents/<agent_id>/shutdown/
        .routes(routes!(agents::wake_agent))                             // /agents/<agent_id>/wol/
        .routes(routes!(agents::refresh_agent))                          // /agents/<agent_id>/wmi/
        .routes(routes!(agents::recover_agent))                          // /agents/<agent_id>/recover/
        .routes(routes!(agents::list_versions))                          // /agents/versions/
        .routes(routes!(agents::set_maintenance))                        // /agents/maintenance/bulk/
        // Agents: many at once
        .routes(routes!(bulk::list_bulks, bulk::start_bulk))             // /agents/actions/bulk/
        .routes(routes!(bulk::preview_bulk))                             // /agents/actions/bulk/preview/
        .routes(routes!(bulk::read_bulk))                                // /agents/actions/bulk/<id>/
        .routes(routes!(bulk::list_bulk_results))                        // /agents/actions/bulk/<id>/results/
        .routes(routes!(bulk::list_bulk_groups))                         // /agents/actions/bulk/<id>/groups/
        .routes(routes!(bulk::cancel_bulk))                              // /agents/actions/bulk/<id>/cancel/
        .routes(routes!(bulk::retry_bulk))                               // /agents/actions/bulk/<id>/retry/
        .routes(routes!(bulk::recover_all, bulk::recover_all_by_get))    // /agents/bulkrecovery/
        .routes(routes!(bulk::update_agents))                            // /agents/update/
        // Agents: looking inside
        .routes(routes!(processes::list_processes))                      // /agents/<agent_id>/processes/
        .routes(routes!(processes::read_process,
                        processes::end_process))                         // /agents/<agent_id>/processes/<pid>/
        .routes(routes!(services::list_services))                        // /services/<agent_id>/
        .routes(routes!(services::read_service, services::control_service,
                        services::set_start_type))                       // /services/<agent_id>/<name>/
        .routes(routes!(event_log::read_event_log))                      // /agents/<agent_id>/eventlog/<log>/<days>/
        // Policies
        .routes(routes!(policies::list_policies,
                        policies::create_policy))                        // /automation/policies/
        .routes(routes!(policies::read_overview))                        // /automation/policies/overview/
        .routes(routes!(policies::read_policy, policies::update_policy,
                        policies::delete_policy))                        // /automation/policies/<id>/
        .routes(routes!(policies::read_related))                         // /automation/policies/<id>/related/
        .routes(routes!(policies::create_patch_policy))                  // /automation/patchpolicy/
        .routes(routes!(policies::reset_patch_policies))                 // /automation/patchpolicy/reset/
        .routes(routes!(policies::update_patch_policy,
                        policies::delete_patch_policy))                  // /automation/patchpolicy/<id>/
        .routes(routes!(policies::read_effective))                       // /agents/<agent_id>/effective/
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
        // Tasks
        .routes(routes!(tasks::read_task, tasks::update_task,
                        tasks::delete_task))                             // /tasks/<id>/
        .routes(routes!(tasks::run_task))                                // /tasks/<id>/run/
        .routes(routes!(tasks::list_next_runs))                          // /tasks/<id>/next/
        .routes(routes!(tasks::preview_next_runs))                       // /tasks/next/
        .routes(routes!(tasks::list_policy_tasks))                       // /automation/policies/<id>/tasks/
        .routes(routes!(tasks::list_task_statuses))                      // /automation/tasks/<task>/status/
        .routes(routes!(bulk::run_policy_task))                          // /automation/tasks/<task>/run/
        // Runs, notes, pending actions
        .routes(routes!(runs::list_runs))                                // /runs/
        .routes(routes!(runs::read_run))                                 // /runs/<id>/
        .routes(routes!(runs::read_run_output))                          // /runs/<id>/output/
        .routes(routes!(runs::repeat_run))                               // /runs/<id>/again/
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
        .routes(routes!(software::list_chocos))                          // /software/chocos/
        .routes(routes!(software::read_inventory, software::refresh_inventory,
                        software::install_software))                     // /software/<agent_id>/
        .routes(routes!(software::uninstall_software))                   // /software/<agent_id>/uninstall/
        // Updates of operating systems
        .routes(routes!(winupdate::list_fleet_updates))                  // /winupdate/
        .routes(routes!(winupdate::list_update_agents))                  // /winupdate/agents/
        .routes(routes!(winupdate::set_actions))                         // /winupdate/bulk/
        .routes(routes!(winupdate::list_updates,
                        winupdate::set_action))                          // /winupdate/<agent_id or id>/
        .routes(routes!(winupdate::scan_updates))                        // /winupdate/<agent_id>/scan/
        .routes(routes!(winupdate::install_updates))                     // /winupdate/<agent_id>/install/
        // Core
        .routes(routes!(settings::show_settings,
                        settings::update_settings))                      // /core/settings/
        .routes(routes!(health::read_own_health))                        // /core/health/
        .routes(routes!(dashboard::read_version))                        // /core/version/
        .routes(routes!(dashboard::read_dashinfo))                       // /core/dashinfo/
        .routes(routes!(mail::test_email))                               // /core/emailtest/
        .routes(routes!(mail::test_sms))                                 // /core/smstest/
        .routes(routes!(server_scripts::test_server_script))             // /core/serverscript/test/
        .routes(routes!(maintenance::clear_cache,
                        maintenance::clear_cache_by_get))                // /core/clearcache/
        .routes(routes!(maintenance::maintain_server))                   // /core/servermaintenance/
        .routes(routes!(key_store::list_keys, key_store::create_key))    // /core/keystore/
        .routes(routes!(key_store::update_key, key_store::delete_key))   // /core/keystore/<id>/
        .routes(routes!(views::list_views, views::create_view))          // /core/views/
        .routes(routes!(views::update_view, views::delete_view))         // /core/views/<id>/
        // Live events
        .routes(routes!(sockets::create_ticket))                         // /ws/ticket/
        .route("/ws/events/", get(live_events::follow_events))
        .route("/ws/dashinfo/", get(dashboard::follow_dashinfo))
        .route("/ws/agent/{agent_id}/cmd/", get(agents::stream_commands))
        .routes(routes!(live_events::stream_events))                     // /events/
        // The agents' side
        .routes(routes!(link::enrol_agent))                        // /link/enroll/
        .routes(routes!(link::leave))                              // /link/leave/
        .routes(routes!(deployments::download_agent))                    // /link/agent/<plat>/<arch>/
        .route("/link/connect/", get(link::connect_agent))
        // Schema browser
        .routes(routes!(schema::read_schema))                            // /api/schema/
        .route("/api/schema/swagger-ui/", get(schema::read_swagger_page))
        .route("/api/schema/swagger-ui/{file}", get(schema::read_swagger_file))
        .route("/api/schema/redoc/", get(schema::read_redoc_page))
        .route("/api/schema/redoc/{file}", get(schema::read_redoc_file))
        // The web interface
        .route("/ui/", get(web_files::read_page))
        .route("/ui/{*path}", get(web_files::read_file))
        // Operation
        .routes(routes!(health::read_old_health))                        // /core/status/
        .routes(routes!(http::read_metrics))                             // /metrics
}

/// The whole server as one service: API, agent link, schema browser.
pub fn service(app: &App) -> Router {
    let api = &*API;
    let idempotency = Idempotency::new(app, api.own.clone());
    let routes = api
        .routes
        .clone()
        .fallback(|| async { ApiError::NotFound("path") })
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed })
        .layer(Extension(api.texts.clone()))
        .with_state(app.clone());
    // While it is off, its paths are unknown like any other.
    let routes = match app.settings.beta_api_enabled {
        true => routes.clone().merge(beta::routes(app, routes, api.lists.clone())),
        false => routes,
    };
    framed(routes, app, api.known.clone(), idempotency, Admission::default())
}

/// The description of every route, body, answer and error, made out of the code.
#[cfg(test)]
pub fn document() -> &'static utoipa::openapi::OpenApi {
    static DOCUMENT: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(|| {
        let head = <schema::Description as utoipa::OpenApi>::openapi();
        let mut document = describe::describe(api(), head);
        idempotency::describe(&mut document);
        beta::describe(&mut document);
        document
    });
    &DOCUMENT
}

/// The document as text: the content of `openapi.json` at the root of the
/// repository.
#[cfg(test)]
pub fn document_text() -> String {
    let text = document().to_pretty_json().expect("the document is plain JSON");
    text + "\n"
}

/// Every path, for the code that repairs paths.
#[cfg(any(test, fuzzing))]
pub fn known_paths() -> &'static KnownPaths {
    &API.known
}

/// What every server of a process shares.
struct Described {
    routes: Router<App>,
    /// Routes that look after their idempotency themselves.
    own: HashSet<String>,
    known: KnownPaths,
    lists: beta::Lists,
    texts: schema::Texts,
}

/// Made once: every server of a process has the same routes.
static API: LazyLock<Described> = LazyLock::new(|| {
    let Routes { router: routes, undescribed, .. } = api();
    let document = schema::document().expect("the build took in a whole document");
    let documented = document["paths"].as_object().into_iter().flat_map(|paths| paths.keys());
    Described {
        routes,
        own: idempotency::list_own(&document),
        known: KnownPaths::new(documented.map(String::as_str).chain(undescribed)),
        lists: beta::Lists::new(&document),
        texts: schema::Texts::default(),
    }
});
