//! How large a snapshot may be: it travels as one message.

/// Bytes of the text of a snapshot, as JSON.
pub const MOST: usize = 240 * 1024;

/// Bytes that a text takes in JSON.
pub fn json_length(text: &str) -> usize {
    let of = |byte: u8| match byte {
        b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 2,
        0..=0x1f => 6,
        _ => 1,
    };
    text.bytes().map(of).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_what_json_takes(text in any::<String>()) {
            let written = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(json_length(&text) + 2, written.len());
        }

        #[test]
        fn also_for_what_terminals_are_full_of(text in "[\u{0}-\u{7f}]{0,40}") {
            let written = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(json_length(&text) + 2, written.len());
        }
    }
}
