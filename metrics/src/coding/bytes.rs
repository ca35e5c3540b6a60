//! Varints and lengths, written and read.

use super::DecodeError;

/// Seven bits a byte, the lowest first; the top bit says that more follow.
pub fn write_varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub fn write_with_length(out: &mut Vec<u8>, bytes: &[u8]) {
    write_varint(out, bytes.len() as u64);
    out.extend(bytes);
}

/// What is still to be read.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let (first, rest) = self.0.split_first().ok_or(DecodeError::Truncated)?;
        self.0 = rest;
        Ok(*first)
    }

    /// A varint of up to `u32`: nothing in a block is larger.
    pub fn varint(&mut self) -> Result<u32, DecodeError> {
        let mut number = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).map_err(|_| DecodeError::Number);
            }
        }
        Err(DecodeError::Number)
    }

    pub fn with_length(&mut self) -> Result<&'a [u8], DecodeError> {
        let length = self.varint()? as usize;
        let (taken, rest) = self.0.split_at_checked(length).ok_or(DecodeError::Truncated)?;
        self.0 = rest;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_are_read_as_they_were_written() {
        for number in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
            let mut out = Vec::new();
            write_varint(&mut out, u64::from(number));
            assert_eq!(Bytes(&out).varint(), Ok(number));
        }
    }

    #[test]
    fn numbers_that_are_too_large_or_cut_are_refused() {
        let mut out = Vec::new();
        write_varint(&mut out, u64::from(u32::MAX) + 1);
        assert_eq!(Bytes(&out).varint(), Err(DecodeError::Number));
        assert_eq!(Bytes(&[0xff; 9]).varint(), Err(DecodeError::Number));
        assert_eq!(Bytes(&[0x80]).varint(), Err(DecodeError::Truncated));
        assert_eq!(Bytes(&[2, 7]).with_length(), Err(DecodeError::Truncated));
    }
}
