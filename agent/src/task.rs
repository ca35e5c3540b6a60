//! The orders this build knows, and the functions that carry them out.

use muster_protocol::{
    ChangeSoftware, InstallUpdates, Order, Outcome, RunCommand, RunScript, ScanUpdates, order_name,
};

use crate::packages::{self, Change};
use crate::run::{self, Job, Limits};

/// The names of all orders: what [`Task::read`] takes.
pub const NAMES: [&str; 6] = [
    order_name::RUN_COMMAND,
    order_name::RUN_SCRIPT,
    order_name::SCAN_UPDATES,
    order_name::INSTALL_UPDATES,
    order_name::INSTALL_SOFTWARE,
    order_name::UNINSTALL_SOFTWARE,
];

/// What an order asks for, checked.
#[derive(Debug)]
pub enum Task {
    /// Run a shell command.
    RunCommand(RunCommand),
    /// Run a script.
    RunScript(RunScript),
    /// Find out what could be installed.
    ScanUpdates(ScanUpdates),
    /// Install certain updates.
    InstallUpdates(InstallUpdates),
    /// Install a package.
    InstallSoftware(ChangeSoftware),
    /// Remove a package.
    UninstallSoftware(ChangeSoftware),
}

impl Task {
    /// The table of orders; none for an unknown name or a body of another type.
    pub fn read(order: &Order) -> Option<Self> {
        Some(match order.name.as_str() {
            order_name::RUN_COMMAND => Self::RunCommand(order.read().ok()?),
            order_name::RUN_SCRIPT => Self::RunScript(order.read().ok()?),
            order_name::SCAN_UPDATES => Self::ScanUpdates(order.read().ok()?),
            order_name::INSTALL_UPDATES => Self::InstallUpdates(order.read().ok()?),
            order_name::INSTALL_SOFTWARE => Self::InstallSoftware(order.read().ok()?),
            order_name::UNINSTALL_SOFTWARE => Self::UninstallSoftware(order.read().ok()?),
            _ => return None,
        })
    }

    /// What the run may take.
    pub fn limits(&self) -> Limits {
        let (seconds, output_bytes) = match self {
            Self::RunCommand(command) => (command.timeout_seconds, command.output_limit),
            Self::RunScript(script) => (script.timeout_seconds, script.output_limit),
            Self::ScanUpdates(scan) => (scan.timeout_seconds, scan.output_limit),
            Self::InstallUpdates(updates) => (updates.timeout_seconds, updates.output_limit),
            Self::InstallSoftware(change) | Self::UninstallSoftware(change) => {
                (change.timeout_seconds, change.output_limit)
            }
        };
        Limits { seconds, output_bytes }
    }

    /// Does it, to its end.
    pub async fn carry_out(&self, job: &Job) -> Outcome {
        let change = match self {
            Self::RunCommand(command) => return run::run_command(job, command).await,
            Self::RunScript(script) => return run::run_script(job, script).await,
            Self::ScanUpdates(scan) => Change::Scan(scan),
            Self::InstallUpdates(updates) => Change::Update(updates),
            Self::InstallSoftware(change) => Change::Install(change),
            Self::UninstallSoftware(change) => Change::Remove(change),
        };
        packages::carry_out(job, change).await
    }
}
