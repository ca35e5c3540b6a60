//! The secrets of both directions, and the keys that follow from them.

use ring::aead::{AES_256_GCM, LessSafeKey, UnboundKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};

/// Bytes of a secret, a key, and an X25519 key.
pub const KEY_BYTES: usize = 32;

/// What both sides share after the handshake.
#[derive(Debug)]
pub struct Keys {
    /// For messages from the viewer to the agent.
    pub to_agent: DirectionSecret,
    /// For messages from the agent to the viewer.
    pub to_viewer: DirectionSecret,
}

impl Keys {
    /// Derives both directions from what the key exchange gave and what was
    /// said in the handshake.
    pub fn derive(shared: &[u8], transcript: &[u8]) -> Self {
        let secret = |info| DirectionSecret(derive(shared, transcript, info));
        Self { to_agent: secret(b"viewer to agent"), to_viewer: secret(b"agent to viewer") }
    }
}

/// The secret of one direction. Each epoch has its own, and it does not lead
/// back to the one before.
pub struct DirectionSecret([u8; KEY_BYTES]);

impl DirectionSecret {
    /// The key of this epoch.
    pub(crate) fn key(&self) -> LessSafeKey {
        let key = UnboundKey::new(&AES_256_GCM, &self.key_bytes())
            .expect("a derived key has the length that the cipher wants");
        LessSafeKey::new(key)
    }

    pub(crate) fn key_bytes(&self) -> [u8; KEY_BYTES] {
        derive(&self.0, &[], b"key")
    }

    /// The secret of the next epoch.
    pub(crate) fn next(&self) -> Self {
        Self(derive(&self.0, &[], b"next"))
    }
}

/// It is a secret: it can be logged without itself.
impl std::fmt::Debug for DirectionSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DirectionSecret")
    }
}

/// HKDF-SHA-256 for one key.
pub(crate) fn derive(secret: &[u8], salt: &[u8], info: &[u8]) -> [u8; KEY_BYTES] {
    struct KeyLength;
    impl KeyType for KeyLength {
        fn len(&self) -> usize {
            KEY_BYTES
        }
    }
    let mut key = [0; KEY_BYTES];
    Salt::new(HKDF_SHA256, salt)
        .extract(secret)
        .expand(&[info], KeyLength)
        .and_then(|derived| derived.fill(&mut key))
        .expect("HKDF gives up to 255 times its hash");
    key
}
