//! The proof of an agent: its connection comes from the holder of its key.

use muster_protocol::{Hello, proof_to_sign, text_to_sign};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::pending;
use super::queries::{self, FoundAgent};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::fleet;
use crate::ids::AgentId;
use crate::time::Timestamp;

/// Who a peer says it is, and what it signed to prove that.
pub struct Claim {
    pub agent_id: AgentId,
    /// The server's address as the agent knows it, `host:port`; none before
    /// protocol 6.
    pub server: Option<String>,
    text: Vec<u8>,
    signature: Vec<u8>,
}

impl Claim {
    /// The claim of a `Prove`.
    pub fn new(agent_id: String, server: String, signature: Vec<u8>, nonce: &[u8]) -> Self {
        let text = proof_to_sign(&agent_id, &server, nonce);
        Self { agent_id: agent_id.into(), server: Some(server), text, signature }
    }

    /// The claim in the hello of an agent before protocol 6.
    pub fn of_hello(hello: &Hello, nonce: &[u8]) -> Self {
        let text = text_to_sign(&hello.agent_id, nonce);
        let agent_id = hello.agent_id.as_str().into();
        Self { agent_id, server: None, text, signature: hello.signature.clone() }
    }

    fn is_signed_with(&self, key: Option<&[u8]>) -> bool {
        let Some(key) = key else { return false };
        UnparsedPublicKey::new(&ED25519, key).verify(&self.text, &self.signature).is_ok()
    }
}

/// The agent behind a claim that is true.
pub enum ProvenAgent {
    Enrolled(Box<FoundAgent>),
    /// Somebody removed it.
    Removed,
    /// A person must approve it first.
    Pending,
}

/// The agent that a peer says it is; none if it has no such key.
pub async fn check(app: &App, claim: &Claim) -> anyhow::Result<Option<ProvenAgent>> {
    let found = queries::find_agent(app.db.read(), &claim.agent_id).await?;
    let named = found.as_ref().map(|found| found.agent.id);
    if let Some(found) = found
        && claim.is_signed_with(found.agent.public_key.as_deref())
    {
        return Ok(Some(ProvenAgent::Enrolled(Box::new(found))));
    }
    let now = Timestamp::now();
    let key = fleet::find_removed_key(app.db.read(), &claim.agent_id, now).await?;
    if claim.is_signed_with(key.as_deref()) {
        return Ok(Some(ProvenAgent::Removed));
    }
    let has_key = |key: &[u8]| claim.is_signed_with(Some(key));
    if pending::is_pending(app, &claim.agent_id, has_key).await? {
        return Ok(Some(ProvenAgent::Pending));
    }
    if let Some(agent) = named {
        // Without the address: strangers choose it, and each would be another entry.
        let message = "a connection in the name of the agent was refused: its key is wrong";
        app.debug_log.record(DebugEntry::warning(LogType::AgentIssues, message).about(agent));
    }
    Ok(None)
}
