//! A run about to start: what, where, and who requested it.

use serde_json::Value;

use super::deliver::OutgoingOrder;
use super::instruction::Instruction;
use super::store::NewRun;
use crate::app::App;
use crate::audit::Entry;
use crate::auth::{Identity, Purpose, random_letters};
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::idempotency::IdempotencyKey;
use crate::ids::{RunId, RunKey};

const RUN_ID_LENGTH: usize = 32;

pub struct Launch {
    pub run_id: RunId,
    /// What the agent is ordered to do.
    pub instruction: Instruction,
    pub target: Target,
    /// The caller's idempotency key.
    pub idempotency_key: Option<IdempotencyKey>,
    /// The row of the audit log.
    pub audit: Entry,
    /// The server that runs it instead of the agent; empty if the agent does.
    pub server: String,
    /// The request for it, sealed; none if it cannot be repeated.
    pub sealed_request: Option<Vec<u8>>,
}

impl Launch {
    /// A new run on an agent. Its code is kept beside the row of the audit log.
    pub fn new(instruction: Instruction, target: Target, audit: Entry) -> Self {
        let audit = match instruction.code() {
            Some(code) => audit.code(&code),
            None => audit,
        };
        let (run_id, server) = (new_run_id(), String::new());
        let (idempotency_key, sealed_request) = (None, None);
        Self { run_id, instruction, target, idempotency_key, audit, server, sealed_request }
    }

    /// Keeps the request, so that the run can be repeated.
    pub fn with_request(mut self, app: &App, request: &Value) -> Self {
        let request = request.to_string();
        self.sealed_request = Some(app.vault.seal(Purpose::RunRequest, request.as_bytes()));
        self
    }

    /// Makes this server run it.
    pub fn on_server(mut self, app: &App) -> Self {
        self.server = app.replica_id.clone();
        self
    }

    /// Sets the caller's idempotency key.
    pub fn keyed(mut self, key: Option<IdempotencyKey>) -> Self {
        self.idempotency_key = key;
        self
    }

    /// Refuses what its agent may not begin now, and what it cannot do at all.
    pub(super) fn must_be_possible(&self) -> Result<(), ApiError> {
        self.target.must_be_thawed()?;
        match self.server.is_empty() {
            true => self.target.must_be_able_to(&self.instruction.order_name),
            false => Ok(()),
        }
    }

    /// Where it runs, as text for people.
    pub fn location(&self) -> &str {
        if self.server.is_empty() { &self.target.hostname } else { "the server" }
    }

    pub(super) fn new_run<'a>(&'a self, caller: &'a Identity) -> NewRun<'a> {
        NewRun {
            username: &caller.username,
            user_id: caller.user_id,
            api_key: caller.api_key_id(),
            server: &self.server,
            sealed_request: self.sealed_request.as_deref(),
            ..self.instruction.new_run()
        }
    }

    /// Its order, once the run is stored under this key.
    pub(super) fn outgoing(&self, id: RunKey) -> OutgoingOrder<'_> {
        let Self { run_id, instruction, target, server, .. } = self;
        OutgoingOrder { id, run_id, instruction, target, server }
    }
}

/// A unique id.
pub fn new_run_id() -> RunId {
    random_letters(RUN_ID_LENGTH).into()
}
