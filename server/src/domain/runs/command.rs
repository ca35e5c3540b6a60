//! A request to run a shell command, and the run it becomes.

use muster_protocol::{RunCommand as CommandOrder, order_name};
use utoipa::ToSchema;

use super::instruction::Instruction;
use super::kind::RunKind;
use super::launch::Launch;
use super::start::queue_hours;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::{SHELLS, Target, is_absolute, is_shell_or_path};
use crate::input::{Fields, Parse};

/// Fits into one frame of the link and one message of the bus.
const MAX_COMMAND_BYTES: usize = 512 * 1024;

/// The command.
#[derive(ToSchema)]
pub struct RunCommand {
    /// `cmd`, `powershell`, `bash`, `sh`, `shell`, `python`, an absolute path,
    /// or `custom` with `custom_shell`.
    shell: String,
    /// Absolute path of the shell, for `custom`.
    #[schema(required = false)]
    #[expect(dead_code, reason = "part of the schema; read into `shell`")]
    custom_shell: String,
    /// The command's text.
    cmd: String,
    /// Seconds until it is killed, 1 to 86400.
    timeout: u32,
    /// Run as the person at the machine.
    #[schema(required = false)]
    run_as_user: bool,
    /// Do not wait for the answer: run it now, or when the agent is back.
    #[schema(required = false)]
    queue: bool,
    /// Hours to wait for an agent that is offline, 1 to 720, with `queue`.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
}

impl Parse for RunCommand {
    fn parse(fields: &Fields<'_>) -> Self {
        let named = fields.text("shell").check(is_shell, &shell_problem()).required();
        let custom =
            fields.text("custom_shell").check(|path| is_absolute(path), "must be an absolute path");
        let (shell, custom_shell) = if named == "custom" {
            let path = custom.required();
            (path.clone(), path)
        } else {
            (named, custom.or(String::new()))
        };
        let cmd = fields.text("cmd").not_blank().max_bytes(MAX_COMMAND_BYTES).required();
        let timeout = fields.whole("timeout").between(1..=86_400).required();
        let queue = fields.flag("queue").or(false);
        Self {
            shell,
            custom_shell,
            cmd,
            timeout: u32::try_from(timeout).unwrap_or(1),
            run_as_user: fields.flag("run_as_user").or(false),
            queue,
            queue_hours: if queue { queue_hours(fields) } else { 0 },
        }
    }
}

/// Characters of a command in the message of its audit row.
const HEAD: usize = 120;

fn is_shell(text: &String) -> bool {
    text == "custom" || is_shell_or_path(text)
}

fn shell_problem() -> String {
    format!("must be one of {}, custom, or an absolute path", SHELLS.join(", "))
}

impl RunCommand {
    /// How long it may wait for an agent that is offline; none if it must run
    /// now.
    pub fn queue_hours(&self) -> Option<u32> {
        self.queue.then_some(self.queue_hours)
    }

    pub fn shell(&self) -> &str {
        &self.shell
    }

    pub fn into_launch(self, app: &App, caller: &Identity, target: Target) -> Launch {
        let audit = entry(&caller.username, &target, &self);
        // The rest is stored with the run.
        let asked = serde_json::json!({ "run_as_user": self.run_as_user });
        Launch::new(self.instruction(app), target, audit).with_request(app, &asked)
    }

    /// The order for an agent, and its text for the history.
    pub fn instruction(&self, app: &App) -> Instruction {
        let order = CommandOrder {
            shell: self.shell.clone(),
            command: self.cmd.clone(),
            timeout_seconds: self.timeout,
            run_as_user: self.run_as_user,
            output_limit: app.settings.output_limit,
        };
        Instruction::new(RunKind::Command, order_name::RUN_COMMAND, &order, self.timeout)
            .described_as(self.cmd.clone())
            .in_shell(self.shell.clone())
    }
}

fn entry(username: &str, target: &Target, request: &RunCommand) -> Entry {
    let head = head_of(&request.cmd);
    let message =
        format!("{username} ran a {} command on {}: {head}", request.shell, target.hostname);
    let after = serde_json::json!({
        "shell": request.shell, "cmd": request.cmd, "timeout": request.timeout,
        "run_as_user": request.run_as_user,
    });
    target.entry(Action::ExecuteCommand, ObjectType::Agent, message).after(&after)
}

/// As much of a command as a list of events shows; the row's values contain all
/// of it.
fn head_of(command: &str) -> String {
    let line = command.trim().lines().next().unwrap_or_default();
    let head: String = line.chars().take(HEAD).collect();
    if head.len() == command.trim().len() { head } else { format!("{head}…") }
}
