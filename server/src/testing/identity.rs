//! What an agent stores, and how it gets it: by enrolling.

use std::time::Duration;

use muster_protocol::{
    FromAgent, Hello, KnownRun, PROOF_PROTOCOL, PROTOCOL, farewell_to_sign, proof_to_sign,
    text_to_sign,
};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::{Location, TestServer};
use crate::auth::random_letters;
use crate::cli::enroll_token;
use crate::time::Timestamp;

/// The data that an agent stores.
#[derive(Clone)]
pub struct Identity {
    /// The agent's identifier.
    pub agent_id: String,
    /// PKCS #8 of its key pair.
    key: Vec<u8>,
    /// What its machine is called.
    pub hostname: String,
    /// The capabilities it reports.
    pub capabilities: Vec<String>,
    /// Digest of its definitions.
    pub definitions: String,
    /// Whether it is a new program that shows it can get in.
    pub is_trial: bool,
    /// Digest of its package database.
    pub packages: String,
    /// The protocol it speaks.
    pub protocol: u32,
    /// The server it looks for, `host:port`.
    pub server: String,
}

impl TestServer {
    /// Enrols an agent that stays offline.
    pub async fn enrol(&self, location: Location, hostname: &str) -> Identity {
        let expires = Timestamp::now().plus(Duration::from_secs(60));
        let token = enroll_token::create(&self.app, location.site, Some(1), expires, "server")
            .await
            .expect("the site exists");
        let key = Ed25519KeyPair::generate_pkcs8(&ring::rand::SystemRandom::new()).unwrap();
        let pair = Ed25519KeyPair::from_pkcs8(key.as_ref()).unwrap();
        let digits: String =
            pair.public_key().as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
        let body = json!({
            "token": token.text.reveal(), "public_key": digits, "hostname": hostname,
            "plat": "linux", "goarch": "amd64", "version": "0.1.0", "monitoring_type": "",
            "hardware_id": "",
        });
        let answer = self.anonymous().post("/link/enroll/", body).await.ok();
        let agent_id = answer["agent_id"].as_str().unwrap().to_owned();
        Identity {
            agent_id,
            key: key.as_ref().to_vec(),
            hostname: hostname.to_owned(),
            capabilities: super::able::everything(),
            definitions: String::new(),
            is_trial: false,
            packages: String::new(),
            protocol: PROTOCOL,
            server: self.url.trim_start_matches("http://").to_owned(),
        }
    }
}

impl Identity {
    /// How it proves who it is before its hello; older agents do not.
    pub(super) fn proof(&self, nonce: &[u8]) -> Option<FromAgent> {
        if self.protocol < PROOF_PROTOCOL {
            return None;
        }
        let (agent_id, server) = (self.agent_id.clone(), self.server.clone());
        let signature = self.sign(&proof_to_sign(&agent_id, &server, nonce));
        Some(FromAgent::Prove { agent_id, server, signature })
    }

    fn sign(&self, text: &[u8]) -> Vec<u8> {
        let pair = Ed25519KeyPair::from_pkcs8(&self.key).expect("it was made here");
        pair.sign(text).as_ref().to_vec()
    }

    pub(super) fn hello(&self, nonce: &[u8], runs: Vec<KnownRun>) -> Hello {
        let signature = match self.protocol < PROOF_PROTOCOL {
            true => self.sign(&text_to_sign(&self.agent_id, nonce)),
            false => Vec::new(),
        };
        Hello {
            agent_id: self.agent_id.clone(),
            signature,
            protocol: self.protocol,
            capabilities: self.capabilities.clone(),
            version: "0.1.0".to_owned(),
            plat: "linux".to_owned(),
            goarch: "amd64".to_owned(),
            hostname: self.hostname.clone(),
            inventory_digest: String::new(),
            runs,
            process_id: random_letters(8),
            definitions_digest: self.definitions.clone(),
            is_trial: self.is_trial,
            packages_digest: self.packages.clone(),
        }
    }

    /// What it sends when it is uninstalled.
    pub fn farewell(&self) -> Value {
        let signature = self.sign(&farewell_to_sign(&self.agent_id));
        let digits: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        json!({ "agent_id": self.agent_id, "signature": digits })
    }

    /// The same agent with another key, as a thief would have it.
    pub fn with_another_key(&self) -> Self {
        let key = Ed25519KeyPair::generate_pkcs8(&ring::rand::SystemRandom::new()).unwrap();
        Self { key: key.as_ref().to_vec(), ..self.clone() }
    }
}
