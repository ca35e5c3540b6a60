//! The data of a value out of a body, by its type.

use muster_protocol::{MAX_REGISTRY_DATA_BYTES, RegistryData, hex};
use serde_json::Value;

use crate::input::{Fields, whole};

/// The types that can be written.
pub const TYPES: &[&str] =
    &["REG_SZ", "REG_EXPAND_SZ", "REG_MULTI_SZ", "REG_DWORD", "REG_QWORD", "REG_BINARY"];

/// The field `data` for this type; none if it is wrong. If it is not sent, the data is
/// empty or 0.
pub fn read_data(fields: &Fields<'_>, kind: &str) -> Option<RegistryData> {
    let text = || fields.text("data").or(String::new());
    let data = match kind {
        "REG_SZ" => RegistryData::Sz(text()),
        "REG_EXPAND_SZ" => RegistryData::ExpandSz(text()),
        "REG_MULTI_SZ" => RegistryData::MultiSz(fields.texts("data").or(Vec::new())),
        "REG_DWORD" => RegistryData::Dword(number(fields, u64::from(u32::MAX))?.try_into().ok()?),
        "REG_QWORD" => RegistryData::Qword(number(fields, u64::MAX)?),
        "REG_BINARY" => RegistryData::Binary(bytes(fields, &text())?),
        _ => return None,
    };
    if stored_bytes(&data) > MAX_REGISTRY_DATA_BYTES {
        let stored = format!("{MAX_REGISTRY_DATA_BYTES} bytes as Windows stores it");
        fields.problem("data", format!("must have at most {stored}"));
        return None;
    }
    Some(data)
}

/// A whole number, in JSON or as text, which may be hexadecimal.
fn number(fields: &Fields<'_>, most: u64) -> Option<u64> {
    let read = |value: &Value| match value {
        Value::Number(number) => number.as_u64().or_else(|| whole(value)?.try_into().ok()),
        Value::String(text) => number_of(text.trim()),
        _ => None,
    };
    let number = read(&fields.json("data").or(Value::from(0))).filter(|number| *number <= most);
    if number.is_none() {
        fields.problem("data", format!("must be a whole number from 0 to {most}"));
    }
    number
}

fn number_of(text: &str) -> Option<u64> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, base) = hex.map_or((text, 10), |digits| (digits, 16));
    // Not a sign, which the parser would take.
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u64::from_str_radix(digits, base).ok().filter(|_| is_plain)
}

/// Hexadecimal digits, two for each byte, with spaces and commas as people copy them.
fn bytes(fields: &Fields<'_>, text: &str) -> Option<Vec<u8>> {
    let is_between = |letter: char| letter == ',' || letter.is_whitespace();
    let bytes = hex::decode(&text.replace(is_between, ""));
    if bytes.is_none() {
        fields.problem("data", "must be hexadecimal digits, two for each byte");
    }
    bytes
}

/// How many bytes Windows stores.
fn stored_bytes(data: &RegistryData) -> usize {
    let units = |text: &String| text.encode_utf16().count() + 1;
    match data {
        RegistryData::Sz(text) | RegistryData::ExpandSz(text) => 2 * units(text),
        RegistryData::MultiSz(texts) => 2 * (texts.iter().map(units).sum::<usize>() + 1),
        RegistryData::Dword(_) => 4,
        RegistryData::Qword(_) => 8,
        RegistryData::Binary(bytes) | RegistryData::Raw { bytes, .. } => bytes.len(),
    }
}
