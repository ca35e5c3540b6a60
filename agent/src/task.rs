//! The orders this build knows, and the functions that carry them out.

use muster_protocol::{Order, Outcome, RunCommand, RunScript, order_name};

use crate::run::{self, Job, Limits};

/// The names of all orders: what [`Task::read`] takes.
pub const NAMES: [&str; 2] = [order_name::RUN_COMMAND, order_name::RUN_SCRIPT];

/// What an order asks for, checked.
#[derive(Debug)]
pub enum Task {
    /// Run a shell command.
    RunCommand(RunCommand),
    /// Run a script.
    RunScript(RunScript),
}

impl Task {
    /// The table of orders; none for an unknown name or a body of another type.
    pub fn read(order: &Order) -> Option<Self> {
        Some(match order.name.as_str() {
            order_name::RUN_COMMAND => Self::RunCommand(order.read().ok()?),
            order_name::RUN_SCRIPT => Self::RunScript(order.read().ok()?),
            _ => return None,
        })
    }

    /// What the run may take.
    pub fn limits(&self) -> Limits {
        let (seconds, output_bytes) = match self {
            Self::RunCommand(command) => (command.timeout_seconds, command.output_limit),
            Self::RunScript(script) => (script.timeout_seconds, script.output_limit),
        };
        Limits { seconds, output_bytes }
    }

    /// Does it, to its end.
    pub async fn carry_out(&self, job: &Job) -> Outcome {
        match self {
            Self::RunCommand(command) => run::run_command(job, command).await,
            Self::RunScript(script) => run::run_script(job, script).await,
        }
    }
}
