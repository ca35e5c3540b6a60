//! What the server asks an agent to do.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{FrameError, decode, encode};

/// An order: a name from [`order_name`], and a body of that name's type.
///
/// The body stays encoded so that an agent can read the run id of an order it
/// does not know and say so, instead of dropping the whole frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The run this order is, everywhere and for ever.
    pub run_id: String,
    /// Which order it is.
    pub name: String,
    /// The order's own fields, encoded.
    #[serde(with = "serde_bytes")]
    pub body: Vec<u8>,
}

impl Order {
    /// Makes an order of a name and its body.
    pub fn new<B: Serialize>(run_id: impl Into<String>, name: &str, body: &B) -> Self {
        Self { run_id: run_id.into(), name: name.to_owned(), body: encode(body) }
    }

    /// Reads the body as the type that belongs to the order's name.
    pub fn read<B: DeserializeOwned>(&self) -> Result<B, FrameError> {
        decode(&self.body)
    }
}

/// Names of orders. They are also capability names.
pub mod order_name {
    /// Body: [`super::RunCommand`].
    pub const RUN_COMMAND: &str = "run_command";
    /// Body: [`super::RunScript`].
    pub const RUN_SCRIPT: &str = "run_script";
    /// Body: [`crate::RunTask`].
    pub const RUN_TASK: &str = "run_task";
    /// Body: [`super::ScheduleReboot`].
    pub const SCHEDULE_REBOOT: &str = "schedule_reboot";
    /// Body: [`crate::ScanUpdates`].
    pub const SCAN_UPDATES: &str = "scan_updates";
    /// Body: [`crate::InstallUpdates`].
    pub const INSTALL_UPDATES: &str = "install_updates";
    /// Body: [`crate::ChangeSoftware`].
    pub const INSTALL_SOFTWARE: &str = "install_software";
    /// Body: [`crate::ChangeSoftware`].
    pub const UNINSTALL_SOFTWARE: &str = "uninstall_software";
    /// Body: [`crate::Power`]. Ends before it happens: unlike the question, it
    /// can wait for its agent, and happens once.
    pub const CHANGE_POWER: &str = "change_power";
    /// Body: [`crate::UpdateAgent`].
    pub const UPDATE_AGENT: &str = "update_agent";
    /// Body: [`crate::RecoverAgent`].
    pub const RECOVER_AGENT: &str = "recover_agent";
}

/// Run one shell command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunCommand {
    /// `cmd`, `powershell`, `bash`, `sh`, `shell`, `python`, `nushell`, `deno`
    /// or the absolute path of an interpreter that takes `-c`.
    pub shell: String,
    /// The command's text.
    pub command: String,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
    /// Run as the person at the machine; refused when nobody is.
    pub run_as_user: bool,
    /// Bytes kept of each stream; the rest is counted as truncated.
    pub output_limit: u64,
}

/// Restart the machine at a set time. The run is open until then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScheduleReboot {
    /// When, microseconds since 1970.
    pub at: i64,
    /// What people who are logged in read a minute before; empty for nothing. Only
    /// agents that name [`crate::capability::REBOOT_MESSAGE`] show it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// Run a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunScript {
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    pub shell: String,
    /// The script's text, snippets and placeholders filled in.
    pub code: String,
    /// Its arguments, passed as a list and never through a shell.
    pub args: Vec<String>,
    /// `NAME=value` each, on top of a clean environment.
    pub env_vars: Vec<String>,
    /// After this many seconds the whole process tree is killed.
    pub timeout_seconds: u32,
    /// Run as the person at the machine; refused when nobody is.
    pub run_as_user: bool,
    /// Bytes kept of each stream; the rest is counted as truncated.
    pub output_limit: u64,
}
