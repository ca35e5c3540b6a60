//! How a computer becomes an agent (`POST /link/enroll/`), and how it stops
//! being one (`POST /link/leave/`). JSON, over HTTP.

use serde::{Deserialize, Serialize};

/// What a computer sends to become an agent of the token's site.
#[derive(Clone, Serialize, Deserialize)]
pub struct EnrolmentRequest {
    /// The enrolment token, as printed by `muster enroll-token create`.
    pub token: String,
    /// The agent's Ed25519 public key, 32 bytes in lower-case hex.
    pub public_key: String,
    /// The name the computer goes by.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// Release of the agent program.
    pub version: String,
    /// `server` or `workstation`; empty when the token decides.
    pub monitoring_type: String,
    /// What stays the same when the disk is wiped, hashed by the agent; empty
    /// when the machine offers nothing. A known one keeps its record.
    pub hardware_id: String,
}

/// What the server answers to a good token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnrolmentAnswer {
    /// The agent's identifier for the rest of its life, 40 letters.
    pub agent_id: String,
}

/// What a computer sends when its agent is uninstalled: forget my key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Farewell {
    /// The agent that goes.
    pub agent_id: String,
    /// Ed25519 over [`farewell_to_sign`](crate::farewell_to_sign()), 64 bytes in
    /// lower-case hex.
    pub signature: String,
}

/// The token is a secret: a request can be logged without it.
impl std::fmt::Debug for EnrolmentRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnrolmentRequest")
            .field("hostname", &self.hostname)
            .field("plat", &self.plat)
            .finish_non_exhaustive()
    }
}
