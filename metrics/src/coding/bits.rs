//! Bits, the highest of each byte first. The reader takes eight bytes at a time.

use super::DecodeError;

/// The most bits of one read or write.
pub const MOST: u32 = 56;

/// Collects bits into bytes.
#[derive(Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// The last bits, at the low end.
    buffer: u64,
    /// How many those are: fewer than eight between two writes.
    count: u32,
}

impl BitWriter {
    /// Writes the low bits of a number; the others are zero.
    pub fn write(&mut self, number: u64, bits: u32) {
        debug_assert!(bits <= MOST && number >> bits == 0, "{number} in {bits} bits");
        self.buffer = (self.buffer << bits) | number;
        self.count += bits;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.buffer >> self.count) as u8);
        }
    }

    /// A number from 1, the shorter the smaller: as many zeros as it has bits
    /// after its first, then its bits (Elias' gamma code).
    pub fn write_gamma(&mut self, number: u32) {
        debug_assert!(number > 0, "zero has no code");
        let bits = number.ilog2();
        self.write(0, bits);
        self.write(u64::from(number), bits + 1);
    }

    /// The bytes, the last filled up with zeros.
    pub fn finish(mut self) -> Vec<u8> {
        self.write(0, (8 - self.count) % 8);
        self.bytes
    }
}

/// Reads what a [`BitWriter`] wrote.
pub struct BitReader<'a> {
    rest: &'a [u8],
    /// The next bits, at the high end.
    buffer: u64,
    /// How many of them are read from the bytes.
    count: u32,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { rest: bytes, buffer: 0, count: 0 }
    }

    /// The next bits as a number.
    #[inline(always)]
    pub fn read(&mut self, bits: u32) -> Result<u64, DecodeError> {
        debug_assert!(bits <= MOST, "{bits} bits");
        if self.count < bits {
            self.fill();
        }
        // In two steps, as none of 64 bits cannot be shifted out at once.
        let number = self.buffer >> 1 >> (63 - bits);
        self.take(bits)?;
        Ok(number)
    }

    /// How many ones come next, up to a limit below [`MOST`]. The zero after fewer
    /// ones is read, too.
    #[inline(always)]
    pub fn read_ones(&mut self, limit: u32) -> Result<u32, DecodeError> {
        // Always, as it costs less than a branch that is sometimes taken.
        self.fill();
        let ones = self.buffer.leading_ones().min(limit);
        self.take(ones + u32::from(ones < limit))?;
        Ok(ones)
    }

    #[inline(always)]
    pub fn read_gamma(&mut self) -> Result<u32, DecodeError> {
        self.fill();
        let bits = self.buffer.leading_zeros();
        if bits >= 32 {
            return Err(DecodeError::Payload);
        }
        self.take(bits)?;
        self.read(bits + 1).map(|number| number as u32)
    }

    /// Nothing but the zeros that fill the last byte may be left.
    #[inline(always)]
    pub fn finish(mut self) -> Result<(), DecodeError> {
        self.fill();
        let is_padding = self.count < 8 && self.buffer == 0;
        if is_padding { Ok(()) } else { Err(DecodeError::Trailing) }
    }

    #[inline(always)]
    fn take(&mut self, bits: u32) -> Result<(), DecodeError> {
        if bits > self.count {
            return Err(DecodeError::Truncated);
        }
        self.buffer <<= bits;
        self.count -= bits;
        Ok(())
    }

    /// Has at least [`MOST`] bits in the buffer afterwards, or all there are.
    #[inline(always)]
    fn fill(&mut self) {
        if let Some(next) = self.rest.first_chunk::<8>() {
            // Bits of a byte that does not fit wholly come again with the next filling
            // and are the same then.
            self.buffer |= u64::from_be_bytes(*next) >> self.count;
            let bytes = (63 - self.count) / 8;
            self.count += bytes * 8;
            self.rest = &self.rest[bytes as usize..];
            return;
        }
        while self.count <= MOST
            && let Some((byte, rest)) = self.rest.split_first()
        {
            self.buffer |= u64::from(*byte) << (MOST - self.count);
            self.count += 8;
            self.rest = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_reader_says_when_bits_are_missing_or_left() {
        let mut reader = BitReader::new(&[0b1010_0000]);
        assert_eq!(reader.read(3), Ok(5));
        assert_eq!(reader.read(6), Err(DecodeError::Truncated));
        assert_eq!(reader.finish(), Ok(()));
        assert_eq!(BitReader::new(&[0]).finish(), Err(DecodeError::Trailing));
        assert_eq!(BitReader::new(&[0, 0]).read_ones(3), Ok(0));
        assert_eq!(BitReader::new(&[0xff]).read_ones(16), Err(DecodeError::Truncated));
        assert_eq!(BitReader::new(&[0; 9]).read_gamma(), Err(DecodeError::Payload));
        assert_eq!(BitReader::new(&[]).read(1), Err(DecodeError::Truncated));
    }

    proptest! {
        #[test]
        fn bits_are_read_as_they_were_written(
            numbers in prop::collection::vec((any::<u64>(), 0..=MOST, 1..=u32::MAX), 0..80),
        ) {
            let mut writer = BitWriter::default();
            for &(number, bits, gamma) in &numbers {
                writer.write(number & ((1 << bits) - 1), bits);
                writer.write_gamma(gamma);
            }
            let bytes = writer.finish();
            let mut reader = BitReader::new(&bytes);
            for &(number, bits, gamma) in &numbers {
                prop_assert_eq!(reader.read(bits), Ok(number & ((1 << bits) - 1)));
                prop_assert_eq!(reader.read_gamma(), Ok(gamma));
            }
            prop_assert_eq!(reader.finish(), Ok(()));
        }
    }
}
