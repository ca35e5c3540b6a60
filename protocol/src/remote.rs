//! Opening a remote session on an agent.

use serde::{Deserialize, Serialize};

/// Open a session for a viewer, or let one more viewer into an open one.
///
/// What it permits is in the grant alone, which is JSON text with a signature of
/// the key of the [`crate::Welcome`] over it (`muster_remote::grant_to_sign`):
/// who only passes this on can change nothing of it.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenRemote {
    /// The grant, as the text that was signed.
    pub grant: String,
    /// Ed25519, 64 bytes in lower-case hex.
    pub signature: String,
    /// What the agent shows to the relay, once and within half a minute.
    pub ticket: String,
    /// The relay's WebSocket; empty: on the agent's own server.
    pub relay_url: String,
}

/// The ticket opens a connection: it is not logged.
impl std::fmt::Debug for OpenRemote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenRemote").field("grant", &self.grant).finish_non_exhaustive()
    }
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedRemote {
    /// The viewer was to join a session that has ended on the computer: nothing was
    /// opened. What was typed into a shell must not go on in another one.
    pub is_gone: bool,
}
