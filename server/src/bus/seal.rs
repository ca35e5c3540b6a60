//! Seals what goes over NATS or is stored there: without the key of the
//! installation nobody can read it, change it or make it up.
//!
//! A sealed message has these parts:
//!
//! | Bytes | Content |
//! |---|---|
//! | 1 | version of this format |
//! | 16 | the sender: random, and another one each time a server connects |
//! | 8 | when it was sealed, in microseconds since 1970 |
//! | 8 | a number that this sender uses once |
//! | … | the content, encrypted with ChaCha20-Poly1305, and its tag of 16 bytes |
//!
//! Each sender has a key of its own, derived from that of the installation, so
//! its numbers can be the nonces. The tag also covers the first four parts, the
//! subject and where the answer goes: a message counts nowhere else.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::time::Timestamp;

const VERSION: u8 = 1;
const SENDER_BYTES: usize = 16;
const HEADER_BYTES: usize = 1 + SENDER_BYTES + 8 + 8;
const TAG_BYTES: usize = 16;

/// How much longer a message becomes.
pub(super) const OVERHEAD: usize = HEADER_BYTES + TAG_BYTES;

/// Refused messages are logged this often at most: their sender decides how many
/// there are.
const BETWEEN_WARNINGS: Duration = Duration::from_secs(60);

/// Identifies a connection of one server to the bus.
pub(super) type Sender = [u8; SENDER_BYTES];

/// Seals and opens messages.
pub(crate) struct Seal {
    key: [u8; 32],
    sender: Sender,
    cipher: LessSafeKey,
    last_number: AtomicU64,
    last_warning: AtomicI64,
}

/// A message that was sealed with the key of the installation.
pub(crate) struct Opened {
    pub(super) sender: Sender,
    pub(super) sent: Timestamp,
    pub(super) number: u64,
    pub(crate) content: Bytes,
}

/// Why a message does not count.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("it is not sealed, or by another version of Muster")]
    Unsealed,
    #[error("it was not sealed with the key of this installation, or it was changed")]
    Forged,
    #[error("it was sent {seconds} seconds ago: it is old, or the clocks of the servers differ")]
    NotNow { seconds: i64 },
    #[error("it was received before")]
    Repeated,
}

impl Seal {
    pub(super) fn new(key: &[u8; 32]) -> Self {
        let sender = rand::random();
        Self {
            key: *key,
            sender,
            cipher: cipher_of(key, &sender),
            last_number: AtomicU64::new(0),
            last_warning: AtomicI64::new(0),
        }
    }

    /// Seals a message for this subject, and for nothing else.
    pub(crate) fn seal(&self, subject: &str, reply: Option<&str>, content: &[u8]) -> Bytes {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let mut sealed = Vec::with_capacity(content.len() + OVERHEAD);
        sealed.push(VERSION);
        sealed.extend_from_slice(&self.sender);
        sealed.extend_from_slice(&Timestamp::now().micros().to_be_bytes());
        sealed.extend_from_slice(&number.to_be_bytes());
        let covered = Aad::from(covered(&sealed, subject, reply));
        sealed.extend_from_slice(content);
        let tag = self
            .cipher
            .seal_in_place_separate_tag(nonce(number), covered, &mut sealed[HEADER_BYTES..])
            .expect("a message is far below the cipher's limit");
        sealed.extend_from_slice(tag.as_ref());
        sealed.into()
    }

    /// Opens a message that arrived under this subject. Whether it is new and
    /// comes for the first time is for a [`super::ReplayGuard`] to say.
    pub(crate) fn open(
        &self,
        subject: &str,
        reply: Option<&str>,
        sealed: &[u8],
    ) -> Result<Opened, Refusal> {
        let (header, content) =
            sealed.split_first_chunk::<HEADER_BYTES>().ok_or(Refusal::Unsealed)?;
        let (sender, sent, number) = read_header(header).ok_or(Refusal::Unsealed)?;
        let covered = Aad::from(covered(header, subject, reply));
        let mut content = content.to_vec();
        let length = cipher_of(&self.key, &sender)
            .open_in_place(nonce(number), covered, &mut content)
            .map_err(|_| Refusal::Forged)?
            .len();
        content.truncate(length);
        Ok(Opened { sender, sent, number, content: content.into() })
    }

