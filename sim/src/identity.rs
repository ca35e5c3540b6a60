//! Who a simulated agent is. All of it follows from the seed and its number,
//! so that a second simulation with the same seed brings the same computers.

use muster_protocol::{FromAgent, proof_to_sign, text_to_sign};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use ring::digest::{SHA256, digest};
use ring::signature::{Ed25519KeyPair, KeyPair};

/// Who an agent is, before it has an agent id.
pub struct Identity {
    pair: Ed25519KeyPair,
    /// The name its computer goes by.
    pub hostname: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: &'static str,
    /// `server` or `workstation`.
    pub monitoring_type: &'static str,
    /// What stays the same when its disk is wiped.
    pub hardware_id: String,
}

impl Identity {
    /// The agent with this number.
    pub fn new(seed: u64, number: usize) -> Self {
        let secret = derive(seed, number, "key");
        let pair = Ed25519KeyPair::from_seed_unchecked(&secret)
            .expect("every 32 bytes are a private key of Ed25519");
        let is_server = number.is_multiple_of(5);
        let plat = match number % 10 {
            0 | 3 => "linux",
            7 => "darwin",
            _ => "windows",
        };
        Self {
            pair,
            hostname: format!("{}-{number:05}", if is_server { "SRV" } else { "DESKTOP" }),
            plat,
            monitoring_type: if is_server { "server" } else { "workstation" },
            hardware_id: hex(&derive(seed, number, "hardware")),
        }
    }

    /// Its public key in hexadecimal digits.
    pub fn public_key(&self) -> String {
        hex(self.pair.public_key().as_ref())
    }

    /// Proves on a line to this server (`host:port`) that it is this agent.
    pub fn prove(&self, agent_id: &str, server: &str, nonce: &[u8]) -> FromAgent {
        let signature = self.pair.sign(&proof_to_sign(agent_id, server, nonce));
        let (agent_id, server) = (agent_id.to_owned(), server.to_owned());
        FromAgent::Prove { agent_id, server, signature: signature.as_ref().to_vec() }
    }

    /// The same for a server before protocol 6.
    pub fn sign(&self, agent_id: &str, nonce: &[u8]) -> Vec<u8> {
        self.pair.sign(&text_to_sign(agent_id, nonce)).as_ref().to_vec()
    }

    /// Signs what a session wants signed.
    pub fn sign_bytes(&self, text: &[u8]) -> Vec<u8> {
        self.pair.sign(text).as_ref().to_vec()
    }
}

/// The chance of one agent, or of one caller: the same in every simulation
/// with the seed.
pub fn chance(seed: u64, number: usize, purpose: &str) -> SmallRng {
    let bytes = derive(seed, number, purpose);
    SmallRng::seed_from_u64(u64::from_le_bytes(bytes[..8].try_into().expect("eight of 32 bytes")))
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn derive(seed: u64, number: usize, purpose: &str) -> Vec<u8> {
    let text = format!("muster sim {seed} {number} {purpose}");
    digest(&SHA256, text.as_bytes()).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_brings_the_same_computers_and_another_brings_others() {
        let (first, again) = (Identity::new(7, 3), Identity::new(7, 3));
        assert_eq!(first.public_key(), again.public_key());
        assert_eq!((first.hostname.as_str(), first.plat), ("DESKTOP-00003", "linux"));
        assert_ne!(first.public_key(), Identity::new(8, 3).public_key());
        assert_ne!(first.hardware_id, Identity::new(7, 4).hardware_id);
    }
}
