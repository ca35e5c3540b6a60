//! Whether an agent may start anything.

use serde::{Deserialize, Serialize};

use crate::question_name;

/// Whether an agent is frozen: a frozen one takes no orders and starts nothing
/// by itself. It goes on reporting, and answers questions that change nothing.
///
/// Signed for one agent. The agent keeps the last one over restarts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreezeFlag {
    /// Whether it is frozen.
    pub frozen: bool,
    /// Grows with every freeze and every thaw on the server: a flag with a lower
    /// one than the last does not count.
    pub serial: i64,
    /// Ed25519 over [`freeze_to_sign()`] with the key of the [`crate::Welcome`],
    /// 64 bytes in lower-case hex.
    pub signature: String,
}

/// Questions that change something on the computer, or begin something there: a
/// frozen agent refuses them.
pub const CHANGING_QUESTIONS: [&str; 13] = [
    question_name::END_PROCESS,
    question_name::TERMINATE_PROCESS,
    question_name::CONTROL_SERVICE,
    question_name::POWER,
    question_name::WAKE_ON_LAN,
    question_name::CREATE_REGISTRY_KEY,
    question_name::DELETE_REGISTRY_KEY,
    question_name::RENAME_REGISTRY_KEY,
    question_name::SET_REGISTRY_VALUE,
    question_name::DELETE_REGISTRY_VALUE,
    question_name::RENAME_REGISTRY_VALUE,
    question_name::OPEN_REMOTE,
    // It changes nothing, but runs commands.
    question_name::SELF_TEST,
];

/// The text that a server signs to freeze or thaw an agent.
///
/// The prefix keeps the signature from meaning anything in another place, and
/// the agent id in it keeps one agent's flag from serving for another.
pub fn freeze_to_sign(agent_id: &str, serial: i64, frozen: bool) -> Vec<u8> {
    let state = if frozen { "frozen" } else { "thawed" };
    format!("muster freeze: {agent_id} {serial} {state}").into_bytes()
}