    /// Counts a refused message, and logs it unless another one was logged
    /// within the last minute.
    pub(crate) fn report(&self, subject: &str, refusal: &Refusal) {
        metrics::counter!("muster_bus_refused_messages_total").increment(1);
        let now = Timestamp::now().micros();
        let last = self.last_warning.load(Ordering::Relaxed);
        if u128::from(now.abs_diff(last)) < BETWEEN_WARNINGS.as_micros() {
            return;
        }
        self.last_warning.store(now, Ordering::Relaxed);
        tracing::warn!(bus.subject = subject, reason = %refusal, "a message on the bus was refused");
    }
}

fn read_header(header: &[u8; HEADER_BYTES]) -> Option<(Sender, Timestamp, u64)> {
    let (version, rest) = header.split_first()?;
    let (sender, rest) = rest.split_first_chunk::<SENDER_BYTES>()?;
    let (sent, rest) = rest.split_first_chunk::<8>()?;
    let number = rest.first_chunk::<8>()?;
    let sent = Timestamp::from_micros(i64::from_be_bytes(*sent));
    (*version == VERSION).then(|| (*sender, sent, u64::from_be_bytes(*number)))
}

/// What the tag covers besides the content. No subject contains a zero.
fn covered(header: &[u8], subject: &str, reply: Option<&str>) -> Vec<u8> {
    [header, subject.as_bytes(), b"\0", reply.unwrap_or_default().as_bytes()].concat()
}

fn cipher_of(key: &[u8; 32], sender: &Sender) -> LessSafeKey {
    let key = blake3::keyed_hash(key, sender);
    let key = UnboundKey::new(&CHACHA20_POLY1305, key.as_bytes());
    LessSafeKey::new(key.expect("a hash has the length the cipher wants"))
}

fn nonce(number: u64) -> Nonce {
    let mut nonce = [0; NONCE_LEN];
    nonce[NONCE_LEN - 8..].copy_from_slice(&number.to_be_bytes());
    Nonce::assume_unique_for_key(nonce)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    fn content(opened: Result<Opened, Refusal>) -> Result<Bytes, Refusal> {
        opened.map(|opened| opened.content)
    }

    #[test]
    fn what_one_server_seals_another_opens_and_nobody_reads() {
        let (one, other) = (Seal::new(&KEY), Seal::new(&KEY));

        let sealed = one.seal("orders", Some("inbox"), b"a secret");

        assert_eq!(sealed.len(), "a secret".len() + OVERHEAD);
        assert!(!sealed.windows(8).any(|part| part == b"a secret"));
        assert_eq!(content(other.open("orders", Some("inbox"), &sealed)).unwrap(), "a secret");
        assert_ne!(sealed, one.seal("orders", Some("inbox"), b"a secret"));
    }

    #[test]
    fn a_message_counts_for_its_subject_and_its_answer_alone() {
        let seal = Seal::new(&KEY);
        let sealed = seal.seal("orders", Some("inbox"), b"x");

        for (subject, reply) in
            [("others", Some("inbox")), ("orders", Some("elsewhere")), ("orders", None)]
        {
            assert_eq!(content(seal.open(subject, reply, &sealed)), Err(Refusal::Forged));
        }
    }

    #[test]
    fn a_message_that_was_changed_or_sealed_by_others_is_refused() {
        let seal = Seal::new(&KEY);
        let sealed = seal.seal("orders", None, b"x");

        for changed in 1..sealed.len() {
            let mut forged = sealed.to_vec();
            forged[changed] ^= 1;
            assert_eq!(content(seal.open("orders", None, &forged)), Err(Refusal::Forged));
        }
        let foreign = Seal::new(&[8; 32]).seal("orders", None, b"x");
        assert_eq!(content(seal.open("orders", None, &foreign)), Err(Refusal::Forged));
    }

    #[test]
    fn what_is_not_sealed_or_by_another_version_is_refused() {
        let seal = Seal::new(&KEY);
        let mut newer = seal.seal("orders", None, b"x").to_vec();
        newer[0] += 1;

        let short = [VERSION; HEADER_BYTES - 1];
        for unsealed in [b"".as_slice(), b"[]".as_slice(), short.as_slice(), newer.as_slice()] {
            assert_eq!(content(seal.open("orders", None, unsealed)), Err(Refusal::Unsealed));
        }
        let cut = [VERSION; HEADER_BYTES];
        assert_eq!(content(seal.open("orders", None, &cut)), Err(Refusal::Forged));
    }
}
