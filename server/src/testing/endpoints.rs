//! Every route of the API, its requirements and its effect.
//!
//! This list drives the security tests in `walk.rs`, and one of them compares
//! it with the OpenAPI document: a route that is not here fails the build.

pub use super::endpoint::{About, Effect, Endpoint, Needs};
use crate::auth::Right;
use crate::features::beta::lists::LISTS;

/// Every route of the document: those above, and those of the beta API, which
/// need and do the same as the routes of the main API behind them.
pub fn all() -> Vec<Endpoint> {
    let mut routes = ENDPOINTS.to_vec();
    for list in LISTS {
        let mut add = |method: &'static str, main: &str, own: String| {
            let behind =
                ENDPOINTS.iter().find(|route| (route.method, route.path) == (method, main));
            routes.extend(behind.map(|main| Endpoint { path: own.leak(), ..*main }));
        };
        add("GET", list.path, list.beta_path());
        if let (Some(one), Some(own)) = (list.one, list.beta_object_path()) {
            add("GET", one, own.clone());
            add("PUT", one, own);
        }
    }
    routes
}

/// The route of the main API behind one of the beta API.
pub fn behind(endpoint: &Endpoint) -> Option<&'static Endpoint> {
    let name = endpoint.path.strip_prefix("/beta/v1/")?.split('/').next()?;
    let list = LISTS.iter().find(|list| list.name == name)?;
    let main = if endpoint.path == list.beta_path() { list.path } else { list.one? };
    ENDPOINTS.iter().find(|route| (route.method, route.path) == (endpoint.method, main))
}

const fn route(
    method: &'static str,
    path: &'static str,
    needs: Needs,
    effect: Effect,
    about: About,
) -> Endpoint {
    Endpoint { method, path, needs, effect, about }
}

use About::{List, Nobody, One};
use Effect::{Logs, Reads, Writes};
use Needs::{Either, Login, MonitoringToken, Nothing, Right as Has, Superuser};

