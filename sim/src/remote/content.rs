//! A file that is made up as it is needed: no two chunks are alike, and none is kept.

use muster_remote::MAX_DATA_BYTES;
use rand::RngExt;
use ring::digest::{SHA256, digest};

/// What has a hash of its own.
pub const CHUNK: usize = 1 << 20;
/// The most that is sent in one message; whole chunks are made of it.
pub const PIECE: usize = MAX_DATA_BYTES / 2;

/// So many MiB.
pub struct Content {
    noise: Vec<u8>,
    /// Chunks.
    pub chunks: usize,
}

impl Content {
    /// Made up by chance.
    pub fn new(mib: usize) -> Self {
        let mut chance = rand::rng();
        Self { noise: (0..CHUNK).map(|_| chance.random()).collect(), chunks: mib }
    }

    /// Bytes of all.
    pub fn size(&self) -> u64 {
        (self.chunks * CHUNK) as u64
    }

    /// The bytes from an offset to the end of its piece, with the number of the chunk in
    /// each piece.
    pub fn piece(&self, offset: usize) -> Vec<u8> {
        let (index, at) = (offset / CHUNK, offset % CHUNK);
        let begin = at - at % PIECE;
        let mut piece = self.noise[begin..begin + PIECE].to_vec();
        piece[..8].copy_from_slice(&(index as u64).to_le_bytes());
        piece.split_off(at - begin)
    }

    /// The hashes of all chunks, one after the other.
    pub fn hashes(&self) -> Vec<u8> {
        let chunk = |index: usize| -> Vec<u8> {
            let pieces = (0..CHUNK / PIECE).map(|piece| self.piece(index * CHUNK + piece * PIECE));
            pieces.collect::<Vec<_>>().concat()
        };
        (0..self.chunks).flat_map(|index| sha256(&chunk(index))).collect()
    }
}

/// SHA-256 of these bytes.
pub fn sha256(bytes: &[u8]) -> Vec<u8> {
    digest(&SHA256, bytes).as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_follow_each_other_and_chunks_differ() {
        let content = Content::new(2);
        assert_eq!(content.piece(PIECE + 7), content.piece(PIECE)[7..]);
        assert_ne!(content.piece(0), content.piece(CHUNK));
        assert_eq!((content.size(), content.hashes().len()), (2 << 20, 64));
    }
}
