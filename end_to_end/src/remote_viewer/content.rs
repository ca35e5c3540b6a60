//! Content of a file of any size, made up as it is needed.

use ring::digest::{Context, SHA256, digest};

use crate::dice::Dice;

/// Bytes that have a hash of their own.
pub const CHUNK: u64 = 1 << 20;
/// From the noise that one chunk begins with to that of the next; odd, so that no two of a
/// million are alike.
const STEP: u64 = 7919;

/// The same for the same size and seed.
pub struct Content {
    /// Bytes of all.
    pub size: u64,
    /// The hashes of all chunks, one after the other.
    pub hashes: Vec<u8>,
    /// Two chunks of bytes without a pattern.
    noise: Vec<u8>,
}

impl Content {
    /// So many bytes.
    pub fn new(size: u64, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let noise = (0..2 * CHUNK).map(|_| dice.roll(256) as u8).collect();
        let mut content = Self { size, hashes: Vec::new(), noise };
        let hash = |chunk: Vec<u8>| digest(&SHA256, &chunk).as_ref().to_vec();
        content.hashes = content.chunks().flat_map(hash).collect();
        content
    }

    /// The bytes from one offset to another.
    pub fn read(&self, from: u64, to: u64) -> Vec<u8> {
        let (mut bytes, mut at) = (Vec::new(), from);
        while at < to {
            let begin = at / CHUNK * STEP % CHUNK + at % CHUNK;
            let count = (CHUNK - at % CHUNK).min(to - at);
            bytes.extend_from_slice(&self.noise[whole(begin)..whole(begin + count)]);
            at += count;
        }
        bytes
    }

    /// SHA-256 of all, in hex.
    pub fn sha256(&self) -> String {
        let mut context = Context::new(&SHA256);
        self.chunks().for_each(|chunk| context.update(&chunk));
        muster_protocol::hex::encode(context.finish().as_ref())
    }

    fn chunks(&self) -> impl Iterator<Item = Vec<u8>> {
        let begins = (0..self.size.div_ceil(CHUNK)).map(|index| index * CHUNK);
        begins.map(move |begin| self.read(begin, (begin + CHUNK).min(self.size)))
    }
}

fn whole(number: u64) -> usize {
    usize::try_from(number).expect("it fits into memory")
}

#[test]
fn any_part_of_a_content_is_what_all_of_it_has_there() {
    let content = Content::new(3 * CHUNK + 17, 5);
    let all = content.read(0, content.size);
    assert_eq!(all.len() as u64, content.size);
    for (from, to) in [(0, 1), (CHUNK - 3, CHUNK + 3), (CHUNK + 5, 3 * CHUNK + 1)] {
        assert!(content.read(from, to) == all[whole(from)..whole(to)]);
    }
    assert!(content.read(0, CHUNK) != content.read(CHUNK, 2 * CHUNK));
    assert_eq!(content.sha256(), super::sha256(&all));
    assert_eq!(content.hashes.len(), 4 * 32);
}
