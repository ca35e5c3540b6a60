//! Policies, scripts, tasks, checks, and what they started.

use super::routes::{Routes, routes};
use crate::features::{
    alert_templates, alerts, audit_log, bulk, checks, debug_log, dependencies, maintenance_windows,
    notes, pending_actions, policies, runs, scripts, tasks,
};

#[rustfmt::skip]
pub fn add(routes: Routes) -> Routes {
    routes
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
        // Who is notified of alerts, and when nobody is
        .routes(routes!(alert_templates::list_templates,
                        alert_templates::create_template))               // /alerts/templates/
        .routes(routes!(alert_templates::read_template,
                        alert_templates::update_template,
                        alert_templates::delete_template))               // /alerts/templates/<id>/
        .routes(routes!(alert_templates::read_related_template))         // /alerts/templates/<id>/related/
        .routes(routes!(alert_templates::test_template))                 // /alerts/templates/<id>/test/
        .routes(routes!(maintenance_windows::list_windows,
                        maintenance_windows::create_window))             // /maintenance/windows/
        .routes(routes!(maintenance_windows::read_window,
                        maintenance_windows::update_window,
                        maintenance_windows::delete_window))             // /maintenance/windows/<id>/
        .routes(routes!(maintenance_windows::list_occurrences))          // /maintenance/calendar/
        .routes(routes!(maintenance_windows::read_agent_maintenance))    // /agents/<agent_id>/maintenance/
        .routes(routes!(dependencies::read_agent_dependency,
                        dependencies::update_agent_dependency))          // /agents/<agent_id>/depends-on/
        .routes(routes!(dependencies::read_check_dependency,
                        dependencies::update_check_dependency))          // /checks/<id>/depends-on/
        // Scripts and snippets
        .routes(routes!(scripts::list_scripts, scripts::create_script))  // /scripts/
        .routes(routes!(scripts::read_script, scripts::update_script,
                        scripts::delete_script))                         // /scripts/<id>/
        .routes(routes!(scripts::download_script))                       // /scripts/<id>/download/
        .routes(routes!(scripts::read_script_usage))                     // /scripts/<id>/usage/
        .routes(routes!(scripts::list_script_versions))                  // /scripts/<id>/versions/
        .routes(routes!(scripts::restore_script_version))                // /scripts/<id>/versions/<n>/restore/
        .routes(routes!(scripts::read_script_approval))                  // /scripts/<id>/approval/
        .routes(routes!(scripts::approve_script))                        // /scripts/<id>/approve/
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
        // Alerts
        .routes(routes!(alerts::search_alerts, alerts::list_alerts,
                        alerts::create_alert))                           // /alerts/
        .routes(routes!(alerts::change_alerts))                          // /alerts/bulk/
        .routes(routes!(alerts::read_alert, alerts::update_alert,
                        alerts::delete_alert))                           // /alerts/<id>/
        .routes(routes!(alerts::read_alert_context))                     // /alerts/<id>/context/
        // Checks
        .routes(routes!(checks::list_checks, checks::create_check))      // /checks/
        .routes(routes!(checks::read_check, checks::update_check,
                        checks::delete_check))                           // /checks/<id>/
        .routes(routes!(checks::list_agent_checks,
                        checks::create_agent_check))                     // /agents/<agent_id>/checks/
        .routes(routes!(checks::create_basic_policy))                    // /automation/policies/basic/
        .routes(routes!(checks::list_policy_checks))                     // /automation/policies/<id>/checks/
        .routes(routes!(checks::list_check_statuses))                    // /automation/checks/<check>/status/
        // Runs, notes, pending actions, code that ran, what went wrong
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
        .routes(routes!(audit_log::read_audit_code))                     // /logs/audit/<id>/code/
        .routes(routes!(debug_log::search_debug_log,
                        debug_log::list_debug_log))                      // /logs/debug/
}
