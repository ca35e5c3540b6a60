//! The effect of a scan on each update: the rules, without the database.

use std::collections::{HashMap, HashSet};

use muster_protocol::{Update, UpdateScan};
use sea_orm::FromQueryResult;

use super::details::{Details, Package, clean};
use crate::time::Timestamp;

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
    /// Updates that were not known, and why their last installation failed.
    pub new: Vec<(String, Details, Option<String>)>,
    /// Updates that differ from what is stored.
    pub changed: Vec<(i64, Details, InstallState)>,
}

/// An update that a scan found.
struct Offered {
    details: Details,
    /// Why its last installation failed, if the updater knows.
    error: Option<String>,
    /// Whether the scan before did not find it.
    is_new: bool,
}

/// Compares a scan with what is stored. All times are the server's own.
pub fn merge(
    known: Vec<KnownUpdate>,
    scan: &UpdateScan,
    asked: Timestamp,
    finished: Timestamp,
) -> Plan {
    let mut offered = find_offered(&known, scan);
    // One that was there before is another update, not a newer version.
    let new = offered.values().filter(|found| found.is_new);
    let new: HashSet<Package> = new.filter_map(|found| found.details.package()).collect();
    let mut plan = Plan::default();
    for update in &known {
        let (details, install_state) = match offered.get(&update.guid) {
            Some(found) => {
                (&found.details, update.offered_again(found, scan.reboot_required, asked))
            }
            None => {
                let package = update.details.package();
                let is_superseded = package.is_some_and(|package| new.contains(&package));
                let state = update.no_longer_offered(is_superseded, scan.reboot_required, finished);
                (&update.details, state)
            }
        };
        if *details != update.details || install_state != update.install_state {
            plan.changed.push((update.id, details.clone(), install_state));
        }
    }
    for update in &known {
        offered.remove(&update.guid);
    }
    plan.new =
        offered.into_iter().map(|(guid, found)| (guid, found.details, found.error)).collect();
    plan.new.sort_by(|one, other| one.0.cmp(&other.0));
    plan
}

/// What a scan found, by identifier.
fn find_offered(known: &[KnownUpdate], scan: &UpdateScan) -> HashMap<String, Offered> {
    let mut offered: HashMap<String, Offered> = HashMap::new();
    for update in scan.updates.iter().filter(|update| !update.guid.is_empty()) {
        offered.insert(clean(&update.guid), Offered::of(update, &scan.source));
    }
    for update in known.iter().filter(|update| update.install_state.is_open()) {
        if let Some(found) = offered.get_mut(&update.guid) {
            found.is_new = false;
        }
    }
    offered
}

impl Offered {
    fn of(update: &Update, source: &str) -> Self {
        let error = Some(clean(update.error.trim())).filter(|error| !error.is_empty());
        Self { details: Details::of(update, source), error, is_new: true }
    }
}

impl InstallState {
    fn new(error: Option<String>) -> Self {
        let (state, result) = ("available".to_owned(), "n/a".to_owned());
        Self { state, result, error, install_run: None, date_installed: None }
    }

    /// Whether it was offered by the last scan, or waits for a restart since.
    fn is_open(&self) -> bool {
        !matches!(self.state.as_str(), "installed" | "superseded")
    }
}

impl KnownUpdate {
    fn offered_again(
        &self,
        found: &Offered,
        reboot_required: bool,
        asked: Timestamp,
    ) -> InstallState {
        let mut install_state = self.install_state.clone();
        if !install_state.is_open() {
            return InstallState::new(found.error.clone());
        }
        // The scan must have seen everything that was tried before it was
        // requested, and only that.
        let was_tried = self.run_started.is_some()
            && self.run_finished.is_some_and(|finished| finished <= asked);
        // Runs are deleted in the end, also before a computer restarts.
        let is_old = install_state.state == "reboot_pending" && self.run_status.is_none();
        if !was_tried && !is_old {
            if install_state.state == "available" {
                // By others than us, such as Windows itself.
                install_state.error = found.error.clone();
            }
            return install_state;
        }
        let is_done =
            self.run_status.as_deref() == Some("passed") || install_state.state == "reboot_pending";
        if is_done && reboot_required {
            install_state.state = "reboot_pending".to_owned();
            return install_state;
        }
        install_state.state = "failed".to_owned();
        install_state.result = "failed".to_owned();
        if found.error.is_some() {
            install_state.error = found.error.clone();
        }
        let sentence = "it is still offered after the installation";
        install_state.error.get_or_insert_with(|| sentence.to_owned());
        install_state
    }

    fn no_longer_offered(
        &self,
        is_superseded: bool,
        reboot_required: bool,
        finished: Timestamp,
    ) -> InstallState {
        let mut install_state = self.install_state.clone();
        let is_pending = install_state.state == "reboot_pending" && reboot_required;
        // A restart can still undo what waits for it.
        if !install_state.is_open() || is_pending {
            return install_state;
        }
        // It may have been installed, too; only its run can tell.
        let was_done = self.run_status.as_deref() == Some("passed")
            && matches!(install_state.state.as_str(), "available" | "reboot_pending");
        if is_superseded && !was_done {
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
