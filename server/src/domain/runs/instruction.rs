//! What an agent is ordered to do, and its text for the history: the same for
//! one agent and for thousands.

use muster_protocol::{Order, RunScript, RunTask, TaskAction, decode, encode, order_name};
use serde::{Deserialize, Serialize};

use super::kind::RunKind;
use super::store::{Keep, NewRun};
use crate::error::ApiError;
use crate::ids::RunId;

/// Fits into one message of the bus, envelope included.
const MAX_ORDER_BYTES: usize = 1_000_000;

/// What an agent is ordered to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Instruction {
    pub kind: RunKind,
    /// Which order it is.
    pub order_name: String,
    /// The order's own fields, encoded.
    pub order_body: Vec<u8>,
    /// The run's time limit.
    pub timeout_seconds: u32,
    /// What was requested, as text for people.
    pub command: String,
    /// In which shell, or with which package manager.
    pub shell: String,
    /// The library script, if it is one.
    pub script: Option<i64>,
    /// The script's name.
    pub script_name: String,
    /// Which version of the script it is.
    #[serde(default)]
    pub script_version: Option<i64>,
    /// What is done with its output.
    pub keep: Keep,
}

impl Instruction {
    /// An instruction of this kind: an order, its body and its time limit.
    pub fn new<B: Serialize>(
        kind: RunKind,
        order_name: &str,
        body: &B,
        timeout_seconds: u32,
    ) -> Self {
        debug_assert!(kind.has_order(order_name), "{order_name} is no order of {kind:?}");
        Self {
            kind,
            order_name: order_name.to_owned(),
            order_body: encode(body),
            timeout_seconds,
            command: String::new(),
            shell: String::new(),
            script: None,
            script_name: String::new(),
            script_version: None,
            keep: Keep::default(),
        }
    }

    /// Adds the text for people.
    pub fn described_as(mut self, command: impl Into<String>) -> Self {
        self.command = command.into();
        self
    }

    /// Sets the shell.
    pub fn in_shell(mut self, shell: impl Into<String>) -> Self {
        self.shell = shell.into();
        self
    }

    /// The code that the agent is ordered to run, of a script or task. Arguments
    /// and environment are no part of it: they may contain secrets.
    pub fn code(&self) -> Option<String> {
        match self.order_name.as_str() {
            order_name::RUN_SCRIPT => {
                decode(&self.order_body).ok().map(|script: RunScript| script.code)
            }
            order_name::RUN_TASK => {
                let task: RunTask = decode(&self.order_body).ok()?;
                let codes = task.definition.actions.into_iter().filter_map(|action| match action {
                    TaskAction::Script(script) => Some(script.code),
                    TaskAction::Cmd(command) => Some(command.command),
                    TaskAction::Unknown => None,
                });
                Some(codes.collect::<Vec<String>>().join("\n"))
            }
            _ => None,
        }
    }

    pub fn order(&self, run_id: &RunId) -> Order {
        let (name, body) = (self.order_name.clone(), self.order_body.clone());
        Order { run_id: run_id.clone().into(), name, body }
    }

    /// A run of it, still without the user who asked.
    pub fn new_run(&self) -> NewRun<'_> {
        NewRun {
            kind: self.kind,
            username: "",
            user_id: 0,
            api_key: None,
            command: &self.command,
            shell: &self.shell,
            script: self.script,
            script_name: &self.script_name,
            script_version: self.script_version,
            order_name: &self.order_name,
            order_body: &self.order_body,
            timeout_seconds: self.timeout_seconds.into(),
            expires: None,
            keep: &self.keep,
            server: "",
            sealed_request: None,
        }
    }

    /// Refuses an order that is too large to be sent.
    pub fn check_size(&self, field: &str) -> Result<(), ApiError> {
        if self.order_body.len() <= MAX_ORDER_BYTES {
            return Ok(());
        }
        let sentence = "code, arguments and environment together must stay below 1000000 bytes";
        Err(ApiError::invalid(field, sentence))
    }
}
