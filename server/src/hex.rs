//! Hexadecimal digits, as agents send keys and signatures.

/// Bytes in lower-case digits.
pub fn hex_digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of exactly this many; none for anything else.
pub fn hex_bytes(text: &str, count: usize) -> Option<Vec<u8>> {
    if text.len() != count * 2 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
    (0..text.len()).step_by(2).map(byte).collect()
}
