//! The modes of bulk actions, with their fields.

use crate::auth::Right;
use crate::domain::runs::RunCommand;
use crate::features::agents::{UpdateAgent, recovery_mode};
use crate::features::runs::{ScriptOptions, script_input};
use crate::features::software::Package;
use crate::input::{Fields, Parse};

pub const MODES: &[&str] = &[
    "command", "script", "patch", "checks", "reboot", "shutdown", "wol", "update", "remove",
    "recover", "software", "edit", "task",
];

pub enum Mode {
    /// Runs a shell command.
    Command(RunCommand),
    /// Runs a script of the library.
    Script(ScriptMode),
    /// Scans for updates.
    Scan,
    /// Installs the approved updates.
    Install,
    /// Runs the checks.
    Checks,
    /// `reboot` or `shutdown`.
    Power(&'static str),
    /// Has machines woken by other agents of their site or client.
    Wake,
    /// Updates the agents themselves, to this release if one is given.
    Update(Option<String>),
    /// Removes agents.
    Remove,
    /// Repairs agents, or their remote-control part.
    Recover(String),
    /// Installs a package.
    Software(Package),
    /// Changes settings of agents.
    Edit(Box<UpdateAgent>),
    /// Runs a task of the agents.
    Task(i64),
}

/// Which script, and what is done with its output.
pub struct ScriptMode {
    pub script: i64,
    /// Arguments.
    pub args: Vec<String>,
    /// `KEY=VALUE` each.
    pub env_vars: Vec<String>,
    /// What differs from the script's own settings.
    pub how: ScriptOptions,
    /// The custom field that receives the output.
    pub custom_field: Option<i64>,
    /// All of it instead of the last line.
    pub all_output: bool,
    /// Whether it becomes a note.
    pub note: bool,
}

impl Parse for Mode {
    fn parse(fields: &Fields<'_>) -> Self {
        match fields.text("mode").one_of(MODES).required().as_str() {
            "command" => Self::Command(RunCommand::parse(fields)),
            "script" => Self::Script(ScriptMode::parse(fields)),
            "patch" => {
                let kind = fields.text("patchMode").one_of(&["scan", "install"]).required();
                if kind == "install" { Self::Install } else { Self::Scan }
            }
            "reboot" => Self::Power("reboot"),
            "shutdown" => Self::Power("shutdown"),
            "wol" => Self::Wake,
            "update" => {
                let release = fields.text("version").nullable().flatten();
                Self::Update(release.filter(|release| !release.is_empty()))
            }
            "remove" => Self::Remove,
            "recover" => Self::Recover(recovery_mode(fields, "recover_mode")),
            "software" => Self::Software(Package::parse(fields)),
            "task" => Self::Task(fields.whole("task").required()),
            "edit" => match fields.object("fields") {
                Some(change) => Self::Edit(Box::new(UpdateAgent::parse(&change))),
                None => {
                    fields.problem("fields", "this field is required when mode is edit");
                    Self::Checks
                }
            },
            _ => Self::Checks,
        }
    }
}

impl Parse for ScriptMode {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            script: fields.whole("script").required(),
            args: script_input::args(fields),
            env_vars: script_input::env_vars(fields),
            how: ScriptOptions {
                timeout: script_input::timeout(fields),
                run_as_user: fields.flag("run_as_user").or(false),
            },
            custom_field: fields.whole("custom_field").nullable().flatten(),
            all_output: fields.flag("collector_all_output").or(false),
            note: fields.flag("save_to_agent_note").or(false),
        }
    }
}

impl Mode {
    /// The name in the API.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Command(_) => "command",
            Self::Script(_) => "script",
            Self::Scan | Self::Install => "patch",
            Self::Checks => "checks",
            Self::Power(what) => what,
            Self::Wake => "wol",
            Self::Update(_) => "update",
            Self::Remove => "remove",
            Self::Recover(_) => "recover",
            Self::Software(_) => "software",
            Self::Edit(_) => "edit",
            Self::Task(_) => "task",
        }
    }

    /// The right it needs in addition to that for bulk actions.
    pub fn right(&self) -> Right {
        match self {
            Self::Command(_) => Right::SendCmd,
            Self::Script(_) => Right::RunScripts,
            Self::Scan | Self::Install => Right::ManageWinupdates,
            Self::Checks => Right::RunChecks,
            Self::Power(_) => Right::RebootAgents,
            Self::Wake => Right::SendWol,
            Self::Update(_) => Right::UpdateAgents,
            Self::Remove => Right::UninstallAgents,
            Self::Recover(_) => Right::RecoverAgents,
            Self::Software(_) => Right::ManageSoftware,
            Self::Edit(_) => Right::EditAgent,
            Self::Task(_) => Right::RunAutotasks,
        }
    }

    /// Whether it needs no connected agents: the server does it itself, at
    /// once.
    pub fn is_instant(&self) -> bool {
        matches!(self, Self::Edit(_) | Self::Remove)
    }
}
