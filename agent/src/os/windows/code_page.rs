//! The code page in which console programs of this machine print, and in which its
//! batch files are read.

use std::sync::OnceLock;

use windows::Win32::Globalization::{
    CP_OEMCP, CP_UTF8, GetOEMCP, IsDBCSLeadByteEx, MULTI_BYTE_TO_WIDE_CHAR_FLAGS,
    MultiByteToWideChar, WC_NO_BEST_FIT_CHARS, WideCharToMultiByte,
};
use windows::core::{BOOL, PCSTR};

/// The console's code page. Converts in chunks of any size.
#[derive(Clone, Copy, Debug)]
pub struct CodePage {
    /// Turns whole characters into text.
    pub decode: fn(&[u8]) -> String,
    /// Whether a byte is the first of a character of two.
    pub is_lead: fn(u8) -> bool,
}

/// The code page of this machine.
pub fn console() -> CodePage {
    CodePage { decode, is_lead }
}

/// A text in the console's code page; none when that lacks a character of it.
#[expect(unsafe_code, reason = "a function of Windows fills a buffer")]
pub fn encode(text: &str) -> Option<Vec<u8>> {
    // SAFETY: it only returns a number.
    let page = unsafe { GetOEMCP() };
    if text.is_ascii() || page == CP_UTF8 {
        return Some(text.as_bytes().to_vec());
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = vec![0; units.len().checked_mul(4)?];
    let mut is_lossy = BOOL(0);
    // SAFETY: the slices have their own lengths, and the pointer is valid.
    let length = unsafe {
        let (into, lossy) = (Some(&mut bytes[..]), Some(&raw mut is_lossy));
        WideCharToMultiByte(page, WC_NO_BEST_FIT_CHARS, &units, into, PCSTR::null(), lossy)
    };
    bytes.truncate(usize::try_from(length).ok()?);
    // What comes back the same was not replaced by something that looks like it.
    (length > 0 && !is_lossy.as_bool() && decode(&bytes) == text).then_some(bytes)
}

#[expect(unsafe_code, reason = "a function of Windows fills a buffer")]
fn decode(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    // No code page makes more than two units of a byte.
    let mut units = vec![0; bytes.len() * 2];
    // SAFETY: the slices have their own lengths.
    let length = unsafe {
        let flags = MULTI_BYTE_TO_WIDE_CHAR_FLAGS(0);
        MultiByteToWideChar(CP_OEMCP, flags, bytes, Some(&mut units))
    };
    match usize::try_from(length) {
        Ok(length) if length > 0 => String::from_utf16_lossy(&units[..length.min(units.len())]),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn is_lead(byte: u8) -> bool {
    static LEADS: OnceLock<[bool; 256]> = OnceLock::new();
    LEADS.get_or_init(find_leads)[usize::from(byte)]
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn find_leads() -> [bool; 256] {
    let mut leads = [false; 256];
    for (byte, lead) in (0..=u8::MAX).zip(&mut leads) {
        // SAFETY: it takes numbers and returns one.
        *lead = byte >= 0x80 && unsafe { IsDBCSLeadByteEx(CP_OEMCP, byte) }.is_ok();
    }
    leads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_letters_are_the_same_in_every_code_page() {
        let text: String = (1..0x80_u8).map(char::from).collect();
        assert_eq!(encode(&text).unwrap(), text.as_bytes());
        let letters = &text.as_bytes()[0x1f..0x7e];
        assert_eq!((console().decode)(letters).as_bytes(), letters);
        assert!((0..0x80).all(|byte| !(console().is_lead)(byte)));
        assert_eq!((console().decode)(b""), "");
    }

    #[test]
    fn a_text_comes_back_the_same_or_is_refused() {
        for text in ["äöü", "é ", "日本", "Привет", "😀", "a\u{301}"] {
            if let Some(bytes) = encode(text) {
                assert_eq!((console().decode)(&bytes), text);
            }
        }
    }
}
