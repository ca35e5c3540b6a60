//! Clients, sites, agents, and what is on them.

use super::routes::{Routes, routes};
use crate::features::{
    agents, bulk, checks, clients, custom_fields, deployments, event_log, metrics, pending_agents,
    processes, recordings, registry, remote, self_test, services, software, winupdate,
};

#[rustfmt::skip]
pub fn add(routes: Routes) -> Routes {
    routes
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
        .routes(routes!(pending_agents::list_pending_agents))            // /agents/pending/
        .routes(routes!(pending_agents::approve_pending_agent))          // /agents/pending/<id>/approve/
        .routes(routes!(pending_agents::reject_pending_agent))           // /agents/pending/<id>/reject/
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
        .routes(routes!(agents::recover_remote))                         // /agents/<agent_id>/remote/recover/
        .routes(routes!(remote::read_remote_links))                      // /agents/<agent_id>/remote/
        .routes(routes!(remote::read_vnc_link))                          // /agents/<agent_id>/<port>/webvnc/
        .routes(routes!(remote::read_terminal_defaults))                 // /agents/<agent_id>/terminal-defaults/
        .routes(routes!(agents::restore_agent))                          // /agents/<agent_id>/restore/
        .routes(routes!(agents::list_removed))                           // /agents/removed/
        .routes(routes!(agents::list_versions))                          // /agents/versions/
        .routes(routes!(agents::list_rollouts))                          // /agents/rollouts/
        .routes(routes!(agents::continue_rollout))                       // /agents/rollouts/<id>/continue/
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
        .routes(routes!(self_test::read_self_test))                      // /agents/<agent_id>/self-test/
        .routes(routes!(registry::read_registry_key))                    // /agents/<agent_id>/registry/
        .routes(routes!(registry::create_registry_key))                  // /agents/<agent_id>/registry/create-key/
        .routes(routes!(registry::delete_registry_key))                  // /agents/<agent_id>/registry/delete-key/
        .routes(routes!(registry::rename_registry_key))                  // /agents/<agent_id>/registry/rename-key/
        .routes(routes!(registry::create_registry_value))                // /agents/<agent_id>/registry/create-value/
        .routes(routes!(registry::modify_registry_value))                // /agents/<agent_id>/registry/modify-value/
        .routes(routes!(registry::delete_registry_value))                // /agents/<agent_id>/registry/delete-value/
        .routes(routes!(registry::rename_registry_value))                // /agents/<agent_id>/registry/rename-value/
        // Remote sessions
        .routes(routes!(remote::list_remote_sessions,
                        remote::create_remote_session))                  // /remote/v1/sessions/
        .routes(routes!(remote::read_remote_session))                    // /remote/v1/sessions/<id>/
        .routes(routes!(remote::join_remote_session))                    // /remote/v1/sessions/<id>/viewers/
        .routes(routes!(remote::end_remote_session))                     // /remote/v1/sessions/<id>/end/
        .routes(routes!(remote::check_remote_link))                      // /remote/v1/links/check/
        .routes(routes!(recordings::list_recordings))                    // /remote/v1/recordings/
        .routes(routes!(recordings::read_recording,
                        recordings::delete_recording))                   // /remote/v1/recordings/<id>/
        .routes(routes!(recordings::read_recording_part))                // /remote/v1/recordings/<id>/parts/<part>/
        .routes(routes!(recordings::download_recording))                 // /remote/v1/recordings/<id>/file/
        .routes(routes!(recordings::search_recording))                   // /remote/v1/recordings/<id>/text/
        .routes(routes!(remote::read_global_remote_policy,
                        remote::update_global_remote_policy))            // /remote/v1/policy/
        .routes(routes!(remote::read_remote_policy,
                        remote::update_remote_policy))                   // /remote/v1/policy/<level>/<id>/
        // Checks: their history, run now, reset
        .routes(routes!(checks::read_check_history))                     // /agents/<agent_id>/checks/<check_id>/history/
        .routes(routes!(checks::reset_check))                            // /agents/<agent_id>/checks/<check_id>/reset/
        .routes(routes!(checks::read_result_history))                    // /checks/<result_id>/history/
        .routes(routes!(checks::reset_result))                           // /checks/<result_id>/reset/
        .routes(routes!(checks::reset_all))                              // /checks/<agent_id>/resetall/
        .routes(routes!(checks::run_checks))                             // /checks/<agent_id>/run/
        .routes(routes!(bulk::run_checks_of_client))                     // /checks/client/<id>/csbulkrun/
        .routes(routes!(bulk::run_checks_of_site))                       // /checks/site/<id>/csbulkrun/
        // Metrics of agents
        .routes(routes!(metrics::read_agent_metrics))                    // /agents/<agent_id>/metrics/
        .routes(routes!(metrics::list_fleet_metric))                     // /metrics/fleet/
        .routes(routes!(metrics::export_agent_metrics))                  // /metrics/agents
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
}
