//! What a value stores, from bytes to typed data and back.
//!
//! Programs store what they like: text without its end, with an odd number of bytes,
//! with more after its end. Data is shown as text only when it is exactly that
//! text; what is not UTF-16 at all is shown as bytes.

use muster_protocol::{MAX_REGISTRY_DATA_BYTES, RegistryData};
use windows::Win32::System::Registry::{
    REG_BINARY, REG_DWORD, REG_EXPAND_SZ, REG_MULTI_SZ, REG_QWORD, REG_SZ, REG_VALUE_TYPE,
};

use crate::os::Problem;

/// The type and the bytes of a value, as the registry stores them.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub kind: u32,
    pub bytes: Vec<u8>,
}

/// What is to be stored for some data.
pub fn encode(data: &RegistryData) -> Result<Stored, Problem> {
    let (kind, bytes) = match data {
        RegistryData::Sz(text) => (REG_SZ, terminated(text)?),
        RegistryData::ExpandSz(text) => (REG_EXPAND_SZ, terminated(text)?),
        RegistryData::MultiSz(texts) => {
            let texts: Vec<Vec<u8>> =
                texts.iter().map(|text| terminated(text)).collect::<Result<_, _>>()?;
            (REG_MULTI_SZ, [texts.concat(), vec![0, 0]].concat())
        }
        RegistryData::Dword(number) => (REG_DWORD, number.to_le_bytes().to_vec()),
        RegistryData::Qword(number) => (REG_QWORD, number.to_le_bytes().to_vec()),
        RegistryData::Binary(bytes) => (REG_BINARY, bytes.clone()),
        RegistryData::Raw { .. } => {
            let name = data.type_name();
            return Err(Problem::failed(format!("raw data of the type {name} can be read only")));
        }
    };
    if bytes.len() > MAX_REGISTRY_DATA_BYTES {
        let length = bytes.len();
        return Err(Problem::failed(format!(
            "the data has {length} bytes, and {MAX_REGISTRY_DATA_BYTES} are the most that are \
             written"
        )));
    }
    Ok(Stored { kind: kind.0, bytes })
}

/// The data, and whether more is stored than it shows.
pub fn decode(stored: &Stored) -> (RegistryData, bool) {
    let bytes = &stored.bytes;
    let typed = match REG_VALUE_TYPE(stored.kind) {
        REG_SZ => text(bytes).map(|(text, has_more)| (RegistryData::Sz(text), has_more)),
        REG_EXPAND_SZ => {
            text(bytes).map(|(text, has_more)| (RegistryData::ExpandSz(text), has_more))
        }
        REG_MULTI_SZ => list(bytes).map(|(list, has_more)| (RegistryData::MultiSz(list), has_more)),
        REG_DWORD => <[u8; 4]>::try_from(bytes.as_slice())
            .ok()
            .map(|bytes| (RegistryData::Dword(u32::from_le_bytes(bytes)), false)),
        REG_QWORD => <[u8; 8]>::try_from(bytes.as_slice())
            .ok()
            .map(|bytes| (RegistryData::Qword(u64::from_le_bytes(bytes)), false)),
        REG_BINARY => Some((RegistryData::Binary(bytes.clone()), false)),
        _ => None,
    };
    let raw = || (RegistryData::Raw { kind: stored.kind, bytes: bytes.clone() }, false);
    typed.unwrap_or_else(raw)
}

/// The beginning of the data, in at most so many bytes of text or binary data, and
/// whether it is not all of it. Numbers are never cut.
pub fn cut(data: RegistryData, limit: usize) -> (RegistryData, bool) {
    let before = length(&data);
    let data = match data {
        RegistryData::Sz(text) => RegistryData::Sz(cut_text(text, limit)),
        RegistryData::ExpandSz(text) => RegistryData::ExpandSz(cut_text(text, limit)),
        RegistryData::MultiSz(list) => RegistryData::MultiSz(cut_list(list, limit)),
        RegistryData::Binary(mut bytes) => {
            bytes.truncate(limit);
            RegistryData::Binary(bytes)
        }
        RegistryData::Raw { kind, mut bytes } => {
            bytes.truncate(limit);
            RegistryData::Raw { kind, bytes }
        }
        number @ (RegistryData::Dword(_) | RegistryData::Qword(_)) => number,
    };
    let is_cut = length(&data) < before;
    (data, is_cut)
}

/// How many bytes the data takes in an answer, but for a few.
pub fn length(data: &RegistryData) -> usize {
    match data {
        RegistryData::Sz(text) | RegistryData::ExpandSz(text) => text.len(),
        // A text without letters takes room too.
        RegistryData::MultiSz(list) => list.iter().map(|text| text.len() + 1).sum(),
        RegistryData::Dword(_) | RegistryData::Qword(_) => 8,
        RegistryData::Binary(bytes) | RegistryData::Raw { bytes, .. } => bytes.len(),
    }
}

fn cut_text(mut text: String, limit: usize) -> String {
    text.truncate(text.floor_char_boundary(limit));
    text
}

fn cut_list(list: Vec<String>, limit: usize) -> Vec<String> {
    let (mut room, mut kept) = (limit, Vec::new());
    for text in list {
        if text.len() < room {
            room -= text.len() + 1;
            kept.push(text);
            continue;
        }
        let start = cut_text(text, room.saturating_sub(1));
        kept.extend(Some(start).filter(|start| !start.is_empty()));
        break;
    }
    kept
}

/// UTF-16 with the zero that ends it.
fn terminated(text: &str) -> Result<Vec<u8>, Problem> {
    if text.contains('\0') {
        return Err(Problem::failed("text in the registry may not have a zero character in it"));
    }
    Ok(text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect())
}

/// The UTF-16 units, and whether half a unit that is not zero follows them.
fn units(bytes: &[u8]) -> (Vec<u16>, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    (units, rest.iter().any(|byte| *byte != 0))
}

/// The text up to its first zero, which is where programs stop reading, and whether
/// anything but zeros follows. None when it is not UTF-16.
fn text(bytes: &[u8]) -> Option<(String, bool)> {
    let (units, has_half) = units(bytes);
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    let (text, rest) = units.split_at(end);
    let text = String::from_utf16(text).ok()?;
    Some((text, has_half || rest.iter().any(|unit| *unit != 0)))
}

/// Texts that each end with a zero, and a further zero at the end of the list. The
/// last zeros may be missing. Texts without letters count, though the documentation
/// forbids them: Windows itself stores some among the files to rename at the next
/// start. A list of only one such text cannot be told from an empty list.
fn list(bytes: &[u8]) -> Option<(Vec<String>, bool)> {
    let (units, has_half) = units(bytes);
    if units.len() <= 2 && units.iter().all(|unit| *unit == 0) {
        return Some((Vec::new(), has_half));
    }
    let texts = if units.ends_with(&[0, 0]) { &units[..units.len() - 1] } else { &units[..] };
    let texts = texts.strip_suffix(&[0]).unwrap_or(texts);
    let texts = texts.split(|unit| *unit == 0).map(String::from_utf16);
    Some((texts.collect::<Result<_, _>>().ok()?, has_half))
}

#[cfg(test)]
#[path = "data_tests.rs"]
mod tests;
