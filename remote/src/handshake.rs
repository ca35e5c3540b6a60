//! The first two messages of a pipe: a key exchange, signed by the agent.

use muster_protocol::hex;
use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::digest::{Context, SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{ED25519, UnparsedPublicKey as SigningKey};

use crate::keys::{KEY_BYTES, Keys};

/// Version of the handshake and of everything after it.
const VERSION: u8 = 1;
const HELLO: u8 = 1;
const ANSWER: u8 = 2;
const HELLO_BYTES: usize = 2 + KEY_BYTES;
const SIGNATURE_BYTES: usize = 64;
const ANSWER_BYTES: usize = HELLO_BYTES + SIGNATURE_BYTES;

/// What both sides know before they talk.
#[derive(Clone, Copy, Debug)]
pub struct Invitation<'a> {
    /// The session.
    pub session: &'a str,
    /// The viewer in it.
    pub viewer: &'a str,
    /// The grant, as the text that was signed.
    pub grant: &'a str,
}

/// Why no pipe begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandshakeError {
    /// It is not the message that has to come now.
    #[error("the other side does not speak this version")]
    Unreadable,
    /// The viewer's key is not the one in the grant.
    #[error("the key is not the one that the permission is for")]
    OtherKey,
    /// The agent's signature is wrong: something between both sides lies.
    #[error("the answer is not signed by this agent")]
    BadSignature,
    /// The key exchange failed.
    #[error("the keys do not work together")]
    BadKey,
}

/// A viewer's key pair, for one pipe.
#[derive(Debug)]
pub struct ViewerKey {
    private: EphemeralPrivateKey,
    public: [u8; KEY_BYTES],
}

impl ViewerKey {
    /// A fresh pair from the system's randomness; none when it has none.
    pub fn generate() -> Option<Self> {
        let (private, public) = fresh_pair().ok()?;
        Some(Self { private, public })
    }

    /// The public key.
    pub fn public(&self) -> &[u8; KEY_BYTES] {
        &self.public
    }

    /// The first message.
    pub fn hello(&self) -> Vec<u8> {
        hello_with(&self.public)
    }

    /// Reads the agent's answer, which must be signed with the agent's Ed25519
    /// key.
    pub fn finish(
        self,
        invitation: Invitation<'_>,
        agent_key: &[u8],
        answer: &[u8],
    ) -> Result<Keys, HandshakeError> {
        if answer.len() != ANSWER_BYTES || answer[..2] != [ANSWER, VERSION] {
            return Err(HandshakeError::Unreadable);
        }
        let (key, signature) = answer[2..].split_at(KEY_BYTES);
        let transcript = transcript(invitation, &self.public, key);
        SigningKey::new(&ED25519, agent_key)
            .verify(&handshake_to_sign(&transcript), signature)
            .map_err(|_| HandshakeError::BadSignature)?;
        exchange(self.private, key, &transcript)
    }
}

/// Answers a viewer's hello, for the agent. The viewer's key must be the one
/// whose SHA-256, in hex, is in the grant; `sign` signs with the agent's key.
pub fn answer_hello(
    invitation: Invitation<'_>,
    key_sha256: &str,
    hello: &[u8],
    sign: impl FnOnce(&[u8]) -> Vec<u8>,
) -> Result<(Vec<u8>, Keys), HandshakeError> {
    if hello.len() != HELLO_BYTES || hello[..2] != [HELLO, VERSION] {
        return Err(HandshakeError::Unreadable);
    }
    let viewer_key = &hello[2..];
    let granted = hex::decode(key_sha256).ok_or(HandshakeError::OtherKey)?;
    if granted != digest(&SHA256, viewer_key).as_ref() {
        return Err(HandshakeError::OtherKey);
    }
    let (private, public) = fresh_pair()?;
    let transcript = transcript(invitation, viewer_key, &public);
    let mut answer = vec![ANSWER, VERSION];
    answer.extend_from_slice(&public);
    answer.extend_from_slice(&sign(&handshake_to_sign(&transcript)));
    Ok((answer, exchange(private, viewer_key, &transcript)?))
}

/// The text that an agent signs in its answer.
pub fn handshake_to_sign(transcript: &[u8]) -> Vec<u8> {
    [b"muster remote handshake 1: ", transcript].concat()
}

/// Everything both sides must agree on, in one hash: who talks about what, by
/// which permission, with which keys.
pub(crate) fn transcript(invitation: Invitation<'_>, viewer: &[u8], agent: &[u8]) -> Vec<u8> {
    let mut hash = Context::new(&SHA256);
    hash.update(b"muster remote 1\n");
    hash.update(invitation.session.as_bytes());
    hash.update(b"\n");
    hash.update(invitation.viewer.as_bytes());
    hash.update(b"\n");
    hash.update(digest(&SHA256, invitation.grant.as_bytes()).as_ref());
    hash.update(viewer);
    hash.update(agent);
    hash.finish().as_ref().to_vec()
}

fn hello_with(public: &[u8; KEY_BYTES]) -> Vec<u8> {
    [&[HELLO, VERSION], &public[..]].concat()
}

fn fresh_pair() -> Result<(EphemeralPrivateKey, [u8; KEY_BYTES]), HandshakeError> {
    let private = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new());
    let private = private.map_err(|_| HandshakeError::BadKey)?;
    let public = private.compute_public_key().map_err(|_| HandshakeError::BadKey)?;
    let public = public.as_ref().try_into().map_err(|_| HandshakeError::BadKey)?;
    Ok((private, public))
}

fn exchange(
    private: EphemeralPrivateKey,
    other: &[u8],
    transcript: &[u8],
) -> Result<Keys, HandshakeError> {
    let other = UnparsedPublicKey::new(&X25519, other);
    agree_ephemeral(private, &other, |shared| Keys::derive(shared, transcript))
        .map_err(|_| HandshakeError::BadKey)
}
