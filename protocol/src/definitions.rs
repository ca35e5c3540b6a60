//! What an agent does by itself, whether or not the server is there.
//!
//! The server sends the whole document; the agent keeps it on its disk before
//! it says [`crate::FromAgent::DefinitionsKept`] and goes by it until another
//! comes. Only to agents that name [`crate::capability::DEFINITIONS`].

use muster_schedule::Rule;
use serde::{Deserialize, Serialize};

use crate::{CheckDefinition, MAX_FRAME_BYTES, ToAgent, decode, encode};

/// The largest document an agent takes, encoded.
pub const MAX_DEFINITIONS_BYTES: usize = 32 * 1024 * 1024;

/// A document travels in pieces of this size.
const PIECE_BYTES: usize = MAX_FRAME_BYTES / 8;

/// Everything one agent does by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Definitions {
    /// Names this state of the document: the agent repeats it in its hello.
    pub digest: String,
    /// The tasks of the agent, its policies' included.
    pub tasks: Vec<TaskDefinition>,
    /// When updates are installed: tasks without actions and with `updates`,
    /// whose ids are below zero. Agents before protocol 4 do not look at them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<TaskDefinition>,
    /// What is measured by the agent. Only to those that name
    /// [`crate::capability::CHECKS`]; agents before protocol 8 do not look at them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckDefinition>,
}

/// A task: when it runs, and what it does then.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskDefinition {
    /// The task, everywhere and for ever.
    pub id: i64,
    /// Names this state of the definition; each run says which one it followed.
    pub version: String,
    /// What people call it.
    pub name: String,
    /// When it runs.
    pub rule: Rule,
    /// What it does, one after the other.
    pub actions: Vec<TaskAction>,
    /// Whether the next action runs although one ended with another code than 0.
    pub continue_on_error: bool,
    /// Ends a run that still goes on when its repetitions are over.
    pub stop_at_duration_end: bool,
    /// Bytes kept of each stream of a run; the rest is counted as truncated.
    pub output_limit: u64,
    /// What is installed, in the place of actions; tasks have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates: Option<UpdateWindow>,
}

/// Updates that an agent installs by itself when their time has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UpdateWindow {
    /// Which ones, by [`crate::Update::guid`]. Never empty.
    pub guids: Vec<String>,
    /// Whether the machine restarts after it: `never`, `required` if an update
    /// asks for it, or `always`.
    pub reboot: String,
    /// How much too late an agent that was off may begin.
    pub catch_up_seconds: u64,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
}

/// One thing that a task does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TaskAction {
    /// Run a script.
    Script(ScriptAction),
    /// Run a shell command.
    Cmd(CommandAction),
    /// An action from a newer server: it fails here as one that could not
    /// start, and the rest of the document stays readable.
    #[serde(other)]
    Unknown,
}

/// A script as an action; its fields are those of [`crate::RunScript`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScriptAction {
    /// What people call the script.
    pub name: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    pub shell: String,
    /// The script's text, snippets and placeholders filled in.
    pub code: String,
    /// Its arguments, passed as a list and never through a shell.
    pub args: Vec<String>,
    /// `NAME=value` each, on top of a clean environment.
    pub env_vars: Vec<String>,
    /// After this many seconds the action's whole process tree is killed.
    pub timeout_seconds: u32,
    /// Run as the person at the machine; refused when nobody is.
    pub run_as_user: bool,
}

/// A command as an action; its fields are those of [`crate::RunCommand`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CommandAction {
    /// The shell that reads the command.
    pub shell: String,
    /// The command's text.
    pub command: String,
    /// After this many seconds the action's whole process tree is killed.
    pub timeout_seconds: u32,
    /// Run as the person at the machine; refused when nobody is.
    pub run_as_user: bool,
}

/// Run a task now, whatever its rule says; its instance policy holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunTask {
    /// The task as it is to run.
    pub definition: TaskDefinition,
}

/// The beginning of a run that the agent started by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskStart {
    /// The task.
    pub task: i64,
    /// Its name at that time: the task may be gone when this arrives.
    pub name: String,
    /// The state of its definition that the run followed.
    pub version: String,
    /// The instant the rule gave, before any delay; microseconds since 1970.
    pub due: i64,
    /// When it started or began to wait its turn; microseconds, agent's clock.
    pub started: i64,
    /// Why it started.
    pub reason: StartReason,
    /// How many earlier runs of this task the agent had to drop unreported,
    /// because too many waited for the server.
    pub dropped: u32,
}

/// Why an agent started a run by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartReason {
    /// Its time had come.
    Schedule,
    /// Its time had come while the agent was not running.
    Missed,
    /// The agent has just received the task for the first time.
    Onboarding,
    /// A reason from a newer agent.
    #[serde(other)]
    Other,
}

impl Definitions {
    /// Everything that has its time, tasks and windows.
    pub fn all(&self) -> impl Iterator<Item = &TaskDefinition> {
        self.tasks.iter().chain(&self.windows)
    }

    /// The document as messages, to be sent one after the other.
    pub fn messages(&self) -> Vec<ToAgent> {
        let encoded = encode(self);
        let total = encoded.len() as u64;
        let mut offset = 0;
        let piece = |data: &[u8]| {
            let digest = self.digest.clone();
            let message = ToAgent::Definitions { digest, offset, total, data: data.to_vec() };
            offset += data.len() as u64;
            message
        };
        encoded.chunks(PIECE_BYTES).map(piece).collect()
    }
}

/// Puts a document together from its pieces.
#[derive(Debug, Default)]
pub struct DefinitionsReader {
    digest: String,
    bytes: Vec<u8>,
}

impl DefinitionsReader {
    /// Adds a chunk; returns the document with the last one.
    ///
    /// A piece that begins a document drops what was there of another. One that
    /// does not follow the piece before, or that belongs to a document which is
    /// too large or unreadable, is refused in a sentence.
    pub fn add(
        &mut self,
        digest: &str,
        offset: u64,
        total: u64,
        data: &[u8],
    ) -> Result<Option<Definitions>, String> {
        if offset == 0 {
            *self = Self { digest: digest.to_owned(), bytes: Vec::new() };
        }
        if total > MAX_DEFINITIONS_BYTES as u64 {
            return Err(format!("definitions of {total} bytes are too many"));
        }
        let length = self.bytes.len() as u64;
        if digest != self.digest || offset != length || length + data.len() as u64 > total {
            *self = Self::default();
            return Err("a piece of the definitions is out of order".to_owned());
        }
        self.bytes.extend_from_slice(data);
        if (self.bytes.len() as u64) < total {
            return Ok(None);
        }
        let bytes = std::mem::take(self).bytes;
        decode(&bytes).map(Some).map_err(|error| error.to_string())
    }
}
