//! What comes out, however it was cut into chunks.

use proptest::prelude::*;

use super::*;

/// A code page of one byte per character: 0x80 is `Ä`, 0xff is `ß`.
const WESTERN: CodePage = CodePage {
    decode: |bytes| {
        let letter = |byte: &u8| match byte {
            0x80 => 'Ä',
            0xff => 'ß',
            0x81.. => '·',
            plain => char::from(*plain),
        };
        bytes.iter().map(letter).collect()
    },
    is_lead: |_| false,
};

/// A code page in which 0x83 and any byte after it are one character.
const EASTERN: CodePage = CodePage {
    decode: |bytes| {
        let (mut text, mut rest) = (String::new(), bytes);
        while let Some((first, after)) = rest.split_first() {
            let is_pair = *first == 0x83 && !after.is_empty();
            text.push(if is_pair { '本' } else { char::from(*first) });
            rest = if is_pair { &after[1..] } else { after };
        }
        text
    },
    is_lead: |byte| byte == 0x83,
};

fn decode<'a>(page: CodePage, chunks: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let (mut decoder, mut out) = (Decoder::new(page), Vec::new());
    for chunk in chunks {
        decoder.push(chunk, &mut out);
        assert!(decoder.held.len() < 4, "{:?}", decoder.held);
    }
    decoder.finish(&mut out);
    out
}

fn text(page: CodePage, bytes: &[u8]) -> String {
    let whole = decode(page, [bytes]);
    assert_eq!(decode(page, bytes.chunks(1)), whole, "byte by byte");
    String::from_utf8(whole).unwrap()
}

#[test]
fn what_is_not_utf_8_is_read_as_the_code_page() {
    for (bytes, expected) in [
        (&b"plain\0\r\n"[..], "plain\0\r\n"),
        (b"\x80 x \xff", "Ä x ß"),
        ("größer \u{feff}日本".as_bytes(), "größer \u{feff}日本"),
        (b"", ""),
        (b"\xff", "ß"),
        (b"\xe2\x82", "··"),
        (b"a\xc3", "a·"),
    ] {
        assert_eq!(text(WESTERN, bytes), expected, "{bytes:?}");
    }
}

#[test]
fn a_run_is_read_as_a_whole() {
    // Its last two bytes would be a letter in UTF-8.
    let out = decode(WESTERN, [&b"x\x80\xc3\xa4 \xc3\xa4"[..]]);
    assert_eq!(String::from_utf8(out).unwrap(), "xÄ·· ä");
}

#[test]
fn the_second_byte_of_a_character_may_be_a_letter() {
    assert_eq!(text(EASTERN, b"a\x83\x5cb\x83\x83"), "a本b本");
    assert_eq!(text(EASTERN, b"\x83"), "\u{83}");
    let (mut decoder, mut out) = (Decoder::new(EASTERN), Vec::new());
    decoder.push(b"x\x83", &mut out);
    assert_eq!(out, b"x");
    decoder.push(b"A", &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "x本");
}

#[test]
fn utf_16_is_known_by_its_mark() {
    let bytes = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    for expected in ["wide\r\n", "", "😀ä日"] {
        assert_eq!(text(WESTERN, &bytes(expected)), expected);
    }
    let mut cut = bytes("ab😀");
    cut.pop();
    assert_eq!(text(WESTERN, &cut), "ab\u{fffd}\u{fffd}");
}

proptest! {
    #[test]
    fn utf_8_comes_out_byte_for_byte_however_it_is_cut(
        text in any::<String>(),
        cuts in prop::collection::vec(0..64_usize, 0..20),
    ) {
        for page in [WESTERN, EASTERN] {
            let (mut rest, mut chunks) = (text.as_bytes(), Vec::new());
            for cut in &cuts {
                let (chunk, after) = rest.split_at((*cut).min(rest.len()));
                chunks.push(chunk);
                rest = after;
            }
            chunks.push(rest);
            prop_assert_eq!(decode(page, chunks), text.as_bytes());
        }
    }

    #[test]
    fn any_bytes_become_text_and_plain_letters_are_kept(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..6),
    ) {
        for page in [WESTERN, EASTERN] {
            let out = decode(page, chunks.iter().map(Vec::as_slice));
            prop_assert!(String::from_utf8(out).is_ok());
        }
    }
}
