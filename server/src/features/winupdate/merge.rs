//! The effect of a scan on each update: the rules, without the database.

use std::collections::{HashMap, HashSet};

use muster_protocol::{Update, UpdateScan};
use sea_orm::FromQueryResult;

use super::update::SEVERITIES;
use crate::time::Timestamp;

const LONGEST_TEXT: usize = 1000;

/// The description of an update.
#[derive(Clone, Debug, PartialEq, FromQueryResult)]
pub struct Details {
    /// Package, or number in the knowledge base.
    pub kb: String,
    /// A line for people.
    pub title: String,
    /// More for people.
    pub description: String,
    /// How urgent.
    pub severity: String,
    /// A list of texts as JSON.
    pub categories: String,
    /// The updater that offers it.
    pub source: String,
}

/// The state of an update on its agent.
#[derive(Clone, Debug, PartialEq, FromQueryResult)]
pub struct InstallState {
    /// The stored state.
    pub state: String,
    /// `n/a`, `success` or `failed`.
    pub result: String,
    /// What went wrong.
    pub error: Option<String>,
    /// The run that last tried.
    pub install_run: Option<String>,
    /// When it was first found installed.
    pub date_installed: Option<Timestamp>,
}

/// An update that is stored.
#[derive(Clone, Debug, FromQueryResult)]
pub struct KnownUpdate {
    /// Key of the update.
    pub id: i64,
    /// Its identifier at the agent.
    pub guid: String,
    /// Its description.
    #[sea_orm(nested)]
    pub details: Details,
    /// Its state.
    #[sea_orm(nested)]
    pub install_state: InstallState,
    attempts: i64,
    run_status: Option<String>,
    run_started: Option<Timestamp>,
    run_finished: Option<Timestamp>,
}

/// What must be written.
#[derive(Debug, Default)]
pub struct Plan {
    /// Updates that were not known.
    pub new: Vec<(String, Details)>,
    /// Updates that differ from what is stored.
    pub changed: Vec<(i64, Details, InstallState)>,
}

/// Compares a scan with what is stored. All times are the server's own.
pub fn merge(
    known: Vec<KnownUpdate>,
    scan: &UpdateScan,
    asked: Timestamp,
    finished: Timestamp,
) -> Plan {
    let mut offered: HashMap<String, Details> = HashMap::new();
    for update in scan.updates.iter().filter(|update| !update.guid.is_empty()) {
        offered.insert(clean(&update.guid), Details::of(update, &scan.source));
    }
    let packages: HashSet<String> = offered.values().map(|details| details.kb.clone()).collect();
    let mut plan = Plan::default();
    for update in known {
        let (details, install_state) = match offered.remove(&update.guid) {
            Some(details) => (details, update.offered_again(scan.reboot_required, asked)),
            None => {
                let is_superseded =
                    !update.details.kb.is_empty() && packages.contains(&update.details.kb);
                (update.details.clone(), update.no_longer_offered(is_superseded, finished))
            }
        };
        if details != update.details || install_state != update.install_state {
            plan.changed.push((update.id, details, install_state));
        }
    }
    plan.new = offered.into_iter().collect();
    plan.new.sort_by(|one, other| one.0.cmp(&other.0));
    plan
}

impl KnownUpdate {
    fn offered_again(&self, reboot_required: bool, asked: Timestamp) -> InstallState {
        let mut install_state = self.install_state.clone();
        if matches!(install_state.state.as_str(), "installed" | "superseded") {
            let (state, result) = ("available".to_owned(), "n/a".to_owned());
            return InstallState {
                state,
                result,
                error: None,
                install_run: None,
                date_installed: None,
            };
        }
        // The scan must have seen everything that was tried before it was
        // requested, and only that.
        let was_tried = self.run_started.is_some()
            && self.run_finished.is_some_and(|finished| finished <= asked);
        if !was_tried {
            return install_state;
        }
        if self.run_status.as_deref() == Some("passed") && reboot_required {
            install_state.state = "reboot_pending".to_owned();
            return install_state;
        }
        install_state.state = "failed".to_owned();
        install_state.result = "failed".to_owned();
        let sentence = "it is still offered after the installation";
        install_state.error.get_or_insert_with(|| sentence.to_owned());
        install_state
    }

    fn no_longer_offered(&self, is_superseded: bool, finished: Timestamp) -> InstallState {
        let mut install_state = self.install_state.clone();
        if matches!(install_state.state.as_str(), "installed" | "superseded") {
            return install_state;
        }
        if is_superseded {
            install_state.state = "superseded".to_owned();
            return install_state;
        }
        install_state.state = "installed".to_owned();
        install_state.error = None;
        install_state.date_installed = Some(finished);
        install_state.result = if self.attempts > 0 { "success" } else { "n/a" }.to_owned();
        install_state
    }
}

impl Details {
    fn of(update: &Update, source: &str) -> Self {
        let title = match update.title.is_empty() {
            true => format!("{} {}", update.name, update.version),
            false => update.title.clone(),
        };
        let description = match update.installed_version.is_empty() {
            true => update.version.clone(),
            false => format!("{} → {}", update.installed_version, update.version),
        };
        let mut categories = Vec::new();
        if update.is_security {
            categories.push("Security");
        }
        if update.is_held {
            categories.push("Held");
        }
        let severity = SEVERITIES.iter().find(|name| **name == update.severity);
        Self {
            kb: clean(&update.name),
            title: clean(title.trim()),
            description: clean(&description),
            severity: severity.copied().unwrap_or_default().to_owned(),
            categories: serde_json::json!(categories).to_string(),
            source: clean(source),
        }
    }
}

/// Without NUL, truncated.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(LONGEST_TEXT).collect()
}
