//! Policies, scripts, tasks, and what they started.

use super::routes::{Routes, routes};
use crate::features::{
    audit_log, bulk, debug_log, notes, pending_actions, policies, runs, scripts, tasks,
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
