//! The paths of the interface specification.

use super::routes::{Routes, routes};
use crate::features::{agents, audit_log, clients, custom_fields, health, runs, tasks};

#[rustfmt::skip]
pub fn add(routes: Routes) -> Routes {
    routes
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
}
