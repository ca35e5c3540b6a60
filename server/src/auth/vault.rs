//! Encrypts secrets at rest; its key lives outside the database.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::purpose::Purpose;
use super::recording_key::RecordingKey;

const KEY_BYTES: usize = 32;
/// Of what the first releases have sealed.
const NO_PURPOSE: &str = "";

/// The installation's key, and what is derived from it.
pub struct Vault {
    cipher: LessSafeKey,
    audit_key: [u8; KEY_BYTES],
    audit_head_key: [u8; KEY_BYTES],
    recovery_key: [u8; KEY_BYTES],
    enrolment_key: [u8; KEY_BYTES],
    bus_key: [u8; KEY_BYTES],
    link_key: [u8; KEY_BYTES],
    remote_link_key: [u8; KEY_BYTES],
    backup_key: [u8; KEY_BYTES],
    recording_key: RecordingKey,
    package_pair: Ed25519KeyPair,
    fingerprint: String,
}

/// The key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// Reading or making the file failed.
    #[error("cannot use the key file {path} (MUSTER_KEY_FILE)")]
    File {
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file contains something else.
    #[error("the key file {path} (MUSTER_KEY_FILE) must hold 64 hexadecimal digits")]
    Content { path: PathBuf },
    /// A stored secret cannot be opened with this key.
    #[error("a stored secret cannot be decrypted: the key file does not belong to this database")]
    Foreign,
}

