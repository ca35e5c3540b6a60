//! Data as programs really store it, and data of any kind.

use proptest::prelude::*;

use super::*;

const NONE: u32 = 0;
const SZ: u32 = 1;
const EXPAND_SZ: u32 = 2;
const BINARY: u32 = 3;
const DWORD: u32 = 4;
const MULTI_SZ: u32 = 7;
const QWORD: u32 = 11;

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn read(kind: u32, bytes: &[u8]) -> (RegistryData, bool) {
    decode(&Stored { kind, bytes: bytes.to_vec() })
}

fn sz(text: &str) -> RegistryData {
    RegistryData::Sz(text.to_owned())
}

fn multi(texts: &[&str]) -> RegistryData {
    RegistryData::MultiSz(texts.iter().map(|text| (*text).to_owned()).collect())
}

fn raw(kind: u32, bytes: &[u8]) -> RegistryData {
    RegistryData::Raw { kind, bytes: bytes.to_vec() }
}

#[test]
fn text_is_read_with_its_end_or_without() {
    assert_eq!(read(SZ, &utf16("Grüße\0")), (sz("Grüße"), false));
    assert_eq!(read(SZ, &utf16("Grüße")), (sz("Grüße"), false));
    assert_eq!(read(SZ, &utf16("a\0\0\0")), (sz("a"), false));
    assert_eq!(read(SZ, &utf16("\0")), (sz(""), false));
    assert_eq!(read(SZ, &[]), (sz(""), false));
    let expanded = RegistryData::ExpandSz("%TEMP%\\😀".to_owned());
    assert_eq!(read(EXPAND_SZ, &utf16("%TEMP%\\😀\0")), (expanded, false));
}

#[test]
fn what_follows_the_end_of_a_text_is_not_shown_and_is_said_to_be_there() {
    assert_eq!(read(SZ, &utf16("a\0secret\0")), (sz("a"), true));
    // Half a letter at the end: nothing when it is zero.
    assert_eq!(read(SZ, &[utf16("ab"), vec![0]].concat()), (sz("ab"), false));
    assert_eq!(read(SZ, &[utf16("ab"), vec![7]].concat()), (sz("ab"), true));
    assert_eq!(read(MULTI_SZ, &[utf16("ab\0\0"), vec![7]].concat()), (multi(&["ab"]), true));
}

#[test]
fn lists_are_read_with_all_their_zeros_or_without() {
    for text in ["a\0b\0\0", "a\0b\0", "a\0b"] {
        assert_eq!(read(MULTI_SZ, &utf16(text)), (multi(&["a", "b"]), false), "{text:?}");
    }
    for text in ["", "\0", "\0\0"] {
        assert_eq!(read(MULTI_SZ, &utf16(text)), (multi(&[]), false), "{text:?}");
    }
}

#[test]
fn texts_without_letters_in_a_list_count() {
    // As Windows stores files to delete at the next start.
    let stored = utf16("\\??\\C:\\a\0\0\\??\\C:\\b\0\0\0");
    let list = multi(&["\\??\\C:\\a", "", "\\??\\C:\\b", ""]);
    assert_eq!(read(MULTI_SZ, &stored), (list.clone(), false));
    assert_eq!(encode(&list).unwrap().bytes, stored);
    assert_eq!(read(MULTI_SZ, &utf16("\0a\0\0")), (multi(&["", "a"]), false));
}

#[test]
fn what_is_not_what_its_type_says_is_shown_as_bytes() {
    let half_of_a_pair = [0x61, 0, 0, 0xd8, 0, 0];
    assert_eq!(read(SZ, &half_of_a_pair), (raw(SZ, &half_of_a_pair), false));
    assert_eq!(read(MULTI_SZ, &half_of_a_pair), (raw(MULTI_SZ, &half_of_a_pair), false));
    assert_eq!(read(DWORD, &[1, 2, 3]), (raw(DWORD, &[1, 2, 3]), false));
    assert_eq!(read(QWORD, &[1; 4]), (raw(QWORD, &[1; 4]), false));
    assert_eq!(read(NONE, &[]), (raw(NONE, &[]), false));
    assert_eq!(read(0xffff_0012, &[9]), (raw(0xffff_0012, &[9]), false));
}

