//! Compresses tiles.

use anyhow::Context;

use crate::os::Problem;

/// The fastest that still makes text small.
const LEVEL: i32 = 1;

/// Compresses one thing after the other with memory that it keeps.
pub struct Compressor {
    inner: zstd::bulk::Compressor<'static>,
}

impl Compressor {
    /// A new one.
    pub fn new() -> Result<Self, Problem> {
        let inner = zstd::bulk::Compressor::new(LEVEL).context("cannot compress")?;
        Ok(Self { inner })
    }

    /// Replaces what is in `compressed` by one frame that holds `raw` and says how long it is.
    pub fn compress(&mut self, raw: &[u8], compressed: &mut Vec<u8>) -> Result<(), Problem> {
        compressed.clear();
        compressed.reserve(zstd::compress_bound(raw.len()));
        self.inner.compress_to_buffer(raw, compressed).context("cannot compress")?;
        Ok(())
    }
}

impl std::fmt::Debug for Compressor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Compressor")
    }
}
