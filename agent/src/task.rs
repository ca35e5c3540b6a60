//! The orders this build knows, and the functions that carry them out.

use muster_protocol::{
    ChangeSoftware, End, InstallUpdates, Order, Outcome, Power, RecoverAgent, RunCommand,
    RunScript, RunTask, ScanUpdates, ScheduleReboot, UpdateAgent, order_name,
};

use crate::data_dir::DataDir;
use crate::ledger::Promise;
use crate::packages::{self, Change};
use crate::power;
use crate::run::{self, Job, Limits, Stage, TaskRun};

/// The names of all orders: what [`Task::read`] takes.
pub const NAMES: [&str; 11] = [
    order_name::RUN_COMMAND,
    order_name::RUN_SCRIPT,
    order_name::RUN_TASK,
    order_name::SCHEDULE_REBOOT,
    order_name::SCAN_UPDATES,
    order_name::INSTALL_UPDATES,
    order_name::INSTALL_SOFTWARE,
    order_name::UNINSTALL_SOFTWARE,
    order_name::CHANGE_POWER,
    order_name::UPDATE_AGENT,
    order_name::RECOVER_AGENT,
];

const POWER_SECONDS: u32 = 60;
const POWER_OUTPUT: u64 = 4096;

/// What an order asks for, checked.
#[derive(Debug)]
pub enum Task {
    /// Run a shell command.
    RunCommand(RunCommand),
    /// Run a script.
    RunScript(RunScript),
    /// Run the actions of a task.
    Actions(TaskRun),
    /// Restart the machine at a set time; see [`crate::reboot`].
    Reboot(ScheduleReboot),
    /// Find out what could be installed.
    ScanUpdates(ScanUpdates),
    /// Install certain updates.
    InstallUpdates(InstallUpdates),
    /// Install a package.
    InstallSoftware(ChangeSoftware),
    /// Remove a package.
    UninstallSoftware(ChangeSoftware),
    /// Restart the machine, or switch it off.
    ChangePower(Power),
    /// Become another release; see [`crate::upkeep`].
    Update(UpdateAgent),
    /// Start anew; see [`crate::upkeep`].
    Recover(RecoverAgent),
}

impl Task {
    /// The table of orders; none for an unknown name or a body of another type.
    pub fn read(order: &Order) -> Option<Self> {
        Some(match order.name.as_str() {
            order_name::RUN_COMMAND => Self::RunCommand(order.read().ok()?),
            order_name::RUN_SCRIPT => Self::RunScript(order.read().ok()?),
            order_name::RUN_TASK => {
                let RunTask { definition } = order.read().ok()?;
                Self::Actions(TaskRun { definition, ends: None })
            }
            order_name::SCHEDULE_REBOOT => Self::Reboot(order.read().ok()?),
            order_name::SCAN_UPDATES => Self::ScanUpdates(order.read().ok()?),
            order_name::INSTALL_UPDATES => Self::InstallUpdates(order.read().ok()?),
            order_name::INSTALL_SOFTWARE => Self::InstallSoftware(order.read().ok()?),
            order_name::UNINSTALL_SOFTWARE => Self::UninstallSoftware(order.read().ok()?),
            order_name::CHANGE_POWER => Self::ChangePower(order.read().ok()?),
            order_name::UPDATE_AGENT => Self::Update(order.read().ok()?),
            order_name::RECOVER_AGENT => Self::Recover(order.read().ok()?),
            _ => return None,
        })
    }

    /// What the next process has to know of it, if this one may not see its end.
    pub fn promise(&self) -> Option<Promise> {
        match self {
            Self::Reboot(reboot) => Some(Promise::Reboot(reboot.at)),
            Self::Update(update) => Some(Promise::Update(update.version.clone())),
            _ => None,
        }
    }

    /// What the run may take.
    pub fn limits(&self) -> Limits {
        let (seconds, output_bytes) = match self {
            Self::RunCommand(command) => (command.timeout_seconds, command.output_limit),
            Self::RunScript(script) => (script.timeout_seconds, script.output_limit),
            Self::Actions(task) => return task.limits(),
            Self::Reboot(_) => (1, 4096),
            Self::ScanUpdates(scan) => (scan.timeout_seconds, scan.output_limit),
            Self::InstallUpdates(updates) => (updates.timeout_seconds, updates.output_limit),
            Self::InstallSoftware(change) | Self::UninstallSoftware(change) => {
                (change.timeout_seconds, change.output_limit)
            }
            // It is over as soon as the system knows.
            Self::ChangePower(_) | Self::Recover(_) => (POWER_SECONDS, POWER_OUTPUT),
            Self::Update(update) => (update.timeout_seconds, POWER_OUTPUT),
        };
        Limits { seconds, output_bytes }
    }

    /// Does it, to its end.
    pub async fn carry_out(&self, data: &DataDir, job: &Job) -> Outcome {
        let change = match self {
            Self::RunCommand(command) => return run::run_command(job, command).await,
            Self::RunScript(script) => return run::run_script(job, script).await,
            Self::Actions(task) => return run::run_task(job, task).await,
            // Those that end with the process have their own ways.
            Self::Reboot(_) | Self::Update(_) | Self::Recover(_) => {
                return run::never_started(End::Exited { code: 0 });
            }
            Self::ScanUpdates(scan) => Change::Scan(scan),
            Self::InstallUpdates(updates) => Change::Update(updates),
            Self::InstallSoftware(change) => Change::Install(change),
            Self::UninstallSoftware(change) => Change::Remove(change),
            Self::ChangePower(power) => return change_power(data, job, power),
        };
        packages::carry_out(job, change).await
    }
}

/// The machine goes down a moment later; the outcome is in the ledger by then,
/// and is told now or after the start.
fn change_power(data: &DataDir, job: &Job, power: &Power) -> Outcome {
    let end = match power::change(data, power) {
        Ok(()) => End::Exited { code: 0 },
        Err(problem) => End::CouldNotStart { reason: problem.to_string() },
    };
    Stage::begin(job).finish(end)
}
