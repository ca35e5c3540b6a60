//! Messages that only the two ends of a pipe can read, in one order, each once.

use std::time::{Duration, Instant};

use ring::aead::{Aad, LessSafeKey, NONCE_LEN, Nonce};

use crate::keys::DirectionSecret;

const SEALED: u8 = 3;
/// Kind, epoch and counter.
pub const HEADER_BYTES: usize = 1 + 4 + 8;
/// A key is used for so long, and for so many messages.
const LONGEST_EPOCH: Duration = Duration::from_secs(3600);
const MOST_MESSAGES: u64 = 1 << 31;

/// The other side, or something between, broke the rules: the pipe has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message was changed, lost, repeated or out of order")]
pub struct Broken;

/// Seals what one side sends.
pub struct Sealer {
    secret: DirectionSecret,
    key: LessSafeKey,
    epoch: u32,
    counter: u64,
    began: Instant,
    most_messages: u64,
    longest: Duration,
}

impl Sealer {
    /// Begins with the first key of a direction.
    pub fn new(secret: DirectionSecret) -> Self {
        Self::with_limits(secret, MOST_MESSAGES, LONGEST_EPOCH)
    }

    pub(crate) fn with_limits(secret: DirectionSecret, most: u64, longest: Duration) -> Self {
        let key = secret.key();
        let began = Instant::now();
        Self { secret, key, epoch: 0, counter: 0, began, most_messages: most, longest }
    }

    /// Seals one message.
    pub fn seal(&mut self, plain: &[u8]) -> Vec<u8> {
        if self.counter >= self.most_messages || self.began.elapsed() >= self.longest {
            self.secret = self.secret.next();
            self.key = self.secret.key();
            (self.epoch, self.counter, self.began) = (self.epoch + 1, 0, Instant::now());
        }
        let header = header(self.epoch, self.counter);
        let nonce = nonce(self.epoch, self.counter);
        self.counter += 1;
        let mut message = Vec::with_capacity(HEADER_BYTES + plain.len() + 16);
        message.extend_from_slice(&header);
        message.extend_from_slice(plain);
        let tag = self
            .key
            .seal_in_place_separate_tag(nonce, Aad::from(header), &mut message[HEADER_BYTES..])
            .expect("messages are far shorter than what the cipher takes");
        message.extend_from_slice(tag.as_ref());
        message
    }
}

/// Opens what the other side sealed.
pub struct Opener {
    secret: DirectionSecret,
    key: LessSafeKey,
    epoch: u32,
    counter: u64,
}

impl Opener {
    /// Begins with the first key of a direction.
    pub fn new(secret: DirectionSecret) -> Self {
        let key = secret.key();
        Self { secret, key, epoch: 0, counter: 0 }
    }

    /// Opens the next message, in its own memory. After an error no further
    /// message can be trusted.
    pub fn open<'a>(&mut self, message: &'a mut [u8]) -> Result<&'a [u8], Broken> {
        let (epoch, counter) = read_header(message).ok_or(Broken)?;
        let is_next_epoch = epoch == self.epoch.wrapping_add(1) && counter == 0;
        if is_next_epoch {
            let secret = self.secret.next();
            let plain = open_with(&secret.key(), message, epoch, counter)?;
            // Only now: a forged message must not change the keys.
            self.key = secret.key();
            self.secret = secret;
            (self.epoch, self.counter) = (epoch, 1);
            return Ok(plain);
        }
        if (epoch, counter) != (self.epoch, self.counter) {
            return Err(Broken);
        }
        let plain = open_with(&self.key, message, epoch, counter)?;
        self.counter += 1;
        Ok(plain)
    }
}

fn open_with<'a>(
    key: &LessSafeKey,
    message: &'a mut [u8],
    epoch: u32,
    counter: u64,
) -> Result<&'a [u8], Broken> {
    let (_, sealed) = message.split_at_mut(HEADER_BYTES);
    let aad = Aad::from(header(epoch, counter));
    key.open_in_place(nonce(epoch, counter), aad, sealed).map(|plain| &*plain).map_err(|_| Broken)
}

fn header(epoch: u32, counter: u64) -> [u8; HEADER_BYTES] {
    let mut header = [SEALED; HEADER_BYTES];
    header[1..5].copy_from_slice(&epoch.to_be_bytes());
    header[5..].copy_from_slice(&counter.to_be_bytes());
    header
}

fn read_header(message: &[u8]) -> Option<(u32, u64)> {
    let rest = message.strip_prefix(&[SEALED])?;
    let epoch = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
    let counter = u64::from_be_bytes(rest.get(4..12)?.try_into().ok()?);
    Some((epoch, counter))
}

fn nonce(epoch: u32, counter: u64) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[..4].copy_from_slice(&epoch.to_be_bytes());
    bytes[4..].copy_from_slice(&counter.to_be_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// Keys are secrets: both can be logged without them.
impl std::fmt::Debug for Sealer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sealer").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Opener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Opener").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}