#[test]
fn numbers_and_bytes_are_read_and_written_as_they_are() {
    assert_eq!(read(DWORD, &[1, 2, 0, 0]), (RegistryData::Dword(0x201), false));
    let number = RegistryData::Qword(0x0807_0605_0403_0201);
    assert_eq!(read(QWORD, &[1, 2, 3, 4, 5, 6, 7, 8]), (number.clone(), false));
    let stored = Stored { kind: QWORD, bytes: vec![1, 2, 3, 4, 5, 6, 7, 8] };
    assert_eq!(encode(&number), Ok(stored));
    assert_eq!(read(BINARY, &[]), (RegistryData::Binary(Vec::new()), false));
    assert_eq!(encode(&sz("a")), Ok(Stored { kind: SZ, bytes: vec![0x61, 0, 0, 0] }));
    assert_eq!(encode(&multi(&[])), Ok(Stored { kind: MULTI_SZ, bytes: vec![0, 0] }));
}

#[test]
fn what_cannot_be_written_is_refused_in_a_sentence() {
    let refusal = |data: &RegistryData| encode(data).unwrap_err().to_string();
    assert!(refusal(&sz("a\0b")).contains("zero character"));
    assert!(refusal(&multi(&["a", "\0"])).contains("zero character"));
    assert!(refusal(&raw(6, &[])).contains("REG_LINK can be read only"));
    let largest = "x".repeat(MAX_REGISTRY_DATA_BYTES / 2 - 1);
    assert_eq!(encode(&sz(&largest)).unwrap().bytes.len(), MAX_REGISTRY_DATA_BYTES);
    let problem = refusal(&sz(&(largest + "x")));
    assert!(problem.contains("1048578 bytes, and 1048576 are the most"), "{problem}");
}

#[test]
fn what_is_too_long_is_cut_between_letters() {
    assert_eq!(cut(sz("äöü"), 5), (sz("äö"), true));
    assert_eq!(cut(sz("äöü"), 6), (sz("äöü"), false));
    assert_eq!(cut(sz("ä"), 0), (sz(""), true));
    assert_eq!(cut(multi(&["ab", "cd"]), 6), (multi(&["ab", "cd"]), false));
    assert_eq!(cut(multi(&["ab", "cd"]), 5), (multi(&["ab", "c"]), true));
    assert_eq!(cut(multi(&["ab", "cd"]), 4), (multi(&["ab"]), true));
    assert_eq!(cut(multi(&["", "", ""]), 2), (multi(&["", ""]), true));
    assert_eq!(cut(raw(0, &[1, 2]), 1), (raw(0, &[1]), true));
    assert_eq!(cut(RegistryData::Dword(7), 0), (RegistryData::Dword(7), false));
}

fn any_data() -> impl Strategy<Value = RegistryData> {
    // Any text but with zeros.
    let text = || "[^\0]{0,40}";
    prop_oneof![
        text().prop_map(RegistryData::Sz),
        text().prop_map(RegistryData::ExpandSz),
        prop::collection::vec(text(), 0..6)
            .prop_filter("means the empty list", |list| list != &[""])
            .prop_map(RegistryData::MultiSz),
        any::<u32>().prop_map(RegistryData::Dword),
        any::<u64>().prop_map(RegistryData::Qword),
        prop::collection::vec(any::<u8>(), 0..80).prop_map(RegistryData::Binary),
    ]
}

proptest! {
    #[test]
    fn what_was_written_is_read_again(data in any_data()) {
        let stored = encode(&data).unwrap();
        prop_assert_eq!(decode(&stored), (data, false));
    }

    #[test]
    fn any_bytes_of_any_type_are_read_and_keep_their_type(
        kind in prop_oneof![0..14_u32, any::<u32>()],
        bytes in prop::collection::vec(prop_oneof![Just(0_u8), any::<u8>()], 0..60),
        limit in 0..80_usize,
    ) {
        let stored = Stored { kind, bytes };
        let (data, _) = decode(&stored);
        let empty = RegistryData::Raw { kind, bytes: Vec::new() };
        prop_assert_eq!(data.type_name(), empty.type_name());
        // What is written again reads the same.
        if let Ok(stored) = encode(&data) {
            let again = decode(&stored).0;
            let is_one_empty_text = data == multi(&[""]);
            prop_assert!(again == data || is_one_empty_text);
        }
        let whole = length(&data);
        let (start, is_cut) = cut(data, limit);
        let is_number = matches!(start, RegistryData::Dword(_) | RegistryData::Qword(_));
        prop_assert!(is_number || length(&start) <= limit);
        prop_assert_eq!(is_cut, length(&start) < whole);
    }
}
