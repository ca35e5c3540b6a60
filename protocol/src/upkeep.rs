//! How agents are renewed and repaired.

use serde::{Deserialize, Serialize};

/// Body of the order `update_agent`: become another release.
///
/// The run is open until the agent is back, as the new program or, when that
/// one did not reach the server, as the old one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateAgent {
    /// The release the program says it is.
    pub version: String,
    /// Where it is fetched, below the server's address.
    pub path: String,
    /// SHA-256 of the program, in lower-case hex.
    pub sha256: String,
    /// Ed25519 over [`package_to_sign()`] with the key of the [`crate::Welcome`],
    /// or over [`downgrade_to_sign()`] if it may be older, 64 bytes in lower-case
    /// hex.
    pub signature: String,
    /// How long fetching it and waiting for a quiet moment may take.
    pub timeout_seconds: u32,
    /// How long the new program may take to reach the server.
    pub trial_seconds: u32,
    /// Whether the release may be older than the one that runs: somebody has
    /// named it. Servers before protocol 6 do not send it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_downgrade: bool,
    /// The publisher's signature over the same text, 64 bytes in lower-case hex;
    /// empty if there is none. Servers before protocol 6 do not send it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub publisher_signature: String,
}

/// Body of the order `recover_agent`: a part of the agent restarts.
///
/// It is over before that happens, so that its end is not lost with the part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecoverAgent {
    /// `agent`, or `remote` for its remote-control part.
    pub part: String,
}

/// What follows the processor in the name of the static program's build:
/// `amd64-static`.
pub const STATIC_BUILD: &str = "-static";

/// The text that is signed for a program that is handed out.
///
/// The prefix keeps the signature from meaning anything in another place, and
/// the kind of computer in it keeps one program from serving for another. Where
/// the program is static, [`STATIC_BUILD`] follows the processor.
pub fn package_to_sign(plat: &str, goarch: &str, version: &str, sha256: &str) -> Vec<u8> {
    format!("muster agent program: {plat} {goarch} {version} {sha256}").into_bytes()
}

/// The text that is signed for a program that may replace a newer one.
///
/// It differs from [`package_to_sign()`]: an old release that was signed once
/// cannot be handed out again to agents that have a newer one.
pub fn downgrade_to_sign(plat: &str, goarch: &str, version: &str, sha256: &str) -> Vec<u8> {
    format!("muster agent program, also for newer agents: {plat} {goarch} {version} {sha256}")
        .into_bytes()
}
