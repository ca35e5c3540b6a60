//! A run about to start: what, where, and who asked for it.

use serde_json::Value;

use super::deliver::Outgoing;
use super::instruction::Instruction;
use super::store::NewRun;
use crate::app::App;
use crate::audit::Entry;
use crate::auth::{Identity, random_letters};
use crate::domain::fleet::Target;
use crate::ids::{RunId, RunKey};

const RUN_ID_LENGTH: usize = 32;

/// A run about to start.
pub struct Launch {
    pub run_id: RunId,
    /// What the agent is told.
    pub instruction: Instruction,
    /// Which agent.
    pub target: Target,
    /// The caller's key against starting it twice.
    pub idempotency_key: Option<String>,
    /// The row of the audit log.
    pub audit: Entry,
    /// The server that runs it in the agent's place; empty: the agent does.
    pub server: String,
    /// How it was asked for, sealed; none if it cannot be asked for again.
    pub sealed_request: Option<Vec<u8>>,
}

impl Launch {
    /// A new run on an agent.
    pub fn new(instruction: Instruction, target: Target, audit: Entry) -> Self {
        let (run_id, server) = (new_run_id(), String::new());
        let (idempotency_key, sealed_request) = (None, None);
        Self { run_id, instruction, target, idempotency_key, audit, server, sealed_request }
    }

    /// The same, and it can be asked for again in this way.
    pub fn asked_for(mut self, app: &App, request: &Value) -> Self {
        self.sealed_request = Some(app.vault.seal(request.to_string().as_bytes()));
        self
    }

    /// The same on this very server.
    pub fn on_server(mut self, app: &App) -> Self {
        self.server = app.replica_id.clone();
        self
    }

    /// The same with the caller's key.
    pub fn keyed(mut self, key: Option<String>) -> Self {
        self.idempotency_key = key;
        self
    }

    /// Where it runs, for people.
    pub fn place(&self) -> &str {
        if self.server.is_empty() { &self.target.hostname } else { "the server" }
    }

    /// What is stored of it.
    pub(super) fn new_run<'a>(&'a self, caller: &'a Identity) -> NewRun<'a> {
        NewRun {
            username: &caller.username,
            user_id: caller.user_id,
            server: &self.server,
            sealed_request: self.sealed_request.as_deref(),
            ..self.instruction.new_run()
        }
    }

    /// Its order, once it is stored under this key.
    pub(super) fn outgoing(&self, id: RunKey) -> Outgoing<'_> {
        let Self { run_id, instruction, target, server, .. } = self;
        Outgoing { id, run_id, instruction, target, server }
    }
}

/// An id that no other run has or will have.
pub fn new_run_id() -> RunId {
    random_letters(RUN_ID_LENGTH).into()
}
