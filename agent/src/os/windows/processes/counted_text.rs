//! The texts of the Windows kernel: a length and a pointer, and no zero at the end. Pure.

/// The text whose description (`UNICODE_STRING`) is at an offset of a block that lies at
/// this address. Empty when it is not within the block.
pub fn counted_text(block: &[u8], base: usize, at: usize) -> String {
    text(block, base, at).unwrap_or_default()
}

fn text(block: &[u8], base: usize, at: usize) -> Option<String> {
    let description = block.get(at..at.checked_add(16)?)?;
    let length = usize::from(u16::from_le_bytes([description[0], description[1]]));
    let pointer = u64::from_le_bytes(description[8..].try_into().ok()?);
    let begin = usize::try_from(pointer).ok()?.checked_sub(base)?;
    let bytes = block.get(begin..begin.checked_add(length)?)?;
    let letters = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    Some(String::from_utf16_lossy(&letters.collect::<Vec<u16>>()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(length: u16, pointer: u64) -> Vec<u8> {
        let mut block = vec![0; 16];
        block[..2].copy_from_slice(&length.to_le_bytes());
        block[8..].copy_from_slice(&pointer.to_le_bytes());
        block.extend(b"a\0b\0c\0");
        block
    }

    #[test]
    fn a_text_is_as_long_as_it_says() {
        assert_eq!(counted_text(&block(4, 1016), 1000, 0), "ab");
        assert_eq!(counted_text(&block(6, 1016), 1000, 0), "abc");
        assert_eq!(counted_text(&block(0, 1016), 1000, 0), "");
    }

    #[test]
    fn what_is_not_within_the_block_is_no_text() {
        for (length, pointer) in [(8, 1016), (4, 999), (4, 0), (4, u64::MAX), (u16::MAX, 1000)] {
            assert_eq!(counted_text(&block(length, pointer), 1000, 0), "", "{length} {pointer}");
        }
        assert_eq!(counted_text(&block(4, 1016), 1000, usize::MAX), "");
    }

    proptest! {
        #[test]
        fn any_block_is_survived(
            block in prop::collection::vec(any::<u8>(), 0..64),
            base: usize,
            at in 0..80_usize,
        ) {
            counted_text(&block, base, at);
        }
    }
}
