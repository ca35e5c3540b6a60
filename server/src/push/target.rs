//! Where a notification goes: the address and the keys that a browser gave.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::Url;
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;

use crate::auth::MASK;
use crate::hex::hex_digits;

/// Bytes of an uncompressed point of the curve P-256.
pub(super) const POINT_BYTES: usize = 65;
/// Bytes of the secret that browser and sender share.
pub(super) const AUTH_BYTES: usize = 16;

/// A browser's subscription. All of it is a secret of the browser.
#[derive(Clone, PartialEq, Eq)]
pub struct PushTarget {
    pub(super) endpoint: Url,
    /// The browser's public key.
    pub(super) public_key: [u8; POINT_BYTES],
    /// The secret that browser and sender share.
    pub(super) auth: [u8; AUTH_BYTES],
}

impl PushTarget {
    /// A subscription as a browser shows it: the keys in base64url. None if one of
    /// them cannot be used.
    pub fn parse(endpoint: &str, public_key: &str, auth: &str) -> Option<Self> {
        Some(Self {
            endpoint: endpoint.parse().ok().filter(|_| is_endpoint(endpoint))?,
            public_key: point(public_key)?,
            auth: decode(auth)?.try_into().ok()?,
        })
    }

    /// The host, and the port if the address names one: what may be shown.
    pub fn host(&self) -> String {
        let host = self.endpoint.host_str().unwrap_or_default();
        match self.endpoint.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// SHA-256 of the address, in hexadecimal: browsers find themselves by it.
    pub fn hash(&self) -> String {
        hex_digits(digest(&SHA256, self.endpoint.as_str().as_bytes()).as_ref())
    }

    /// Whether the address is `http`, which only tests and internal services use.
    pub fn is_plain_http(&self) -> bool {
        self.endpoint.scheme() == "http"
    }

    /// The three parts, to be sealed: the address and the keys in base64url.
    pub fn parts(&self) -> [String; 3] {
        let keys = [&self.public_key[..], &self.auth[..]].map(|key| URL_SAFE_NO_PAD.encode(key));
        let [public_key, auth] = keys;
        [self.endpoint.to_string(), public_key, auth]
    }

    /// A text without the address, or the part of it that is secret.
    pub(super) fn masked(&self, text: &str) -> String {
        let text = text.replace(self.endpoint.as_str(), MASK);
        let path = self.endpoint.path().trim_matches('/');
        let secrets = path.split('/').chain(self.endpoint.query());
        // Short parts, such as `v1`, are no secrets.
        secrets.filter(|part| part.len() >= 8).fold(text, |text, part| text.replace(part, MASK))
    }
}

impl fmt::Debug for PushTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PushTarget at {}", self.host())
    }
}

/// Whether the text can be the address of a subscription.
pub fn is_endpoint(text: &str) -> bool {
    let Ok(url) = text.parse::<Url>() else { return false };
    matches!(url.scheme(), "https" | "http")
        && url.host_str().is_some_and(|host| !host.is_empty())
        && url.username().is_empty()
        && url.password().is_none()
        && url.fragment().is_none()
}

/// Whether the text is a public key: a point of P-256, uncompressed, in base64url.
pub fn is_public_key(text: &str) -> bool {
    point(text).is_some()
}

/// Whether the text is a shared secret: 16 bytes in base64url.
pub fn is_auth(text: &str) -> bool {
    decode(text).is_some_and(|bytes| bytes.len() == AUTH_BYTES)
}

fn point(text: &str) -> Option<[u8; POINT_BYTES]> {
    let bytes: [u8; POINT_BYTES] = decode(text)?.try_into().ok()?;
    // Whether it is on the curve is found out by using it.
    let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
    agree_ephemeral(private, &UnparsedPublicKey::new(&ECDH_P256, &bytes), |_| bytes).ok()
}

fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
