//! What an agent stores, and how it gets it: by enrolling.

use std::time::Duration;

use muster_protocol::{
    FromAgent, Hello, KnownRun, PROOF_PROTOCOL, PROTOCOL, enrolment_to_sign, farewell_to_sign,
    proof_to_sign, text_to_sign,
};
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::{Location, TestServer};
use crate::auth::random_letters;
use crate::cli::enroll_token;
use crate::hex::hex_digits;
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
    /// Its operating system.
    pub plat: String,
    /// The release of its program.
    pub version: String,
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
        let body = self.enrolment(location, Some(1)).await;
        self.enrol_with(self.computer(hostname), body).await
    }

    /// An enrolment at this site for so many computers, without a name and a key:
    /// each has its own.
    pub async fn enrolment(&self, location: Location, uses: Option<i64>) -> Value {
        let expires = Timestamp::now().plus(Duration::from_secs(60));
        let token = enroll_token::create(&self.app, location.site, uses, expires, "server")
            .await
            .expect("the site exists");
        json!({
            "token": token.text.reveal(), "plat": "linux", "goarch": "amd64", "version": "0.1.0",
            "monitoring_type": "", "hardware_id": "",
        })
    }

    /// A computer that has a key of its own and is no agent yet.
    pub fn computer(&self, hostname: &str) -> Identity {
        Identity {
            agent_id: String::new(),
            key: new_key(),
            hostname: hostname.to_owned(),
            plat: "linux".to_owned(),
            version: "0.1.0".to_owned(),
            capabilities: super::able::everything(),
            definitions: String::new(),
            is_trial: false,
            packages: String::new(),
            protocol: PROTOCOL,
            server: self.url.trim_start_matches("http://").to_owned(),
        }
    }

    /// Enrols a computer; it may have to wait for approval.
    pub async fn enrol_with(&self, computer: Identity, mut body: Value) -> Identity {
        body["hostname"] = json!(computer.hostname);
        body["public_key"] = json!(computer.public_key());
        let answer = self.anonymous().post("/link/enroll/", body).await.ok();
        let agent_id = answer["agent_id"].as_str().unwrap().to_owned();
        Identity { agent_id, ..computer }
    }
}

fn new_key() -> Vec<u8> {
    let key = Ed25519KeyPair::generate_pkcs8(&ring::rand::SystemRandom::new()).unwrap();
    key.as_ref().to_vec()
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

    pub(super) fn sign(&self, text: &[u8]) -> Vec<u8> {
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
            version: self.version.clone(),
            plat: self.plat.clone(),
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
        json!({ "agent_id": self.agent_id, "signature": hex_digits(&signature) })
    }

    /// Its public key in hexadecimal.
    pub fn public_key(&self) -> String {
        let pair = Ed25519KeyPair::from_pkcs8(&self.key).unwrap();
        hex_digits(pair.public_key().as_ref())
    }

    /// Adds to the enrolment of another computer that it was this agent.
    pub fn vouch_for(&self, computer: &Self, body: &mut Value) {
        let signature = self.sign(&enrolment_to_sign(&self.agent_id, &computer.public_key()));
        body["previous_agent_id"] = json!(self.agent_id);
        body["previous_signature"] = json!(hex_digits(&signature));
    }

    /// The same agent with another key, as a thief would have it.
    pub fn with_another_key(&self) -> Self {
        Self { key: new_key(), ..self.clone() }
    }
}
