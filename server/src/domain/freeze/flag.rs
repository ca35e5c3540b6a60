//! The flag by which an agent knows that it is frozen.

use muster_protocol::{FreezeFlag, freeze_to_sign};

use crate::auth::Vault;
use crate::ids::AgentId;

/// The flag for one agent; none while nothing was ever frozen here.
pub fn sign_flag(
    vault: &Vault,
    agent_id: &AgentId,
    serial: i64,
    frozen: bool,
) -> Option<FreezeFlag> {
    let sign = || {
        let signature = vault.sign_package(&freeze_to_sign(agent_id.as_str(), serial, frozen));
        FreezeFlag { frozen, serial, signature }
    };
    (serial > 0).then(sign)
}
