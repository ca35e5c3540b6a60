//! What signs for a server of tests.

use muster_protocol::{FreezeFlag, ToAgent, freeze_to_sign, hex};
use ring::signature::{Ed25519KeyPair, KeyPair};

/// What signs for the server.
pub struct Signer(Ed25519KeyPair);

impl Signer {
    pub fn new() -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&ring::rand::SystemRandom::new()).unwrap();
        Self(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap())
    }

    pub fn key(&self) -> String {
        hex::encode(self.0.public_key().as_ref())
    }

    pub fn flag(&self, agent_id: &str, serial: i64, frozen: bool) -> FreezeFlag {
        let signature = self.sign(&freeze_to_sign(agent_id, serial, frozen));
        FreezeFlag { frozen, serial, signature }
    }

    pub fn sign(&self, text: &[u8]) -> String {
        hex::encode(self.0.sign(text).as_ref())
    }

    /// For the agent of tests.
    pub fn freeze(&self, serial: i64) -> ToAgent {
        ToAgent::Freeze(self.flag("agent-1", serial, true))
    }

    /// For the agent of tests.
    pub fn thaw(&self, serial: i64) -> ToAgent {
        ToAgent::Freeze(self.flag("agent-1", serial, false))
    }
}
