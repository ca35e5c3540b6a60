//! The key pair by which push services know this installation (RFC 8292).

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Url;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use crate::time::Timestamp;

/// How long a signed request may be used: services accept a day at most, and clocks
/// differ.
const VALID: Duration = Duration::from_secs(12 * 60 * 60);

/// The key pair of the installation. A browser subscribes with its public half, and
/// takes notifications of no other.
pub struct VapidKey(EcdsaKeyPair);

impl VapidKey {
    /// Makes a key pair and returns it as PKCS #8: a secret.
    pub fn generate() -> anyhow::Result<Vec<u8>> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let made = made.map_err(|_| anyhow::anyhow!("no key for web push could be made"))?;
        Ok(made.as_ref().to_vec())
    }

    /// Reads what `generate` made.
    pub fn read(pkcs8: &[u8]) -> anyhow::Result<Self> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random);
        Ok(Self(pair.map_err(|error| anyhow::anyhow!("the key for web push is damaged: {error}"))?))
    }

    /// The public key in base64url, as browsers subscribe with it.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// The header `Authorization` of a request to this address. The subject is who
    /// the service may contact.
    pub(super) fn authorization(
        &self,
        endpoint: &Url,
        subject: Option<&str>,
        now: Timestamp,
    ) -> String {
        let audience = endpoint.origin().ascii_serialization();
        let mut claims = json!({ "aud": audience, "exp": now.plus(VALID).seconds() });
        if let Some(subject) = subject {
            claims["sub"] = json!(subject);
        }
        let header = json!({ "typ": "JWT", "alg": "ES256" });
        let encoded = [header, claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let signed = encoded.join(".");
        let signature = self.0.sign(&SystemRandom::new(), signed.as_bytes());
        let signature = signature.expect("the system has random numbers");
        let signature = URL_SAFE_NO_PAD.encode(signature);
        format!("vapid t={signed}.{signature}, k={}", self.public_key())
    }
}
