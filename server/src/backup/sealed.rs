//! The content of a backup as it is in the file: chunks that are encrypted and
//! authenticated one by one, so that neither side holds all of it.
//!
//! The key is derived from that of the installation and from the head of the
//! file, which contains a salt: no two files share it, so the number of a chunk
//! is a nonce that is used once. It also says whether the chunk is the last, so
//! that a file that was cut short is noticed.

use std::io::{Error, ErrorKind, Read, Result, Write};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

/// Bytes of a chunk, all but the last.
const CHUNK_BYTES: usize = 64 * 1024;
const TAG_BYTES: usize = 16;

/// Seals and opens the chunks of one file.
pub struct ChunkCipher(LessSafeKey);

impl ChunkCipher {
    /// For the file that begins with this head.
    pub fn new(key: &[u8; blake3::KEY_LEN], head: &[u8]) -> Self {
        let key = blake3::keyed_hash(key, head);
        let key = UnboundKey::new(&CHACHA20_POLY1305, key.as_bytes());
        Self(LessSafeKey::new(key.expect("a hash has the length the cipher wants")))
    }

    fn seal(&self, number: u64, is_last: bool, chunk: &mut Vec<u8>) {
        self.0
            .seal_in_place_append_tag(nonce(number, is_last), Aad::empty(), chunk)
            .expect("a chunk is far below the cipher's limit");
    }

    fn open(&self, number: u64, is_last: bool, chunk: &mut Vec<u8>) -> Result<()> {
        let opened = self.0.open_in_place(nonce(number, is_last), Aad::empty(), chunk);
        let length = opened.map_err(|_| Error::from(ErrorKind::InvalidData))?.len();
        chunk.truncate(length);
        Ok(())
    }
}

fn nonce(number: u64, is_last: bool) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    bytes[NONCE_LEN - 1] = u8::from(is_last);
    Nonce::assume_unique_for_key(bytes)
}

/// Seals what is written through it.
pub struct SealedWriter<W> {
    output: W,
    cipher: ChunkCipher,
    chunk: Vec<u8>,
    number: u64,
}

impl<W: Write> SealedWriter<W> {
    pub fn new(output: W, cipher: ChunkCipher) -> Self {
        Self { output, cipher, chunk: Vec::with_capacity(CHUNK_BYTES + TAG_BYTES), number: 0 }
    }

    /// Writes the last chunk, and returns what it wrote to.
    pub fn finish(mut self) -> Result<W> {
        self.write_chunk(true)?;
        Ok(self.output)
    }

    fn write_chunk(&mut self, is_last: bool) -> Result<()> {
        self.cipher.seal(self.number, is_last, &mut self.chunk);
        self.output.write_all(&self.chunk)?;
        self.chunk.clear();
        self.number += 1;
        Ok(())
    }
}

impl<W: Write> Write for SealedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        // Not before there is more: the last chunk may be a full one.
        if self.chunk.len() == CHUNK_BYTES && !bytes.is_empty() {
            self.write_chunk(false)?;
        }
        let count = bytes.len().min(CHUNK_BYTES - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> Result<()> {
        self.output.flush()
    }
}

/// Opens what a [`SealedWriter`] wrote. An error of the kind `InvalidData` says
/// that it is something else, or not complete.
pub struct SealedReader<R> {
    input: R,
    cipher: ChunkCipher,
    /// The chunk that is being read, opened, and how far.
    chunk: Vec<u8>,
    position: usize,
    /// The chunk after it, sealed; empty: none.
    ahead: Vec<u8>,
    number: u64,
    is_over: bool,
}

impl<R: Read> SealedReader<R> {
    pub fn new(mut input: R, cipher: ChunkCipher) -> Result<Self> {
        let ahead = read_chunk(&mut input)?;
        let (chunk, position, number, is_over) = (Vec::new(), 0, 0, false);
        Ok(Self { input, cipher, chunk, position, ahead, number, is_over })
    }

    /// What it reads from.
    pub fn into_inner(self) -> R {
        self.input
    }

    fn open_next(&mut self) -> Result<()> {
        let next = read_chunk(&mut self.input)?;
        self.chunk = std::mem::replace(&mut self.ahead, next);
        self.is_over = self.ahead.is_empty();
        self.cipher.open(self.number, self.is_over, &mut self.chunk)?;
        self.position = 0;
        self.number += 1;
        Ok(())
    }
}

impl<R: Read> Read for SealedReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<usize> {
        while self.position == self.chunk.len() {
            if self.is_over {
                return Ok(0);
            }
            self.open_next()?;
        }
        let left = &self.chunk[self.position..];
        let count = left.len().min(bytes.len());
        bytes[..count].copy_from_slice(&left[..count]);
        self.position += count;
        Ok(count)
    }
}

/// The next sealed chunk; shorter at the end, and empty after it.
fn read_chunk(input: &mut impl Read) -> Result<Vec<u8>> {
    let length = CHUNK_BYTES + TAG_BYTES;
    let mut chunk = Vec::with_capacity(length);
    input.take(length as u64).read_to_end(&mut chunk)?;
    Ok(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    fn sealed(content: &[u8]) -> Vec<u8> {
        let mut writer = SealedWriter::new(Vec::new(), ChunkCipher::new(&KEY, b"head"));
        writer.write_all(content).unwrap();
        writer.finish().unwrap()
    }

    fn opened(sealed: &[u8], key: &[u8; 32], head: &[u8]) -> Result<Vec<u8>> {
        let mut content = Vec::new();
        SealedReader::new(sealed, ChunkCipher::new(key, head))?.read_to_end(&mut content)?;
        Ok(content)
    }

    #[test]
    fn every_length_comes_back_and_shows_nothing() {
        for length in
            [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 200_000]
        {
            let content = b"canary ".repeat(length / 7 + 1)[..length].to_vec();
            let sealed = sealed(&content);
            assert_eq!(opened(&sealed, &KEY, b"head").unwrap(), content, "{length}");
            assert!(!sealed.windows(6).any(|bytes| bytes == b"canary"));
            assert!(opened(&sealed, &[8; 32], b"head").is_err());
            assert!(opened(&sealed, &KEY, b"other head").is_err());
        }
    }

    #[test]
    fn chunks_that_were_changed_moved_dropped_or_added_are_noticed() {
        let whole = CHUNK_BYTES + TAG_BYTES;
        let good = sealed(&vec![1; 3 * CHUNK_BYTES]);
        assert_eq!(good.len(), 3 * whole);
        let (first, second) = (&good[..whole], &good[whole..2 * whole]);
        let mut changed = good.clone();
        changed[whole + 5] ^= 1;
        for bad in [
            changed,
            [second, first, &good[2 * whole..]].concat(),
            [first, first, &good[2 * whole..]].concat(),
            good[..2 * whole].to_vec(),
            good[..whole].to_vec(),
            good[whole..].to_vec(),
            good[..good.len() - 1].to_vec(),
            [&good[..], second].concat(),
            [&good[..], b"x"].concat(),
            Vec::new(),
        ] {
            let error = opened(&bad, &KEY, b"head").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidData);
        }
    }
}
