//! Names that are not UTF-8, written as text and back without a loss.
//!
//! A byte that is not part of UTF-8 is `\xff`. A backslash that would begin such an escape
//! in a name is `\x5c`; every other one is itself. So each name has exactly one text.

use std::fmt::Write as _;

/// The text of a name.
pub fn text_of(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        for (at, letter) in chunk.valid().char_indices() {
            match begins_escape(&chunk.valid().as_bytes()[at..]) {
                true => text.push_str("\\x5c"),
                false => text.push(letter),
            }
        }
        for byte in chunk.invalid() {
            write!(text, "\\x{byte:02x}").expect("a text takes everything");
        }
    }
    text
}

/// The name of a text; none when that is not how the name is written: otherwise a slash or
/// two dots could come in disguise.
pub fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if begins_escape(rest) {
            let digits = std::str::from_utf8(&rest[2..4]).ok()?;
            name.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[4..];
        } else {
            name.push(*first);
            rest = after;
        }
    }
    (text_of(&name) == text).then_some(name)
}

fn begins_escape(bytes: &[u8]) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    matches!(bytes, [b'\\', b'x', one, other, ..] if is_digit(*one) && is_digit(*other))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_has_one_text_and_no_other() {
        let cases: [(&[u8], &str); 8] = [
            (b"plain", "plain"),
            (b"a\xffb", "a\\xffb"),
            (b"caf\xe9", "caf\\xe9"),
            ("café".as_bytes(), "café"),
            (b"back\\slash", "back\\slash"),
            (b"\\x41", "\\x5cx41"),
            (b"\\\xff", "\\\\xff"),
            (b"\\xf\xff", "\\xf\\xff"),
        ];
        for (name, text) in cases {
            assert_eq!(text_of(name), text);
            assert_eq!(bytes_of(text).as_deref(), Some(name), "{text}");
        }
        for text in ["\\x2f", "\\x2e\\x2e", "\\x00", "\\x41", "\\xc3\\xa9", "\\x5c", "\\x5ca"] {
            assert_eq!(bytes_of(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_name_comes_back(
            name in prop::collection::vec(
                prop::sample::select(vec![b'\\', b'x', b'f', b'5', b'c', 0xff, 0xc3, 0xa9, b'/', 0]),
                0..24,
            )
        ) {
            prop_assert_eq!(bytes_of(&text_of(&name)), Some(name));
        }

        #[test]
        fn any_text_is_survived(text in "\\PC{0,40}") {
            if let Some(name) = bytes_of(&text) {
                prop_assert_eq!(text_of(&name), text);
            }
        }
    }
}