impl Vault {
    /// Reads the key file, or makes one that only its owner can read.
    pub fn open(path: &Path) -> Result<Self, VaultError> {
        let failed = |source| VaultError::File { path: path.to_owned(), source };
        match std::fs::read_to_string(path) {
            Ok(text) => Self::from_hex(text.trim())
                .ok_or_else(|| VaultError::Content { path: path.to_owned() }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let key: [u8; KEY_BYTES] = rand::random();
                let text = blake3::Hash::from(key).to_hex();
                let mut file = OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .mode(0o600)
                    .open(path)
                    .map_err(failed)?;
                writeln!(file, "{text}").and_then(|()| file.sync_all()).map_err(failed)?;
                Ok(Self::new(&key))
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn from_hex(text: &str) -> Option<Self> {
        let key = blake3::Hash::from_hex(text).ok()?;
        Some(Self::new(key.as_bytes()))
    }

    fn new(key: &[u8; KEY_BYTES]) -> Self {
        let cipher_key = blake3::derive_key("muster 2026-11-15 secrets at rest", key);
        let cipher = UnboundKey::new(&CHACHA20_POLY1305, &cipher_key)
            .expect("a derived key has the length the cipher wants");
        let seed = blake3::derive_key("muster 2026-11-15 agent programs", key);
        let package_pair = Ed25519KeyPair::from_seed_unchecked(&seed)
            .expect("a derived key has the length of a seed");
        let mark = blake3::derive_key("muster 2026-11-15 key fingerprint", key);
        Self {
            cipher: LessSafeKey::new(cipher),
            audit_key: blake3::derive_key("muster 2026-11-15 audit chain", key),
            audit_head_key: blake3::derive_key("muster 2026-11-17 audit head", key),
            recovery_key: blake3::derive_key("muster 2026-11-16 recovery codes", key),
            enrolment_key: blake3::derive_key("muster 2026-11-15 enrolment tokens", key),
            bus_key: blake3::derive_key("muster 2026-11-17 message bus", key),
            link_key: blake3::derive_key("muster 2026-11-17 installer links", key),
            remote_link_key: blake3::derive_key("muster 2026-11-20 remote links", key),
            backup_key: blake3::derive_key("muster 2026-11-17 backups", key),
            recording_key: RecordingKey::new(blake3::derive_key(
                "muster 2026-11-19 recordings",
                key,
            )),
            package_pair,
            fingerprint: blake3::Hash::from(mark).to_hex().to_string(),
        }
    }

    /// Shows whether two key files are the same without revealing the key.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The key of the audit chain.
    pub fn audit_key(&self) -> &[u8; KEY_BYTES] {
        &self.audit_key
    }

    /// The key that signs the head of the audit chain and its anchors.
    pub fn audit_head_key(&self) -> &[u8; KEY_BYTES] {
        &self.audit_head_key
    }

    /// The key that recovery codes are hashed with.
    pub fn recovery_key(&self) -> &[u8; KEY_BYTES] {
        &self.recovery_key
    }

    /// The key that signs enrolment tokens.
    pub fn enrolment_key(&self) -> &[u8; KEY_BYTES] {
        &self.enrolment_key
    }

    /// The key that seals what goes over the message bus.
    pub fn bus_key(&self) -> &[u8; KEY_BYTES] {
        &self.bus_key
    }

    /// The hash by which a link is found, in hexadecimal.
    pub fn hash_link(&self, uid: &str) -> String {
        blake3::keyed_hash(&self.link_key, uid.as_bytes()).to_hex().to_string()
    }

    /// The key that links to remote sessions are signed with.
    pub fn remote_link_key(&self) -> &[u8; KEY_BYTES] {
        &self.remote_link_key
    }

    /// The key that backups are encrypted with.
    pub fn backup_key(&self) -> &[u8; KEY_BYTES] {
        &self.backup_key
    }

    /// The key that recordings of remote sessions are sealed to.
    pub fn recording_key(&self) -> &RecordingKey {
        &self.recording_key
    }

    /// The public key by which agents know the programs of this installation,
    /// in hexadecimal.
    pub fn package_key(&self) -> String {
        hex(self.package_pair.public_key().as_ref())
    }

    /// Signs what agents check, in hexadecimal: the description of a program,
    /// whether one is frozen, or a grant for a remote session. Each kind of text
    /// has its own prefix.
    pub fn sign_package(&self, text: &[u8]) -> String {
        hex(self.package_pair.sign(text).as_ref())
    }

    /// Encrypts a secret for storage. It opens for the same purpose alone.
    pub fn seal(&self, purpose: Purpose, secret: &[u8]) -> Vec<u8> {
        self.seal_as(purpose.as_str(), secret)
    }

    /// Decrypts what `seal` made for this purpose.
    pub fn open_sealed(&self, purpose: Purpose, stored: &[u8]) -> Result<Vec<u8>, VaultError> {
        match self.open_as(purpose.as_str(), stored) {
            Err(_) if purpose.opens_older() => self.open_as(NO_PURPOSE, stored),
            opened => opened,
        }
    }

    /// What an older release has sealed without a purpose, sealed for this one;
    /// none for anything else.
    pub fn seal_again(&self, purpose: Purpose, stored: &[u8]) -> Option<Vec<u8>> {
        let secret = self.open_as(NO_PURPOSE, stored).ok()?;
        Some(self.seal(purpose, &secret))
    }

    /// As older releases did.
    #[cfg(test)]
    pub fn seal_without_purpose(&self, secret: &[u8]) -> Vec<u8> {
        self.seal_as(NO_PURPOSE, secret)
    }

    fn seal_as(&self, purpose: &str, secret: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let purpose = Aad::from(purpose.as_bytes());
        let mut sealed = secret.to_vec();
        self.cipher
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), purpose, &mut sealed)
            .expect("a secret is far below the cipher's limit");
        let mut stored = nonce.to_vec();
        stored.append(&mut sealed);
        stored
    }

    fn open_as(&self, purpose: &str, stored: &[u8]) -> Result<Vec<u8>, VaultError> {
        let (nonce, sealed) = stored.split_at_checked(NONCE_LEN).ok_or(VaultError::Foreign)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| VaultError::Foreign)?;
        let mut sealed = sealed.to_vec();
        let secret = self
            .cipher
            .open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut sealed)
            .map_err(|_| VaultError::Foreign)?;
        Ok(secret.to_vec())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