/// Every route of the main API, in the order of the router.
#[rustfmt::skip]
pub const ENDPOINTS: &[Endpoint] = &[
    // The interface specification
    route("GET", "/clients/", Has(Right::ListClients), Reads, List),
    route("POST", "/clients/", Has(Right::ManageClients), Writes, Nobody),
    route("GET", "/agents/", Has(Right::ListAgents), Reads, List),
    route("GET", "/agents/{agent_id}/", Has(Right::ListAgents), Reads, One),
    route("PUT", "/agents/{agent_id}/", Has(Right::EditAgent), Writes, One),
    route("DELETE", "/agents/{agent_id}/", Has(Right::UninstallAgents), Writes, One),
    route("POST", "/agents/{agent_id}/cmd/", Has(Right::SendCmd), Writes, One),
    route("GET", "/core/customfields", Has(Right::ViewCustomfields), Reads, Nobody),
    route("POST", "/core/customfields", Has(Right::ManageCustomfields), Writes, Nobody),
    route("PATCH", "/core/customfields", Has(Right::ViewCustomfields), Reads, Nobody),
    route("POST", "/agents/{agent_id}/runscript/", Has(Right::RunScripts), Writes, One),
    route("POST", "/scripts/{id}/test/", Has(Right::RunScripts), Writes, One),
    route("GET", "/tasks/", Has(Right::ListAutotasks), Reads, List),
    route("POST", "/tasks/", Has(Right::ManageAutotasks), Writes, Nobody),
    route("GET", "/agents/{agent_id}/tasks/", Has(Right::ListAutotasks), Reads, One),
    route("POST", "/agents/{agent_id}/tasks/", Has(Right::ManageAutotasks), Writes, One),
    route("PATCH", "/logs/audit/", Has(Right::ViewAuditlogs), Reads, List),
    route("GET", "/logs/audit/", Has(Right::ViewAuditlogs), Reads, List),
    route("GET", "/core/v2/status/", MonitoringToken, Reads, Nobody),
    // First start and login
    route("GET", "/", Nothing, Reads, Nobody),
    route("GET", "/setup/", Nothing, Reads, Nobody),
    route("POST", "/setup/", Nothing, Writes, Nobody),
    route("POST", "/v2/checkcreds/", Nothing, Writes, Nobody),
    route("POST", "/accounts/users/setup_totp/", Login, Writes, Nobody),
    route("POST", "/v2/login/", Nothing, Writes, Nobody),
    route("POST", "/logout/", Login, Writes, Nobody),
    route("POST", "/logoutall/", Login, Writes, Nobody),
    route("GET", "/accounts/me/", Login, Reads, Nobody),
    // Users and sessions
    route("GET", "/accounts/users/", Has(Right::ListAccounts), Reads, Nobody),
    route("POST", "/accounts/users/", Has(Right::ManageAccounts), Writes, Nobody),
    route("GET", "/accounts/{id}/users/", Has(Right::ListAccounts), Reads, Nobody),
    route("PUT", "/accounts/{id}/users/", Has(Right::ManageAccounts), Writes, Nobody),
    route("DELETE", "/accounts/{id}/users/", Has(Right::ManageAccounts), Writes, Nobody),
    route("GET", "/accounts/{id}/pending/", Has(Right::ListAccounts), Reads, List),
    route("GET", "/accounts/users/{id}/sessions/", Has(Right::ListAccounts), Reads, Nobody),
    route("DELETE", "/accounts/users/{id}/sessions/", Has(Right::ManageAccounts), Writes, Nobody),
    route("DELETE", "/accounts/sessions/{digest}/", Has(Right::ManageAccounts), Writes, Nobody),
    route("POST", "/accounts/users/reset/", Has(Right::ManageAccounts), Writes, Nobody),
    route("PUT", "/accounts/users/reset/", Has(Right::ManageAccounts), Writes, Nobody),
    route("PUT", "/accounts/users/reset_totp/", Has(Right::ManageAccounts), Writes, Nobody),
    route("PUT", "/accounts/resetpw/", Login, Writes, Nobody),
    route("PUT", "/accounts/reset2fa/", Login, Writes, Nobody),
    route("POST", "/accounts/recoverycodes/", Login, Writes, Nobody),
    route("PATCH", "/accounts/users/ui/", Login, Writes, Nobody),
    // Notifications in browsers
    route("GET", "/accounts/push/", Login, Reads, Nobody),
    route("POST", "/accounts/push/", Login, Writes, Nobody),
    route("PUT", "/accounts/push/{id}/", Login, Writes, Nobody),
    route("DELETE", "/accounts/push/{id}/", Login, Writes, Nobody),
    route("POST", "/accounts/push/{id}/test/", Login, Writes, Nobody),
    // Watches
    route("GET", "/accounts/watches/", Login, Reads, Nobody),
    route("POST", "/accounts/watches/", Login, Writes, Nobody),
    route("DELETE", "/accounts/watches/{id}/", Login, Writes, Nobody),
    // Roles and API keys
    route("GET", "/accounts/roles/", Has(Right::ListRoles), Reads, Nobody),
    route("POST", "/accounts/roles/", Has(Right::ManageRoles), Writes, Nobody),
    route("GET", "/accounts/roles/{id}/", Has(Right::ListRoles), Reads, Nobody),
    route("PUT", "/accounts/roles/{id}/", Has(Right::ManageRoles), Writes, Nobody),
    route("DELETE", "/accounts/roles/{id}/", Has(Right::ManageRoles), Writes, Nobody),
    route("GET", "/accounts/apikeys/", Has(Right::ListApiKeys), Reads, Nobody),
    route("POST", "/accounts/apikeys/", Has(Right::ManageApiKeys), Writes, Nobody),
    route("GET", "/accounts/apikeys/{id}/", Has(Right::ListApiKeys), Reads, Nobody),
    route("PUT", "/accounts/apikeys/{id}/", Has(Right::ManageApiKeys), Writes, Nobody),
    route("DELETE", "/accounts/apikeys/{id}/", Has(Right::ManageApiKeys), Writes, Nobody),
    route("POST", "/accounts/apikeys/{id}/rotate/", Has(Right::ManageApiKeys), Writes, Nobody),
    // Clients and sites
    route("GET", "/clients/{id}/", Has(Right::ListClients), Reads, One),
    route("PUT", "/clients/{id}/", Has(Right::ManageClients), Writes, One),
    route("DELETE", "/clients/{id}/", Has(Right::ManageClients), Writes, One),
    route("GET", "/clients/sites/", Has(Right::ListSites), Reads, List),
    route("POST", "/clients/sites/", Has(Right::ManageSites), Writes, Nobody),
    route("GET", "/clients/sites/{id}/", Has(Right::ListSites), Reads, One),
    route("PUT", "/clients/sites/{id}/", Has(Right::ManageSites), Writes, One),
    route("DELETE", "/clients/sites/{id}/", Has(Right::ManageSites), Writes, One),
    // Installers and enrolment
    route("GET", "/clients/deployments/", Has(Right::ListDeployments), Reads, List),
    route("POST", "/clients/deployments/", Has(Right::ManageDeployments), Writes, Nobody),
    route("DELETE", "/clients/deployments/{id}/", Has(Right::ManageDeployments), Writes, One),
    route("GET", "/clients/{uid}/deploy/", Nothing, Reads, Nobody),
    route("GET", "/agents/installer/", Login, Reads, Nobody),
    route("POST", "/agents/installer/", Has(Right::InstallAgents), Writes, Nobody),
    route("GET", "/agents/pending/", Has(Right::ListAgents), Reads, List),
    route("POST", "/agents/pending/{id}/approve/", Has(Right::EditAgent), Writes, One),
    route("POST", "/agents/pending/{id}/reject/", Has(Right::EditAgent), Writes, One),
    // Custom fields
    route("GET", "/core/customfields/{id}/", Has(Right::ViewCustomfields), Reads, Nobody),
    route("PUT", "/core/customfields/{id}/", Has(Right::ManageCustomfields), Writes, Nobody),
    route("DELETE", "/core/customfields/{id}/", Has(Right::ManageCustomfields), Writes, Nobody),
    // Agents: state, power, inventory
    route("GET", "/agents/{agent_id}/ping/", Has(Right::ListAgents), Reads, One),
    route("POST", "/agents/{agent_id}/ping/", Has(Right::ListAgents), Reads, One),
    route("POST", "/agents/{agent_id}/reboot/", Has(Right::RebootAgents), Writes, One),
    route("PATCH", "/agents/{agent_id}/reboot/", Has(Right::RebootAgents), Writes, One),
    route("POST", "/agents/{agent_id}/shutdown/", Has(Right::RebootAgents), Writes, One),
    route("POST", "/agents/{agent_id}/wol/", Has(Right::SendWol), Writes, One),
    route("POST", "/agents/{agent_id}/wmi/", Has(Right::EditAgent), Writes, One),
    route("POST", "/agents/{agent_id}/recover/", Has(Right::RecoverAgents), Writes, One),
    route("POST", "/agents/{agent_id}/remote/recover/", Has(Right::UseRemote), Writes, One),
    route("GET", "/agents/{agent_id}/remote/", Has(Right::UseRemote), Reads, One),
    route("GET", "/agents/{agent_id}/{port}/webvnc/", Has(Right::UseRemote), Reads, One),
    route("GET", "/agents/{agent_id}/terminal-defaults/", Has(Right::UseTerminal), Reads, One),
    route("POST", "/agents/{agent_id}/restore/", Has(Right::UninstallAgents), Writes, One),
    route("GET", "/agents/removed/", Has(Right::ListAgents), Reads, List),
    route("GET", "/agents/versions/", Has(Right::ListAgents), Reads, List),
    route("GET", "/agents/rollouts/", Has(Right::ListAgents), Reads, List),
    route("POST", "/agents/rollouts/{id}/continue/", Has(Right::UpdateAgents), Writes, Nobody),
    route("POST", "/agents/maintenance/bulk/", Has(Right::EditAgent), Writes, Nobody),
    // Agents: many at once
    route("GET", "/agents/actions/bulk/", Has(Right::ListAgentHistory), Reads, List),
    route("POST", "/agents/actions/bulk/", Has(Right::RunBulk), Writes, Nobody),
    route("POST", "/agents/actions/bulk/preview/", Has(Right::RunBulk), Reads, Nobody),
    route("GET", "/agents/actions/bulk/{id}/", Has(Right::ListAgentHistory), Reads, One),
    route("GET", "/agents/actions/bulk/{id}/results/", Has(Right::ListAgentHistory), Reads, One),
    route("GET", "/agents/actions/bulk/{id}/groups/", Has(Right::ListAgentHistory), Reads, One),
    route("POST", "/agents/actions/bulk/{id}/cancel/", Has(Right::RunBulk), Writes, One),
    route("POST", "/agents/actions/bulk/{id}/retry/", Has(Right::RunBulk), Writes, One),
    route("POST", "/agents/bulkrecovery/", Has(Right::RecoverAgents), Writes, Nobody),
    route("GET", "/agents/bulkrecovery/", Has(Right::RecoverAgents), Writes, Nobody),
    route("POST", "/agents/update/", Has(Right::UpdateAgents), Writes, Nobody),
    // Agents: looking inside
    route("GET", "/agents/{agent_id}/processes/", Has(Right::ManageProcs), Reads, One),
    route("GET", "/agents/{agent_id}/processes/{pid}/", Has(Right::ManageProcs), Reads, One),
    route("DELETE", "/agents/{agent_id}/processes/{pid}/", Has(Right::ManageProcs), Writes, One),
    route("GET", "/services/{agent_id}/", Has(Right::ManageWinsvcs), Reads, One),
    route("GET", "/services/{agent_id}/{name}/", Has(Right::ManageWinsvcs), Reads, One),
    route("POST", "/services/{agent_id}/{name}/", Has(Right::ManageWinsvcs), Writes, One),
    route("PUT", "/services/{agent_id}/{name}/", Has(Right::ManageWinsvcs), Writes, One),
    route("GET", "/agents/{agent_id}/eventlog/{log}/{days}/", Has(Right::ViewEventlogs), Reads, One),
    route("GET", "/agents/{agent_id}/self-test/", Has(Right::RecoverAgents), Reads, One),
    route("GET", "/agents/{agent_id}/registry/", Has(Right::UseRegistry), Reads, One),
    route("POST", "/agents/{agent_id}/registry/create-key/", Has(Right::UseRegistry), Writes, One),
    route("DELETE", "/agents/{agent_id}/registry/delete-key/", Has(Right::UseRegistry), Writes, One),
    route("POST", "/agents/{agent_id}/registry/rename-key/", Has(Right::UseRegistry), Writes, One),
    route("POST", "/agents/{agent_id}/registry/create-value/", Has(Right::UseRegistry), Writes, One),
    route("POST", "/agents/{agent_id}/registry/modify-value/", Has(Right::UseRegistry), Writes, One),
    route("DELETE", "/agents/{agent_id}/registry/delete-value/", Has(Right::UseRegistry), Writes, One),
    route("POST", "/agents/{agent_id}/registry/rename-value/", Has(Right::UseRegistry), Writes, One),
    // Remote sessions
    route("GET", "/remote/v1/sessions/", Either(Right::UseTerminal, Right::UseRemote), Reads, List),
    route("POST", "/remote/v1/sessions/", Either(Right::UseTerminal, Right::UseRemote), Writes, One),
    route("GET", "/remote/v1/sessions/{id}/", Either(Right::UseTerminal, Right::UseRemote), Reads, One),
    route("POST", "/remote/v1/sessions/{id}/viewers/", Either(Right::UseTerminal, Right::UseRemote), Writes, One),
    route("POST", "/remote/v1/sessions/{id}/end/", Either(Right::UseTerminal, Right::UseRemote), Writes, One),
    route("POST", "/remote/v1/links/check/", Either(Right::UseTerminal, Right::UseRemote), Reads, One),
    route("GET", "/remote/v1/recordings/", Has(Right::ViewRecordings), Reads, List),
    route("GET", "/remote/v1/recordings/{id}/", Has(Right::ViewRecordings), Reads, One),
    route("DELETE", "/remote/v1/recordings/{id}/", Has(Right::DoServerMaint), Writes, One),
    route("GET", "/remote/v1/recordings/{id}/parts/{part}/", Has(Right::ViewRecordings), Logs, One),
    route("GET", "/remote/v1/recordings/{id}/file/", Has(Right::ViewRecordings), Logs, One),
    route("GET", "/remote/v1/recordings/{id}/text/", Has(Right::ViewRecordings), Logs, One),
    route("GET", "/remote/v1/policy/", Has(Right::ViewCoreSettings), Reads, Nobody),
    route("PUT", "/remote/v1/policy/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("GET", "/remote/v1/policy/{level}/{id}/", Has(Right::ViewCoreSettings), Reads, One),
    route("PUT", "/remote/v1/policy/{level}/{id}/", Has(Right::EditCoreSettings), Writes, One),
    // Checks: their history, run now, reset
    route("GET", "/agents/{agent_id}/checks/{check_id}/history/", Has(Right::ListChecks), Reads, One),
    route("POST", "/agents/{agent_id}/checks/{check_id}/reset/", Has(Right::ManageChecks), Writes, One),
    route("PATCH", "/checks/{id}/history/", Has(Right::ListChecks), Reads, One),
    route("POST", "/checks/{id}/reset/", Has(Right::ManageChecks), Writes, One),
    route("POST", "/checks/{id}/resetall/", Has(Right::ManageChecks), Writes, One),
    route("POST", "/checks/{id}/run/", Has(Right::RunChecks), Writes, One),
    route("POST", "/checks/client/{id}/csbulkrun/", Has(Right::RunChecks), Writes, One),
    route("POST", "/checks/site/{id}/csbulkrun/", Has(Right::RunChecks), Writes, One),
    // Metrics of agents
    route("GET", "/agents/{agent_id}/metrics/", Has(Right::ListAgents), Reads, One),
    route("GET", "/metrics/fleet/", Has(Right::ListAgents), Reads, List),
    route("GET", "/metrics/agents", Has(Right::ListAgents), Reads, List),
    // Alert templates
    route("GET", "/alerts/templates/", Has(Right::ListAlerttemplates), Reads, Nobody),
    route("POST", "/alerts/templates/", Has(Right::ManageAlerttemplates), Writes, Nobody),
    route("GET", "/alerts/templates/{id}/", Has(Right::ListAlerttemplates), Reads, Nobody),
    route("PUT", "/alerts/templates/{id}/", Has(Right::ManageAlerttemplates), Writes, Nobody),
    route("DELETE", "/alerts/templates/{id}/", Has(Right::ManageAlerttemplates), Writes, Nobody),
    route("GET", "/alerts/templates/{id}/related/", Has(Right::ListAlerttemplates), Reads, List),
    route("POST", "/alerts/templates/{id}/test/", Has(Right::ManageAlerttemplates), Reads, Nobody),
    // Maintenance windows
    route("GET", "/maintenance/windows/", Has(Right::ListAgents), Reads, List),
    route("POST", "/maintenance/windows/", Has(Right::EditAgent), Writes, Nobody),
    route("GET", "/maintenance/windows/{id}/", Has(Right::ListAgents), Reads, One),
    route("PUT", "/maintenance/windows/{id}/", Has(Right::EditAgent), Writes, One),
    route("DELETE", "/maintenance/windows/{id}/", Has(Right::EditAgent), Writes, One),
    route("GET", "/maintenance/calendar/", Has(Right::ListAgents), Reads, List),
    route("GET", "/agents/{agent_id}/maintenance/", Has(Right::ListAgents), Reads, One),
    route("GET", "/agents/{agent_id}/depends-on/", Has(Right::ListAgents), Reads, One),
    route("PUT", "/agents/{agent_id}/depends-on/", Has(Right::EditAgent), Writes, One),
    route("GET", "/checks/{id}/depends-on/", Has(Right::ListChecks), Reads, One),
    route("PUT", "/checks/{id}/depends-on/", Has(Right::ManageChecks), Writes, One),
    // Policies
    route("GET", "/automation/policies/", Has(Right::ListAutomationPolicies), Reads, List),
    route("POST", "/automation/policies/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("GET", "/automation/policies/overview/", Has(Right::ListAutomationPolicies), Reads, List),
    route("GET", "/automation/policies/{id}/", Has(Right::ListAutomationPolicies), Reads, Nobody),
    route("PUT", "/automation/policies/{id}/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("DELETE", "/automation/policies/{id}/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("GET", "/automation/policies/{id}/related/", Has(Right::ListAutomationPolicies), Reads, List),
    route("POST", "/automation/patchpolicy/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("POST", "/automation/patchpolicy/reset/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("PUT", "/automation/patchpolicy/{id}/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("DELETE", "/automation/patchpolicy/{id}/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("GET", "/agents/{agent_id}/effective/", Has(Right::ListAgents), Reads, One),
    // Scripts and snippets
    route("GET", "/scripts/", Has(Right::ListScripts), Reads, Nobody),
    route("POST", "/scripts/", Has(Right::ManageScripts), Writes, Nobody),
    route("GET", "/scripts/{id}/", Has(Right::ListScripts), Reads, Nobody),
    route("PUT", "/scripts/{id}/", Has(Right::ManageScripts), Writes, Nobody),
    route("DELETE", "/scripts/{id}/", Has(Right::ManageScripts), Writes, Nobody),
    route("GET", "/scripts/{id}/download/", Has(Right::ListScripts), Reads, Nobody),
    route("GET", "/scripts/{id}/usage/", Has(Right::ListScripts), Reads, Nobody),
    route("GET", "/scripts/{id}/versions/", Has(Right::ListScripts), Reads, Nobody),
    route("POST", "/scripts/{id}/versions/{n}/restore/", Has(Right::ManageScripts), Writes, Nobody),
    route("GET", "/scripts/{id}/approval/", Has(Right::ListScripts), Reads, Nobody),
    route("POST", "/scripts/{id}/approve/", Has(Right::ManageScripts), Writes, Nobody),
    route("GET", "/scripts/snippets/", Has(Right::ListScripts), Reads, Nobody),
    route("POST", "/scripts/snippets/", Has(Right::ManageScripts), Writes, Nobody),
    route("GET", "/scripts/snippets/{id}/", Has(Right::ListScripts), Reads, Nobody),
    route("PUT", "/scripts/snippets/{id}/", Has(Right::ManageScripts), Writes, Nobody),
    route("DELETE", "/scripts/snippets/{id}/", Has(Right::ManageScripts), Writes, Nobody),
    // Tasks
    route("GET", "/tasks/{id}/", Has(Right::ListAutotasks), Reads, One),
    route("PUT", "/tasks/{id}/", Has(Right::ManageAutotasks), Writes, One),
    route("DELETE", "/tasks/{id}/", Has(Right::ManageAutotasks), Writes, One),
    route("POST", "/tasks/{id}/run/", Has(Right::RunAutotasks), Writes, One),
    route("GET", "/tasks/{id}/next/", Has(Right::ListAutotasks), Reads, One),
    route("POST", "/tasks/next/", Has(Right::ListAutotasks), Reads, Nobody),
    route("GET", "/automation/policies/{id}/tasks/", Has(Right::ListAutotasks), Reads, Nobody),
    route("GET", "/automation/tasks/{task}/status/", Has(Right::ListAutomationPolicies), Reads, One),
    route("POST", "/automation/tasks/{task}/run/", Has(Right::RunAutotasks), Writes, One),
    // Checks
    route("GET", "/checks/", Has(Right::ListChecks), Reads, List),
    route("POST", "/checks/", Has(Right::ManageChecks), Writes, Nobody),
    route("GET", "/checks/{id}/", Has(Right::ListChecks), Reads, One),
    route("PUT", "/checks/{id}/", Has(Right::ManageChecks), Writes, One),
    route("DELETE", "/checks/{id}/", Has(Right::ManageChecks), Writes, One),
    route("GET", "/agents/{agent_id}/checks/", Has(Right::ListChecks), Reads, One),
    route("POST", "/agents/{agent_id}/checks/", Has(Right::ManageChecks), Writes, One),
    route("POST", "/automation/policies/basic/", Has(Right::ManageAutomationPolicies), Writes, Nobody),
    route("GET", "/automation/policies/{id}/checks/", Has(Right::ListChecks), Reads, Nobody),
    route("GET", "/automation/checks/{check}/status/", Has(Right::ListAutomationPolicies), Reads, One),
    // Runs, notes, pending actions, code that ran, what went wrong
    route("GET", "/runs/", Has(Right::ListAgentHistory), Reads, List),
    route("GET", "/runs/{id}/", Has(Right::ListAgentHistory), Reads, One),
    route("GET", "/runs/{id}/output/", Has(Right::ListAgentHistory), Reads, One),
    route("POST", "/runs/{id}/again/", Login, Writes, One),
    route("POST", "/runs/{id}/cancel/", Login, Writes, One),
    route("GET", "/agents/history/", Has(Right::ListAgentHistory), Reads, List),
    route("GET", "/agents/{agent_id}/history/", Has(Right::ListAgentHistory), Reads, One),
    route("GET", "/agents/scripthistory/", Has(Right::ListAgentHistory), Reads, List),
    route("GET", "/agents/notes/", Has(Right::ListNotes), Reads, List),
    route("POST", "/agents/notes/", Has(Right::ManageNotes), Writes, Nobody),
    route("GET", "/agents/{agent_id}/notes/", Has(Right::ListNotes), Reads, One),
    route("POST", "/agents/{agent_id}/notes/", Has(Right::ManageNotes), Writes, One),
    route("GET", "/agents/notes/{id}/", Has(Right::ListNotes), Reads, One),
    route("PUT", "/agents/notes/{id}/", Has(Right::ManageNotes), Writes, One),
    route("DELETE", "/agents/notes/{id}/", Has(Right::ManageNotes), Writes, One),
    route("GET", "/logs/pendingactions/", Has(Right::ListPendingactions), Reads, List),
    route("DELETE", "/logs/pendingactions/{id}/", Has(Right::ManagePendingactions), Writes, One),
    route("GET", "/agents/{agent_id}/pendingactions/", Has(Right::ListPendingactions), Reads, One),
    route("DELETE", "/agents/{agent_id}/pendingactions/", Has(Right::ManagePendingactions), Writes, One),
    route("GET", "/logs/audit/{id}/code/", Has(Right::ViewAuditlogs), Reads, One),
    route("PATCH", "/logs/debug/", Has(Right::ViewDebuglogs), Reads, List),
    route("GET", "/logs/debug/", Has(Right::ViewDebuglogs), Reads, List),
    // Software
    route("GET", "/software/", Has(Right::ListSoftware), Reads, List),
    route("GET", "/software/summary/", Has(Right::ListSoftware), Reads, List),
    route("GET", "/software/chocos/", Login, Reads, Nobody),
    route("GET", "/software/{agent_id}/", Has(Right::ListSoftware), Reads, One),
    route("POST", "/software/{agent_id}/", Has(Right::ManageSoftware), Writes, One),
    route("POST", "/software/{agent_id}/uninstall/", Has(Right::ManageSoftware), Writes, One),
    route("PUT", "/software/{agent_id}/", Has(Right::ManageSoftware), Writes, One),
    // Core
    route("GET", "/core/settings/", Has(Right::ViewCoreSettings), Reads, Nobody),
    route("PUT", "/core/settings/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("GET", "/core/health/", Has(Right::DoServerMaint), Reads, Nobody),
    route("GET", "/core/version/", Login, Reads, Nobody),
    route("GET", "/core/dashinfo/", Login, Reads, Nobody),
    route("POST", "/core/emailtest/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("POST", "/core/smstest/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("POST", "/core/serverscript/test/", Has(Right::RunServerScripts), Writes, Nobody),
    route("POST", "/core/clearcache/", Has(Right::DoServerMaint), Writes, Nobody),
    route("GET", "/core/clearcache/", Has(Right::DoServerMaint), Writes, Nobody),
    route("POST", "/core/servermaintenance/", Has(Right::DoServerMaint), Writes, Nobody),
    route("GET", "/core/freeze/", Login, Reads, List),
    route("POST", "/core/freeze/", Superuser, Writes, Nobody),
    route("POST", "/core/thaw/", Superuser, Writes, Nobody),
    route("GET", "/core/keystore/", Has(Right::ViewGlobalKeystore), Reads, Nobody),
    route("POST", "/core/keystore/", Has(Right::EditGlobalKeystore), Writes, Nobody),
    route("PUT", "/core/keystore/{id}/", Has(Right::EditGlobalKeystore), Writes, Nobody),
    route("DELETE", "/core/keystore/{id}/", Has(Right::EditGlobalKeystore), Writes, Nobody),
    route("GET", "/core/urlaction/", Either(Right::RunUrlactions, Right::EditCoreSettings), Reads, Nobody),
    route("POST", "/core/urlaction/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("PUT", "/core/urlaction/{id}/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("DELETE", "/core/urlaction/{id}/", Has(Right::EditCoreSettings), Writes, Nobody),
    route("PATCH", "/core/urlaction/run/", Has(Right::RunUrlactions), Writes, One),
    route("POST", "/core/urlaction/run/test/", Has(Right::RunUrlactions), Writes, One),
    route("GET", "/core/urlaction/presets/", Either(Right::RunUrlactions, Right::EditCoreSettings), Reads, Nobody),
    route("GET", "/core/urlaction/{id}/deliveries/", Either(Right::RunUrlactions, Right::EditCoreSettings), Reads, List),
    route("POST", "/core/urlaction/deliveries/{id}/resend/", Has(Right::RunUrlactions), Writes, One),
    route("GET", "/core/views/", Login, Reads, Nobody),
    route("POST", "/core/views/", Login, Writes, Nobody),
    route("PUT", "/core/views/{id}/", Login, Writes, Nobody),
    route("DELETE", "/core/views/{id}/", Login, Writes, Nobody),
    // Alerts
    route("PATCH", "/alerts/", Has(Right::ListAlerts), Reads, List),
    route("GET", "/alerts/", Has(Right::ListAlerts), Reads, List),
    route("POST", "/alerts/", Has(Right::ManageAlerts), Writes, Nobody),
    route("POST", "/alerts/bulk/", Has(Right::ManageAlerts), Writes, Nobody),
    route("GET", "/alerts/{id}/", Has(Right::ListAlerts), Reads, One),
    route("PUT", "/alerts/{id}/", Has(Right::ManageAlerts), Writes, One),
    route("DELETE", "/alerts/{id}/", Has(Right::ManageAlerts), Writes, One),
    route("GET", "/alerts/{id}/context/", Has(Right::ListAlerts), Reads, One),
    // Updates of operating systems
    route("GET", "/winupdate/", Has(Right::ManageWinupdates), Reads, List),
    route("GET", "/winupdate/agents/", Has(Right::ManageWinupdates), Reads, List),
    route("POST", "/winupdate/bulk/", Has(Right::ManageWinupdates), Writes, Nobody),
    route("GET", "/winupdate/{agent_id}/", Has(Right::ManageWinupdates), Reads, One),
    route("PUT", "/winupdate/{agent_id}/", Has(Right::ManageWinupdates), Writes, One),
    route("POST", "/winupdate/{agent_id}/scan/", Has(Right::ManageWinupdates), Writes, One),
    route("POST", "/winupdate/{agent_id}/install/", Has(Right::ManageWinupdates), Writes, One),
    // Live events
    route("POST", "/ws/ticket/", Login, Reads, Nobody),
    route("GET", "/events/", Login, Reads, Nobody),
    // The agents' side
    route("POST", "/link/enroll/", Nothing, Writes, Nobody),
    route("POST", "/link/leave/", Nothing, Writes, Nobody),
    route("GET", "/link/agent/{plat}/{arch}/", Nothing, Reads, Nobody),
    // Operation
    route("GET", "/api/schema/", Login, Reads, Nobody),
    route("POST", "/core/status/", Nothing, Reads, Nobody),
    route("GET", "/metrics", Has(Right::ViewCoreSettings), Reads, Nobody),
];
