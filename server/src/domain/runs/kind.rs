//! The kinds of run: one row contains everything that differs between them.

use muster_protocol::order_name;

use super::follow_up::{SCANNED_KIND, SOFTWARE_KIND, UPDATED_KIND};
use crate::auth::Right;
use crate::storage::{TextEnum, stored_as_text};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RunKind {
    /// A shell command.
    Command,
    /// A script.
    Script,
    /// A task.
    Task,
    /// A check.
    Check,
    /// A search for missing updates.
    PatchScan,
    /// The installation of updates.
    PatchInstall,
    /// The installation of a package.
    SoftwareInstall,
    /// The removal of a package.
    SoftwareUninstall,
    /// Another release of the agent.
    AgentUpdate,
    /// A reboot or shutdown, now or at a set time.
    Power,
    /// A repair of the agent.
    Recover,
}

/// What differs between kinds.
struct Row {
    kind: RunKind,
    /// Its name in the database, the API and events.
    name: &'static str,
    /// The right to start one, and to cancel one of another user.
    right: Right,
    /// The orders that ask an agent for one.
    orders: &'static [&'static str],
    /// Type of the action while it waits for its agent.
    pending: &'static str,
    /// The job after its end, if any.
    follow_up: Option<&'static str>,
}

/// In the order of the enum.
const TABLE: [Row; 11] = [
    Row {
        kind: RunKind::Command,
        name: "cmd_run",
        right: Right::SendCmd,
        orders: &[order_name::RUN_COMMAND],
        pending: "runcmd",
        follow_up: None,
    },
    Row {
        kind: RunKind::Script,
        name: "script_run",
        right: Right::RunScripts,
        orders: &[order_name::RUN_SCRIPT],
        pending: "runscript",
        follow_up: None,
    },
    Row {
        kind: RunKind::Task,
        name: "task_run",
        right: Right::RunAutotasks,
        orders: &[order_name::RUN_TASK],
        pending: "runscript",
        follow_up: None,
    },
    Row {
        kind: RunKind::Check,
        name: "check_run",
        right: Right::RunChecks,
        orders: &[],
        pending: "runcmd",
        follow_up: None,
    },
    Row {
        kind: RunKind::PatchScan,
        name: "patch_scan",
        right: Right::ManageWinupdates,
        orders: &[order_name::SCAN_UPDATES],
        pending: "runpatchscan",
        follow_up: Some(SCANNED_KIND),
    },
    Row {
        kind: RunKind::PatchInstall,
        name: "patch_install",
        right: Right::ManageWinupdates,
        orders: &[order_name::INSTALL_UPDATES],
        pending: "runpatchinstall",
        follow_up: Some(UPDATED_KIND),
    },
    Row {
        kind: RunKind::SoftwareInstall,
        name: "software_install",
        right: Right::ManageSoftware,
        orders: &[order_name::INSTALL_SOFTWARE],
        pending: "pkginstall",
        follow_up: Some(SOFTWARE_KIND),
    },
    Row {
        kind: RunKind::SoftwareUninstall,
        name: "software_uninstall",
        right: Right::ManageSoftware,
        // By the package manager, or with the command in the inventory.
        orders: &[order_name::UNINSTALL_SOFTWARE, order_name::RUN_COMMAND],
        pending: "pkginstall",
        follow_up: Some(SOFTWARE_KIND),
    },
    Row {
        kind: RunKind::AgentUpdate,
        name: "agent_update",
        right: Right::UpdateAgents,
        orders: &[order_name::UPDATE_AGENT],
        pending: "agentupdate",
        follow_up: None,
    },
    Row {
        kind: RunKind::Power,
        name: "power",
        right: Right::RebootAgents,
        orders: &[order_name::CHANGE_POWER, order_name::SCHEDULE_REBOOT],
        pending: "runcmd",
        follow_up: None,
    },
    Row {
        kind: RunKind::Recover,
        name: "recover",
        right: Right::RecoverAgents,
        orders: &[order_name::RECOVER_AGENT],
        pending: "runcmd",
        follow_up: None,
    },
];

impl TextEnum for RunKind {
    const ALL: &'static [Self] = &{
        let mut all = [Self::Command; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            all[at] = TABLE[at].kind;
            at += 1;
        }
        all
    };

    fn as_str(self) -> &'static str {
        self.row().name
    }
}

stored_as_text!(RunKind);

impl RunKind {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// All names, for filters.
    pub const NAMES: &'static [&'static str] = &{
        let mut names = [""; TABLE.len()];
        let mut at = 0;
        while at < TABLE.len() {
            names[at] = TABLE[at].name;
            at += 1;
        }
        names
    };

    /// The right to start one, and to cancel one of another user.
    pub fn right(self) -> Right {
        self.row().right
    }

    pub fn rights() -> impl Iterator<Item = Right> {
        TABLE.iter().map(|row| row.right)
    }

    /// Whether this order asks an agent for one.
    pub fn has_order(self, name: &str) -> bool {
        self.row().orders.contains(&name)
    }

    /// Type of the action while it waits for its agent.
    pub fn pending_name(self) -> &'static str {
        self.row().pending
    }

    /// Kind of the job after its end, if any.
    pub fn follow_up(self) -> Option<&'static str> {
        self.row().follow_up
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_row_and_name() {
        for (index, kind) in RunKind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, index);
            assert_eq!(RunKind::from_name(kind.as_str()), Some(*kind));
        }
    }
}
