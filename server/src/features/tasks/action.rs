//! The actions of a task: scripts and commands, one after the other.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::auth::Right;
use crate::domain::fleet::{is_shell_or_path, shell_or_path_problem};
use crate::environment;
use crate::input::Fields;

/// Actions of one task.
const MOST_ACTIONS: usize = 50;
const LONGEST_NAME: usize = 255;
/// Bytes of a command, as in `POST /agents/<agent_id>/cmd/`.
const LONGEST_COMMAND: usize = 512 * 1024;
/// Bytes of all arguments, and of all environment entries, as for scripts.
const LONGEST_LIST: usize = 32 * 1024;
/// Default seconds for a command.
const DEFAULT_TIMEOUT: i64 = 90;

/// One thing that a task does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Action {
    /// Runs a script of the library.
    Script(ScriptAction),
    /// Runs a shell command.
    Cmd(CommandAction),
}

/// A script of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScriptAction {
    /// What people call it; the script's name if absent.
    #[schema(required = false)]
    pub name: String,
    /// Key of the script.
    pub script: i64,
    /// Seconds until it is killed, 1 to 86400; the script's own if absent.
    #[schema(required = false)]
    pub timeout: i64,
    /// Arguments, passed on as a list; placeholders are filled in.
    #[schema(required = false)]
    pub script_args: Vec<String>,
    /// `KEY=VALUE` each; placeholders in values are filled in. `KEY=********` for
    /// callers who may not change the task; sent back, it keeps the value, or stands
    /// for the one that the script has.
    #[schema(required = false)]
    pub env_vars: Vec<String>,
    /// Run as the person at the machine.
    #[schema(required = false)]
    pub run_as_user: bool,
}

/// A shell command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CommandAction {
    /// What people call it.
    #[schema(required = false)]
    pub name: String,
    /// The command's text.
    pub command: String,
    /// `cmd`, `powershell`, `bash`, `sh`, `shell`, `python` or an absolute path;
    /// empty for the default shell of each agent.
    #[schema(required = false)]
    pub shell: String,
    /// Seconds until it is killed, 1 to 86400; 90 if absent.
    #[schema(required = false)]
    pub timeout: i64,
    /// Run as the person at the machine.
    #[schema(required = false)]
    pub run_as_user: bool,
}

impl Action {
    /// The right to do the same by hand, which is needed to write the task.
    pub fn right(&self) -> Right {
        match self {
            Self::Script(_) => Right::RunScripts,
            Self::Cmd(_) => Right::SendCmd,
        }
    }

    /// Its time limit in seconds.
    pub fn timeout(&self) -> i64 {
        match self {
            Self::Script(script) => script.timeout,
            Self::Cmd(command) => command.timeout,
        }
    }

    /// The script it runs, if it runs one.
    pub fn script(&self) -> Option<&ScriptAction> {
        match self {
            Self::Script(script) => Some(script),
            Self::Cmd(_) => None,
        }
    }

    /// Whether a value from elsewhere is filled in: into the arguments of a
    /// script, or as the shell of a command that names none. A mask counts: the
    /// value that the script has may contain placeholders.
    pub fn has_placeholders(&self) -> bool {
        let has_braces = |text: &String| text.contains("{{");
        match self {
            Self::Script(script) => {
                script.script_args.iter().chain(&script.env_vars).any(has_braces)
                    || script.env_vars.iter().any(|entry| environment::is_masked(entry))
            }
            Self::Cmd(command) => command.shell.is_empty(),
        }
    }

    /// For the audit log: of the environment only the names, as values are
    /// where people put passwords.
    pub fn audited(&self) -> Self {
        let mut action = self.clone();
        if let Self::Script(script) = &mut action {
            script.env_vars = environment::names(&script.env_vars);
        }
        action
    }
}

/// Masks the values in the environment of all actions.
pub fn mask_values(actions: &mut [Action]) {
    for action in actions {
        if let Action::Script(script) = action {
            environment::mask(&mut script.env_vars);
        }
    }
}

/// The actions of a body. A time limit that is left to the script is 0.
pub fn read_actions(fields: &Fields<'_>) -> Vec<Action> {
    let sent = fields.objects("actions");
    let is_empty = match fields.json("actions").or(Value::Null) {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false, // Its problem has been recorded.
    };
    if is_empty {
        fields.problem("actions", "at least one action is needed");
    }
    if sent.len() > MOST_ACTIONS {
        fields.problem("actions", format!("must have at most {MOST_ACTIONS} actions"));
    }
    sent.iter().map(read_action).collect()
}

fn read_action(fields: &Fields<'_>) -> Action {
    let kind = fields.text("type").one_of(&["script", "cmd"]).required();
    let name = fields.text("name").trimmed().max(LONGEST_NAME).or(String::new());
    let timeout = fields.whole("timeout").between(1..=86_400);
    let run_as_user = fields.flag("run_as_user").or(false);
    if kind == "cmd" {
        return Action::Cmd(CommandAction {
            name,
            command: fields.text("command").not_blank().max_bytes(LONGEST_COMMAND).required(),
            shell: fields
                .text("shell")
                .check(|text| text.is_empty() || is_shell_or_path(text), &shell_or_path_problem())
                .or(String::new()),
            timeout: timeout.or(DEFAULT_TIMEOUT),
            run_as_user,
        });
    }
    let is_script = kind == "script";
    Action::Script(ScriptAction {
        name,
        // Of an action that is neither, only that is said.
        script: if is_script { fields.whole("script").required() } else { 0 },
        timeout: timeout.or(0),
        script_args: texts(fields, "script_args"),
        env_vars: env_vars(fields),
        run_as_user,
    })
}

fn texts(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let is_short =
        |texts: &Vec<String>| texts.iter().map(String::len).sum::<usize>() <= LONGEST_LIST;
    fields.texts(name).check(is_short, "must have at most 32768 bytes in all").or(Vec::new())
}

fn env_vars(fields: &Fields<'_>) -> Vec<String> {
    let entries = texts(fields, "env_vars");
    for (index, entry) in entries.iter().enumerate() {
        if entry.split_once('=').is_none_or(|(key, _)| key.trim().is_empty()) {
            fields.problem(&format!("env_vars[{index}]"), "must be KEY=VALUE");
        }
    }
    entries
}
