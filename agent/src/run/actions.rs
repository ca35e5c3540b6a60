//! A run of several actions, one after the other: a task.

use std::time::Instant;

use muster_protocol::{ActionOutcome, End, Outcome, RunCommand, RunScript, TaskAction};
use muster_protocol::{Stream, TaskDefinition};

use super::command::prepare_command;
use super::prepare::Ready;
use super::script::prepare_script;
use super::{CannotStart, Job, Limits, Stage};

/// The most characters of a command in an action's name.
const NAME_LENGTH: usize = 60;

/// A run of a task.
#[derive(Clone, Debug)]
pub struct TaskRun {
    /// The task as it runs.
    pub definition: TaskDefinition,
    /// Ends the run whatever it does, as if each action's limit were up.
    pub ends: Option<tokio::time::Instant>,
}

impl TaskRun {
    /// What the run may take, all actions together.
    pub fn limits(&self) -> Limits {
        let seconds = self.definition.actions.iter().map(timeout_of);
        Limits {
            seconds: seconds.fold(0, u32::saturating_add),
            output_bytes: self.definition.output_limit,
        }
    }

    fn is_over(&self) -> bool {
        self.ends.is_some_and(|ends| ends <= tokio::time::Instant::now())
    }
}

/// Runs the actions of a task.
///
/// The run ends as its first action that did not end well, else well. What
/// ends the run itself (a cancelling, the agent's stop, the task's own end)
/// is its end at once.
pub async fn run_task(job: &Job, task: &TaskRun) -> Outcome {
    let mut stage = Stage::begin(job);
    let actions = &task.definition.actions;
    let (mut end, mut outcomes) = (End::Exited { code: 0 }, Vec::new());
    for (index, action) in actions.iter().enumerate() {
        if actions.len() > 1 {
            let (number, count) = (index + 1, actions.len());
            stage.print_line(&format!("--- {number} of {count}: {} ---", name_of(action)));
        }
        stage.limit_next(timeout_of(action), task.ends);
        let (action_end, outcome) = run_action(&mut stage, action).await;
        let ends_run = matches!(action_end, End::Cancelled | End::Interrupted)
            || (action_end == End::TimedOut && task.is_over());
        let succeeded = outcome.retcode == Some(0);
        outcomes.push(outcome);
        if ends_run || (!succeeded && end.retcode() == Some(0)) {
            end = action_end;
        }
        if ends_run || !(succeeded || task.definition.continue_on_error) {
            break;
        }
    }
    stage.conclude(end, outcomes)
}

async fn run_action(stage: &mut Stage<'_>, action: &TaskAction) -> (End, ActionOutcome) {
    let (stdout_from, stderr_from) = stage.spooled();
    let began = Instant::now();
    let end = match prepare(stage.job(), action).await {
        Ok(ready) => stage.run(ready).await,
        Err(CannotStart(reason)) => End::CouldNotStart { reason },
    };
    if let End::CouldNotStart { reason } = &end {
        stage.print(Stream::Stderr, &format!("{reason}\n"));
    }
    let (stdout_to, stderr_to) = stage.spooled();
    let outcome = ActionOutcome {
        name: name_of(action),
        retcode: end.retcode(),
        seconds: began.elapsed().as_secs_f64(),
        stdout_from,
        stdout_to,
        stderr_from,
        stderr_to,
    };
    (end, outcome)
}

async fn prepare(job: &Job, action: &TaskAction) -> Result<Ready, CannotStart> {
    let output_limit = job.limits.output_bytes;
    match action {
        TaskAction::Script(action) => {
            let order = RunScript {
                shell: action.shell.clone(),
                code: action.code.clone(),
                args: action.args.clone(),
                env_vars: action.env_vars.clone(),
                timeout_seconds: action.timeout_seconds,
                run_as_user: action.run_as_user,
                output_limit,
            };
            prepare_script(job, &order).await
        }
        TaskAction::Cmd(action) => {
            let order = RunCommand {
                shell: action.shell.clone(),
                command: action.command.clone(),
                timeout_seconds: action.timeout_seconds,
                run_as_user: action.run_as_user,
                output_limit,
            };
            prepare_command(job, &order).await
        }
        TaskAction::Unknown => {
            Err(CannotStart("this agent is too old for an action of the task".to_owned()))
        }
    }
}

fn timeout_of(action: &TaskAction) -> u32 {
    match action {
        TaskAction::Script(script) => script.timeout_seconds,
        TaskAction::Cmd(command) => command.timeout_seconds,
        TaskAction::Unknown => 0,
    }
}

/// What people call an action: the script's name, or the command's first line.
fn name_of(action: &TaskAction) -> String {
    let text = match action {
        TaskAction::Script(script) => script.name.as_str(),
        TaskAction::Cmd(command) => command.command.as_str(),
        TaskAction::Unknown => "?",
    };
    let line = text.trim().lines().next().unwrap_or_default();
    line.chars().take(NAME_LENGTH).filter(|c| !c.is_control()).collect()
}
