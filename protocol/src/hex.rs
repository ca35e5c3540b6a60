//! Bytes as lower-case hex, and back: how keys, signatures and digests are sent.

/// Writes bytes as lower-case hex.
pub fn encode(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads hex; none when the text is not hex.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let is_hex = text.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_hex || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_written_as_hex_reads_back(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn text_that_is_not_hex_is_refused() {
        for text in ["a", "+1", "0x", "é0", "0 "] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
