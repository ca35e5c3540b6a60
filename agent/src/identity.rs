//! Who this agent is: its id from enrolment, and the key that proves it.

use anyhow::{Context, anyhow, bail};
use muster_protocol::{
    Farewell, FromAgent, enrolment_to_sign, farewell_to_sign, hex, proof_to_sign, text_to_sign,
};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde::{Deserialize, Serialize};

use crate::data_dir::DataDir;
use crate::server_url::ServerUrl;

/// The identity of an enrolled agent, ready to sign.
pub struct Identity {
    /// The server this agent belongs to.
    pub server: ServerUrl,
    /// The id that the server assigned.
    pub agent_id: String,
    /// The name to use instead of the system's own.
    pub hostname: Option<String>,
    key: Ed25519KeyPair,
}

/// A fresh key pair, not yet known to any server.
pub struct NewKey {
    document: Vec<u8>,
    key: Ed25519KeyPair,
}

/// The identity as it is stored in the data directory.
#[derive(Serialize, Deserialize)]
struct Stored {
    server: String,
    agent_id: String,
    /// PKCS#8 in hex.
    private_key: String,
    #[serde(default)]
    hostname: Option<String>,
    /// Whether somebody said that the connection need not be encrypted. Older
    /// agents did not ask: what they have goes on.
    #[serde(default)]
    insecure: Option<bool>,
}

fn fingerprint_of(key: &Ed25519KeyPair) -> String {
    let mut digits = hex::encode(digest(&SHA256, key.public_key().as_ref()).as_ref());
    digits.truncate(16);
    digits
}

impl NewKey {
    /// What the server shows to the person who approves this computer.
    pub fn fingerprint(&self) -> String {
        fingerprint_of(&self.key)
    }

    /// Creates a key pair from the system's randomness.
    pub fn generate() -> anyhow::Result<Self> {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new())
            .map_err(|_| anyhow!("the system has no randomness for a key"))?;
        let key = read_key(document.as_ref())?;
        Ok(Self { document: document.as_ref().to_vec(), key })
    }

    /// The public key, in lower-case hex.
    pub fn public_hex(&self) -> String {
        hex::encode(self.key.public_key().as_ref())
    }

    /// Stores the key in the data directory, with the id that the server assigned.
    pub fn save(
        self,
        data: &DataDir,
        server: &ServerUrl,
        agent_id: &str,
        hostname: Option<&str>,
        insecure: bool,
    ) -> anyhow::Result<()> {
        let stored = Stored {
            server: server.to_string(),
            agent_id: agent_id.to_owned(),
            private_key: hex::encode(&self.document),
            hostname: hostname.map(str::to_owned),
            insecure: Some(insecure),
        };
        let text = serde_json::to_vec_pretty(&stored)?;
        data.replace(&data.identity_file(), &text).context("cannot write the identity")
    }
}

impl Identity {
    /// Reads the identity from the data directory; none when there is none yet.
    pub fn load(data: &DataDir) -> anyhow::Result<Option<Self>> {
        let path = data.identity_file();
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context(format!("cannot read {}", path.display())),
        };
        let stored: Stored = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not an identity", path.display()))?;
        let document = hex::decode(&stored.private_key).context("the private key is not hex")?;
        let server: ServerUrl = stored.server.parse()?;
        if stored.insecure == Some(false) && !server.is_protected() {
            bail!("{server} is not encrypted, and this computer was enrolled without --insecure");
        }
        Ok(Some(Self {
            server,
            agent_id: stored.agent_id,
            hostname: stored.hostname,
            key: read_key(&document)?,
        }))
    }

    /// Proves that this agent holds its key, to its own server and to no other.
    pub fn prove(&self, nonce: &[u8]) -> FromAgent {
        let (agent_id, server) = (self.agent_id.clone(), self.server.authority());
        let signature = self.key.sign(&proof_to_sign(&agent_id, &server, nonce));
        FromAgent::Prove { agent_id, server, signature: signature.as_ref().to_vec() }
    }

    /// Proves that this agent holds its key, to a server before protocol 6.
    pub fn sign(&self, nonce: &[u8]) -> Vec<u8> {
        self.key.sign(&text_to_sign(&self.agent_id, nonce)).as_ref().to_vec()
    }

    /// Proves that the computer which enrols with this new key, in hex, is this
    /// agent; in lower-case hex.
    pub fn sign_enrolment(&self, public_key: &str) -> String {
        let text = enrolment_to_sign(&self.agent_id, public_key);
        hex::encode(self.key.sign(&text).as_ref())
    }

    /// Signs the text of a handshake with a viewer (`muster_remote::handshake_to_sign`).
    pub fn sign_handshake(&self, text: &[u8]) -> Vec<u8> {
        self.key.sign(text).as_ref().to_vec()
    }

    /// Signs a part of a recording (`muster_remote::recording::part_to_sign`).
    pub fn sign_recording(&self, text: &[u8]) -> [u8; 64] {
        let signature = self.key.sign(text);
        signature.as_ref().try_into().expect("an Ed25519 signature has 64 bytes")
    }

    /// The request to forget this agent's key.
    pub fn farewell(&self) -> Farewell {
        let signature = self.key.sign(&farewell_to_sign(&self.agent_id));
        Farewell { agent_id: self.agent_id.clone(), signature: hex::encode(signature.as_ref()) }
    }

    /// The first 16 hex digits of the SHA-256 of its public key: what the server
    /// shows to the person who approves this computer.
    pub fn fingerprint(&self) -> String {
        fingerprint_of(&self.key)
    }

    /// The name to report for this computer.
    pub fn current_hostname(&self) -> String {
        self.hostname.clone().unwrap_or_else(system_hostname)
    }
}

/// The key is a secret: an identity can be logged without it.
impl std::fmt::Debug for Identity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Identity").field("agent_id", &self.agent_id).finish_non_exhaustive()
    }
}

/// The host name of the system.
pub fn system_hostname() -> String {
    sysinfo::System::host_name().unwrap_or_else(|_| "unknown".to_owned())
}

fn read_key(document: &[u8]) -> anyhow::Result<Ed25519KeyPair> {
    Ed25519KeyPair::from_pkcs8(document).map_err(|_| anyhow!("the private key is damaged"))
}

#[cfg(test)]
mod tests {
    use ring::signature::{ED25519, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_saved_identity_signs_what_its_public_key_verifies() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path());
        data.create().unwrap();
        let new = NewKey::generate().unwrap();
        let public = hex::decode(&new.public_hex()).unwrap();
        let hash = hex::encode(digest(&SHA256, &public).as_ref());
        new.save(&data, &"http://127.0.0.1:8000".parse().unwrap(), "agent-1", None, false).unwrap();

        let identity = Identity::load(&data).unwrap().unwrap();
        let signature = identity.sign(&[7; 32]);

        UnparsedPublicKey::new(&ED25519, public)
            .verify(&text_to_sign("agent-1", &[7; 32]), &signature)
            .unwrap();
        assert_eq!(format!("{identity:?}"), "Identity { agent_id: \"agent-1\", .. }");
        assert_eq!(identity.fingerprint(), &hash[..16]);
    }
}
