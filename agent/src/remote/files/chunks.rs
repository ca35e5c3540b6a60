//! The chunks of a file: each has a hash, and the hash over those names the file.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use muster_protocol::hex;
use ring::digest::{SHA256, digest};

use super::answer::ByteRange;
use super::problem::{FileProblem, ProblemCode};

/// Bytes of a chunk; the last one of a file may have fewer.
pub const CHUNK: u64 = 1 << 20;

/// Chunks of the largest file: 256 GiB, whose hashes take 8 MiB of memory.
pub const MAX_CHUNKS: u64 = 1 << 18;

/// Bytes of a hash.
const HASH: usize = 32;

/// SHA-256 of these bytes, in hex.
pub fn hash_of(bytes: &[u8]) -> String {
    hex::encode(digest(&SHA256, bytes).as_ref())
}

/// How many chunks a file of that size has.
pub fn chunks_of(size: u64) -> u64 {
    size.div_ceil(CHUNK)
}

/// The bytes of one chunk of a file.
pub fn range_of(index: u64, size: u64) -> ByteRange {
    let from = index.saturating_mul(CHUNK).min(size);
    ByteRange { from, to: from.saturating_add(CHUNK).min(size) }
}

/// The hashes of all chunks of a file that is about to come.
#[derive(Clone, Debug)]
pub struct HashList {
    /// Bytes of the file.
    pub size: u64,
    /// What names it: the hash over all of them, in hex.
    pub id: String,
    hashes: Vec<u8>,
}

impl HashList {
    /// A list that has no hashes yet.
    pub fn begin(size: u64, id: &str) -> Result<Self, FileProblem> {
        if chunks_of(size) > MAX_CHUNKS {
            let message = "An uploaded file may have at most 256 GiB.";
            return Err(FileProblem::new(ProblemCode::TooLarge, message));
        }
        match hex::decode(id).filter(|id| id.len() == HASH) {
            Some(id) => Ok(Self { size, id: hex::encode(&id), hashes: Vec::new() }),
            None => Err(invalid("id should be 64 hex digits.")),
        }
    }

    /// Adds some, in base64. Refuses more than there are chunks, and a list that is
    /// complete and not the one that the file is named by.
    pub fn add(&mut self, text: &str) -> Result<(), FileProblem> {
        let Ok(bytes) = BASE64_STANDARD.decode(text) else {
            return Err(invalid("hashes should be base64."));
        };
        let length = self.hashes.len() as u64 + bytes.len() as u64;
        if !bytes.len().is_multiple_of(HASH) || length > self.want() * HASH as u64 {
            return Err(invalid("hashes should be 32 bytes for each chunk."));
        }
        self.hashes.extend_from_slice(&bytes);
        match self.is_complete() && hash_of(&self.hashes) != self.id {
            true => Err(invalid("id should be the SHA-256 over the hashes of all chunks.")),
            false => Ok(()),
        }
    }

    /// How many are here.
    pub fn have(&self) -> u64 {
        (self.hashes.len() / HASH) as u64
    }

    /// How many there should be.
    pub fn want(&self) -> u64 {
        chunks_of(self.size)
    }

    /// Whether all are here.
    pub fn is_complete(&self) -> bool {
        self.have() == self.want()
    }

    /// Whether a chunk has the content that it should have.
    pub fn is_chunk(&self, index: u64, content: &[u8]) -> bool {
        let begin = usize::try_from(index).unwrap_or(usize::MAX).saturating_mul(HASH);
        let expected = self.hashes.get(begin..begin.saturating_add(HASH));
        let range = range_of(index, self.size);
        let is_whole = content.len() as u64 == range.to - range.from;
        is_whole && expected == Some(digest(&SHA256, content).as_ref())
    }
}

/// Which chunks are on the disk and right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkSet {
    bits: Vec<u8>,
    count: u64,
}

impl ChunkSet {
    /// None of so many.
    pub fn empty(count: u64) -> Self {
        let bytes = usize::try_from(count.div_ceil(8)).unwrap_or_default();
        Self { bits: vec![0; bytes], count }
    }

    /// All of so many.
    pub fn full(count: u64) -> Self {
        let mut all = Self::empty(count);
        (0..count).for_each(|index| all.insert(index));
        all
    }

    /// What `to_text` wrote; none when it is about another number of chunks.
    pub fn from_text(text: &str, count: u64) -> Option<Self> {
        let bits = BASE64_STANDARD.decode(text).ok()?;
        let is_right = bits.len() == Self::empty(count).bits.len();
        is_right.then_some(Self { bits, count })
    }

    /// As text; always as long for as many chunks.
    pub fn to_text(&self) -> String {
        BASE64_STANDARD.encode(&self.bits)
    }

    /// Adds one.
    pub fn insert(&mut self, index: u64) {
        let at = usize::try_from(index / 8).unwrap_or(usize::MAX);
        if let Some(byte) = self.bits.get_mut(at).filter(|_| index < self.count) {
            *byte |= 1 << (index % 8);
        }
    }

    /// Whether one is in it.
    pub fn contains(&self, index: u64) -> bool {
        let at = usize::try_from(index / 8).unwrap_or(usize::MAX);
        let byte = self.bits.get(at).filter(|_| index < self.count);
        byte.is_some_and(|byte| byte & (1 << (index % 8)) != 0)
    }

    /// Whether none is in it.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|byte| *byte == 0)
    }

    /// The first one, from here on, that is not in it.
    pub fn first_missing(&self, from: u64) -> Option<u64> {
        (from..self.count).find(|index| !self.contains(*index))
    }

    /// The bytes of a file of that size that are not in it.
    pub fn missing(&self, size: u64) -> Vec<ByteRange> {
        let mut missing: Vec<ByteRange> = Vec::new();
        for index in (0..self.count).filter(|index| !self.contains(*index)) {
            let range = range_of(index, size);
            match missing.last_mut().filter(|last| last.to == range.from) {
                Some(last) => last.to = range.to,
                None => missing.push(range),
            }
        }
        missing
    }
}

fn invalid(message: &str) -> FileProblem {
    FileProblem::new(ProblemCode::InvalidRequest, message)
}

#[cfg(test)]
#[path = "chunks_tests.rs"]
mod tests;
