//! Texts as Windows takes them: units of 16 bits, with a zero at the end.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::ffi::{OsStrExt, OsStringExt};

/// A text with a zero at its end; fails when there is one within it, where Windows
/// would take the text to end.
pub fn zero_ended(text: impl AsRef<OsStr>) -> io::Result<Vec<u16>> {
    let mut units: Vec<u16> = text.as_ref().encode_wide().collect();
    if units.contains(&0) {
        let problem = "it has a zero within, which Windows cannot take";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
    }
    units.push(0);
    Ok(units)
}

/// The text before the first zero, or all of it.
pub fn until_zero(units: &[u16]) -> OsString {
    let length = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    OsString::from_wide(&units[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_ends_with_its_first_zero_and_has_none_within() {
        assert_eq!(zero_ended("aä").unwrap(), [97, 228, 0]);
        assert_eq!(zero_ended("a\0b").unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(until_zero(&[97, 0, 98, 0]), "a");
        assert_eq!(until_zero(&[97, 98]), "ab");
        assert_eq!(until_zero(&[]), "");
    }
}
