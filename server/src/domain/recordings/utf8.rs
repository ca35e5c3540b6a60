//! Text out of bytes that come in parts which may end within a character.

/// Decodes a stream of UTF-8.
#[derive(Default)]
pub(super) struct Utf8Stream {
    /// The beginning of a character.
    rest: Vec<u8>,
}

impl Utf8Stream {
    /// The text of these bytes, and of what was held back before; what is no UTF-8 becomes
    /// a replacement character.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> String {
        self.rest.extend_from_slice(bytes);
        let mut text = String::with_capacity(self.rest.len());
        let mut held = 0;
        for chunk in self.rest.utf8_chunks() {
            text.push_str(chunk.valid());
            let invalid = chunk.invalid();
            held = match is_beginning(invalid) {
                true => invalid.len(),
                false => 0,
            };
            if !invalid.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        if held > 0 {
            text.pop();
        }
        self.rest.drain(..self.rest.len() - held);
        text
    }
}

/// Whether these bytes, which are no text, could become a character with more after them.
/// Within a stream, such a chunk is followed by another one.
fn is_beginning(bytes: &[u8]) -> bool {
    let incomplete = std::str::from_utf8(bytes).err();
    incomplete.is_some_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_whole_however_they_are_cut() {
        let text = "a\u{e9}\u{1f980}z";
        for size in 1..=4 {
            let mut stream = Utf8Stream::default();
            let decoded: String =
                text.as_bytes().chunks(size).map(|part| stream.decode(part)).collect();
            assert_eq!(decoded, text, "{size}");
        }
    }

    #[test]
    fn what_is_no_text_is_replaced_and_holds_nothing_back() {
        let mut stream = Utf8Stream::default();
        assert_eq!(stream.decode(b"a\xffb\xc3"), "a\u{fffd}b");
        assert_eq!(stream.decode(b"\xc3\xa9"), "\u{fffd}\u{e9}");
        assert_eq!(stream.decode(b"\xe2\x82c"), "\u{fffd}c");
    }
}
