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
    /// The host name of the computer.
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
    /// when the machine offers nothing. It hints at the agent that this may be,
    /// and proves nothing.
    pub hardware_id: String,
    /// The agent that this computer was until now; empty when it has no key of
    /// it any more. Agents before protocol 6 do not send it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub previous_agent_id: String,
    /// Ed25519 with the key of that agent over
    /// [`enrolment_to_sign`](crate::enrolment_to_sign()), 64 bytes in lower-case
    /// hex. Agents before protocol 6 do not send it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub previous_signature: String,
}

/// What the server answers to a good token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnrolmentAnswer {
    /// The agent's identifier for the rest of its life, 40 letters.
    pub agent_id: String,
    /// Whether a person has to approve the computer before it may connect.
    /// Servers before protocol 6 do not send it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pending: bool,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computer_that_proves_nothing_sends_what_the_first_agents_sent() {
        let first = r#"{"token":"t","public_key":"k","hostname":"pc","plat":"linux","goarch":"amd64","version":"0.1.0","monitoring_type":"","hardware_id":"h"}"#;
        let request: EnrolmentRequest = serde_json::from_str(first).unwrap();
        assert_eq!(
            (request.previous_agent_id.as_str(), request.previous_signature.as_str()),
            ("", "")
        );
        assert_eq!(serde_json::to_string(&request).unwrap(), first);

        let previous = EnrolmentRequest {
            previous_agent_id: "a".to_owned(),
            previous_signature: "5".to_owned(),
            ..request
        };
        let text = serde_json::to_string(&previous).unwrap();
        let added = r#""h","previous_agent_id":"a","previous_signature":"5"}"#;
        assert!(text.ends_with(added), "{text}");
    }
}
