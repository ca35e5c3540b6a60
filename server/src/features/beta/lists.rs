//! The lists of the beta API: one line each. Rights, scope, shapes and the
//! rules of a change are those of the main API's routes given here.

#[derive(Debug)]
pub struct List {
    /// Its name in the path: `/beta/v1/agent/`.
    pub name: &'static str,
    /// The list of the main API.
    pub path: &'static str,
    /// One object of it in the main API.
    pub one: Option<&'static str>,
    pub pages: Pages,
}

/// Where a list is filtered and paged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// In the main API, with SQL: the list can be long.
    Main,
    /// In the beta API, from all rows: the list stays small.
    Here,
}

const fn list(
    name: &'static str,
    path: &'static str,
    one: Option<&'static str>,
    pages: Pages,
) -> List {
    List { name, path, one, pages }
}

use Pages::{Here, Main};

#[rustfmt::skip]
pub const LISTS: &[List] = &[
    list("agent", "/agents/", Some("/agents/{agent_id}/"), Main),
    list("client", "/clients/", Some("/clients/{id}/"), Here),
    list("site", "/clients/sites/", Some("/clients/sites/{id}/"), Here),
    list("deployment", "/clients/deployments/", None, Here),
    list("policy", "/automation/policies/", Some("/automation/policies/{id}/"), Here),
    list("alerttemplate", "/alerts/templates/", Some("/alerts/templates/{id}/"), Here),
    list("maintenancewindow", "/maintenance/windows/", Some("/maintenance/windows/{id}/"), Here),
    list("task", "/tasks/", Some("/tasks/{id}/"), Here),
    list("check", "/checks/", Some("/checks/{id}/"), Here),
    list("customfield", "/core/customfields", Some("/core/customfields/{id}/"), Here),
    list("script", "/scripts/", Some("/scripts/{id}/"), Here),
    list("snippet", "/scripts/snippets/", Some("/scripts/snippets/{id}/"), Here),
    list("run", "/runs/", Some("/runs/{id}/"), Main),
    list("note", "/agents/notes/", Some("/agents/notes/{id}/"), Here),
    list("pendingaction", "/logs/pendingactions/", None, Here),
    list("software", "/software/", None, Main),
    list("winupdate", "/winupdate/", None, Here),
    list("alert", "/alerts/", Some("/alerts/{id}/"), Main),
    list("auditlog", "/logs/audit/", None, Main),
    list("debuglog", "/logs/debug/", None, Main),
    list("user", "/accounts/users/", Some("/accounts/{id}/users/"), Here),
    list("role", "/accounts/roles/", Some("/accounts/roles/{id}/"), Here),
    list("apikey", "/accounts/apikeys/", Some("/accounts/apikeys/{id}/"), Here),
    list("keystore", "/core/keystore/", None, Here),
    list("urlaction", "/core/urlaction/", None, Here),
    list("view", "/core/views/", None, Here),
];

impl List {
    /// The path of the list in the beta API.
    pub fn beta_path(&self) -> String {
        format!("/beta/v1/{}/", self.name)
    }

    /// The path of one object in the beta API, with the main API's variable.
    #[cfg(test)]
    pub fn beta_object_path(&self) -> Option<String> {
        let (_, variable) = self.one?.split_once('{')?;
        let (variable, _) = variable.split_once('}')?;
        Some(format!("/beta/v1/{}/{{{variable}}}/", self.name))
    }
}
