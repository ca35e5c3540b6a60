//! The orders to the agents of a bulk action: fixed when it starts, so that the
//! last agent gets the same script as the first.

use muster_protocol::{Power, order_name};
use serde::{Deserialize, Serialize};

use super::mode::Mode;
use super::script_action::{self, FilledScript};
use crate::app::App;
use crate::audit::Entry;
use crate::auth::{Identity, Scope};
use crate::domain::checks::list_agents_with_checks;
use crate::domain::fleet::Target;
use crate::domain::runs::{Instruction, RunCommand, RunKind};
use crate::error::ApiError;
use crate::features::agents::{list_upgrades, recover_instruction};
use crate::features::software::Package;
use crate::features::{tasks, winupdate};
use crate::ids::AgentKey;

/// The timeout of a reboot or shutdown: the machine reports it before it goes
/// down.
const POWER_SECONDS: u32 = 60;
/// The most bytes stored per agent, for all agents of one bulk action together.
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// The orders to the agents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Action {
    /// The same for all agents.
    Same {
        instruction: Instruction,
        /// The platforms it runs on; empty for all.
        platforms: Vec<String>,
    },
    /// A script whose arguments contain placeholders for values of each agent.
    Script(Box<FilledScript>),
    /// The updates that are approved for each agent.
    InstallUpdates,
    /// A package, by the package manager of each platform.
    Package(Package),
    /// The program that this server has for each agent, of this release if one
    /// is given.
    Update(Option<String>),
    /// A task of the agents.
    Task(Box<TaskAction>),
    /// No order: other agents wake them.
    Wake,
    /// No order: they are asked to run their checks.
    Checks,
    /// No order, for this reason.
    Nothing(String),
}

/// A task, and the order for agents that have it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TaskAction {
    pub task: i64,
    #[serde(default)]
    name: String,
    /// The order for all agents, unless its arguments contain placeholders.
    shared: Option<Instruction>,
    /// How much is stored per agent where the orders differ.
    bytes: usize,
}

/// The order for one agent.
pub enum AgentOrder {
    /// The order for all agents.
    Shared,
    /// An order of its own.
    Own(Box<Instruction>),
    /// No order, for this reason.
    Refused(String),
}

impl Action {
    /// The orders for a mode; refuses what does not exist, and what the caller may
    /// not ask for.
    pub async fn of(app: &App, caller: &Identity, mode: &Mode) -> Result<Self, ApiError> {
        Ok(match mode {
            Mode::Command(command) => of_command(app, command),
            Mode::Script(script) => script_action::action(app, caller, script).await?,
            Mode::Scan => same(winupdate::scan_instruction(app)),
            Mode::Install => Self::InstallUpdates,
            Mode::Software(package) => Self::Package(package.clone()),
            Mode::Power(action) => same(power(action)),
            Mode::Wake => Self::Wake,
            Mode::Task(task) => of_task(app, &caller.scope, *task).await?,
            Mode::Checks => Self::Checks,
            Mode::Recover(part) => same(recover_instruction(part)),
            Mode::Update(release) => Self::Update(release.clone()),
            Mode::Edit(_) | Mode::Remove => Self::Nothing(String::new()),
        })
    }

    /// Whether agents get no order, and the job does what there is to do.
    pub fn has_no_order(&self) -> bool {
        matches!(self, Self::Wake | Self::Checks)
    }

    /// The order for all agents, if it is the same.
    pub fn shared(&self) -> Option<&Instruction> {
        match self {
            Self::Same { instruction, .. } => Some(instruction),
            Self::Task(task) => task.shared.as_ref(),
            _ => None,
        }
    }

    /// The row of the audit log with the code that agents run, if that is the
    /// same for all of them.
    pub fn with_code(&self, entry: Entry) -> Entry {
        let code = match self {
            Self::Script(script) => return entry.code(script.code()),
            _ => self.shared().and_then(Instruction::code),
        };
        match code {
            Some(code) => entry.code(&code),
            None => entry,
        }
    }

    /// The name of its script or task, and the key under which it is shown.
    pub fn name(&self) -> Option<(&'static str, &str)> {
        match self {
            Self::Same { instruction, .. } if !instruction.script_name.is_empty() => {
                Some(("script_name", instruction.script_name.as_str()))
            }
            Self::Script(script) => Some(("script_name", script.name())),
            Self::Task(task) => Some(("task_name", task.name.as_str())),
            _ => None,
        }
    }

