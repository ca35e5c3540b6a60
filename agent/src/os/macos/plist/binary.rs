//! The binary format: a table of objects that name each other by number.

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Number, Value};

/// What such files begin with.
pub const MAGIC: &[u8] = b"bplist00";

/// The end of a file, which says where the table is.
const TRAILER_BYTES: usize = 32;

/// How deep lists may be inside of lists.
pub const MAX_DEPTH: usize = 64;

/// More objects than this are not read; one that is named twice counts twice.
const MAX_OBJECTS: usize = 200_000;

/// More text than this is not read, all objects together: a file may name one long text
/// very often.
const MAX_TEXT_BYTES: usize = 16 * 1024 * 1024;

/// Reads a file; none when anything in it makes no sense.
pub fn parse(content: &[u8]) -> Option<Value> {
    let trailer = content.get(content.len().checked_sub(TRAILER_BYTES)?..)?;
    let [.., offset_bytes, reference_bytes] = trailer.first_chunk::<8>()?;
    let number = |at: usize| usize::try_from(integer(trailer.get(at..at + 8)?)?).ok();
    let (top, table) = (number(16)?, number(24)?);
    let offset_bytes = usize::from(*offset_bytes);
    let reference_bytes = usize::from(*reference_bytes);
    let (left, text_left) = (MAX_OBJECTS, MAX_TEXT_BYTES);
    let mut reader = Reader { content, table, offset_bytes, reference_bytes, left, text_left };
    reader.object(top, 0)
}

struct Reader<'a> {
    content: &'a [u8],
    /// Where the table of the objects' positions begins.
    table: usize,
    /// How many bytes a position has there.
    offset_bytes: usize,
    /// How many bytes the number of an object has.
    reference_bytes: usize,
    /// How many objects may still be read.
    left: usize,
    /// How many bytes of text may still be read.
    text_left: usize,
}

impl Reader<'_> {
    fn object(&mut self, number: usize, depth: usize) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if depth > MAX_DEPTH {
            return None;
        }
        let entry = self.table.checked_add(number.checked_mul(self.offset_bytes)?)?;
        let at = usize::try_from(integer(self.bytes(entry, self.offset_bytes)?)?).ok()?;
        let marker = *self.content.get(at)?;
        let (kind, size) = (marker >> 4, usize::from(marker & 0x0f));
        match (kind, size) {
            (0x0, 0x8) => Some(Value::Bool(false)),
            (0x0, 0x9) => Some(Value::Bool(true)),
            (0x1, 0..=3) => integer(self.bytes(at + 1, 1 << size)?).map(Value::from),
            (0x2, 2..=3) => real(self.bytes(at + 1, 1 << size)?),
            (0x3, 3) => {
                let bytes = self.bytes(at + 1, 8)?.try_into().ok()?;
                time_text(f64::from_be_bytes(bytes)).map(Value::String)
            }
            (0x5 | 0x6 | 0xa | 0xd, _) => self.collection(kind, at, size, depth),
            // Bytes, and what no settings have.
            _ => Some(Value::Null),
        }
    }

    /// Something that says how many parts it has: in its first byte, or in the number after it.
    fn collection(&mut self, kind: u8, at: usize, size: usize, depth: usize) -> Option<Value> {
        let (count, start) = match size {
            0x0f => {
                let bytes = 1 << (self.content.get(at + 1)? & 0x03);
                let count = usize::try_from(integer(self.bytes(at + 2, bytes)?)?).ok()?;
                (count, at + 2 + bytes)
            }
            count => (count, at + 1),
        };
        match kind {
            0x5 => {
                self.text_left = self.text_left.checked_sub(count)?;
                let text = String::from_utf8_lossy(self.bytes(start, count)?);
                Some(Value::String(text.into_owned()))
            }
            0x6 => {
                let length = count.checked_mul(2)?;
                self.text_left = self.text_left.checked_sub(length)?;
                let bytes = self.bytes(start, length)?;
                let units =
                    bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                Some(Value::String(String::from_utf16_lossy(&units.collect::<Vec<u16>>())))
            }
            0xa => {
                let items = self.references(start, count)?;
                items.into_iter().map(|item| self.object(item, depth + 1)).collect()
            }
            _ => {
                let keys = self.references(start, count)?;
                let values = start.checked_add(count.checked_mul(self.reference_bytes)?)?;
                let values = self.references(values, count)?;
                let mut map = Map::new();
                for (key, value) in keys.into_iter().zip(values) {
                    let Value::String(key) = self.object(key, depth + 1)? else { return None };
                    map.insert(key, self.object(value, depth + 1)?);
                }
                Some(Value::Object(map))
            }
        }
    }

    fn references(&self, at: usize, count: usize) -> Option<Vec<usize>> {
        // Lists of more objects than may be read would take memory on every level.
        if self.reference_bytes == 0 || count > self.left {
            return None;
        }
        let bytes = self.bytes(at, count.checked_mul(self.reference_bytes)?)?;
        let numbers = bytes.chunks_exact(self.reference_bytes);
        numbers.map(|number| usize::try_from(integer(number)?).ok()).collect()
    }

    fn bytes(&self, at: usize, length: usize) -> Option<&[u8]> {
        self.content.get(at..at.checked_add(length)?)
    }
}

/// Only one of eight bytes can be negative.
fn integer(bytes: &[u8]) -> Option<i64> {
    if bytes.is_empty() || bytes.len() > 8 {
        return None;
    }
    let mut wide = [0; 8];
    wide[8 - bytes.len()..].copy_from_slice(bytes);
    Some(i64::from_be_bytes(wide))
}

fn real(bytes: &[u8]) -> Option<Value> {
    let number = match bytes.len() {
        4 => f64::from(f32::from_be_bytes(bytes.try_into().ok()?)),
        _ => f64::from_be_bytes(bytes.try_into().ok()?),
    };
    Number::from_f64(number).map(Value::Number)
}

/// A time in seconds since 2001, as XML writes it.
fn time_text(seconds: f64) -> Option<String> {
    const FIRST_OF_2001: f64 = 978_307_200.0;
    let time = DateTime::from_timestamp((seconds + FIRST_OF_2001) as i64, 0)?;
    Some(time.to_rfc3339_opts(SecondsFormat::Secs, true))
}