    /// The orders for these agents, in the same order, whether or not they know them.
    pub async fn all_orders(
        &self,
        app: &App,
        targets: &[Target],
    ) -> Result<Vec<AgentOrder>, ApiError> {
        Ok(match self {
            Self::Same { instruction, platforms } => {
                let one = |target: &Target| match script_action::runs_on(platforms, target) {
                    true => AgentOrder::Shared,
                    false => AgentOrder::Refused(script_action::elsewhere(
                        &instruction.script_name,
                        platforms,
                    )),
                };
                targets.iter().map(one).collect()
            }
            Self::Script(script) => script.orders(app, targets).await?,
            Self::InstallUpdates => install_updates(app, targets).await?,
            Self::Update(release) => {
                let orders = list_upgrades(app, targets, release.as_deref()).await?;
                orders.into_iter().map(own_or_refused).collect()
            }
            Self::Package(package) => {
                let orders = targets.iter().map(|target| package.instruction(app, &target.plat));
                let named = orders.map(|order| order.map_err(|problem| format!("it {problem}")));
                named.map(own_or_refused).collect()
            }
            Self::Task(task) => task.orders(app, targets).await?,
            Self::Wake => targets.iter().map(|_| AgentOrder::Shared).collect(),
            Self::Checks => checks_of(app, targets).await?,
            Self::Nothing(reason) => {
                targets.iter().map(|_| AgentOrder::Refused(reason.clone())).collect()
            }
        })
    }

    /// Refuses what would fill the disk when stored for so many agents.
    pub fn check_size(&self, agents: usize) -> Result<(), ApiError> {
        let (field, bytes) = match self {
            Self::Same { instruction, .. } => ("cmd", instruction.command.len()),
            Self::Script(script) => ("args", script.bytes()),
            Self::Task(task) => ("task", task.bytes),
            _ => return Ok(()),
        };
        if bytes.saturating_mul(agents) <= MAX_BYTES {
            return Ok(());
        }
        Err(ApiError::invalid(field, format!("this is too long for {agents} agents at once")))
    }
}

fn same(instruction: Instruction) -> Action {
    Action::Same { instruction, platforms: Vec::new() }
}

fn own_or_refused(order: Result<Instruction, String>) -> AgentOrder {
    match order {
        Ok(instruction) => AgentOrder::Own(Box::new(instruction)),
        Err(reason) => AgentOrder::Refused(reason),
    }
}

fn of_command(app: &App, command: &RunCommand) -> Action {
    // The other shells can be installed on any platform.
    let platforms = if command.shell() == "cmd" { vec!["windows".to_owned()] } else { Vec::new() };
    Action::Same { instruction: command.instruction(app), platforms }
}

async fn of_task(app: &App, scope: &Scope, id: i64) -> Result<Action, ApiError> {
    let task = tasks::find_for_many(app, scope, id).await?;
    let task = task.ok_or_else(|| ApiError::invalid("task", "choose a task"))?;
    let (name, shared, bytes) = (task.name, task.shared, task.bytes);
    Ok(Action::Task(Box::new(TaskAction { task: id, name, shared, bytes })))
}

impl TaskAction {
    async fn orders(&self, app: &App, targets: &[Target]) -> Result<Vec<AgentOrder>, ApiError> {
        let one = |order: Result<Instruction, String>| match order {
            Ok(_) if self.shared.is_some() => AgentOrder::Shared,
            Ok(own) => AgentOrder::Own(Box::new(own)),
            Err(reason) => AgentOrder::Refused(reason),
        };
        let orders = tasks::instructions_for_many(app, self.task, targets).await?;
        Ok(orders.into_iter().map(one).collect())
    }
}

/// Agents without checks are left out.
async fn checks_of(app: &App, targets: &[Target]) -> Result<Vec<AgentOrder>, ApiError> {
    let agents: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let known = list_agents_with_checks(app.db.read(), &agents).await?;
    let one = |target: &Target| match known.contains(&target.id) {
        true => AgentOrder::Shared,
        false => AgentOrder::Refused("it has no checks".to_owned()),
    };
    Ok(targets.iter().map(one).collect())
}

async fn install_updates(app: &App, targets: &[Target]) -> Result<Vec<AgentOrder>, ApiError> {
    let agents: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let mut approved = winupdate::list_approved(app.db.read(), &agents).await?;
    let one = |target: &Target| match approved.remove(&target.id) {
        Some(guids) => AgentOrder::Own(Box::new(winupdate::install_instruction(app, guids))),
        None => AgentOrder::Refused("no approved update waits there".to_owned()),
    };
    Ok(targets.iter().map(one).collect())
}

fn power(action: &str) -> Instruction {
    let body = Power { action: action.to_owned(), delay_seconds: 0 };
    Instruction::new(RunKind::Power, order_name::CHANGE_POWER, &body, POWER_SECONDS)
        .described_as(action)
}
