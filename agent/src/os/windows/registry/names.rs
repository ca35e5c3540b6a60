//! Names of keys and values: their order, when two are the same, how they are shown.

use std::ffi::{OsStr, OsString};
use std::os::windows::ffi::OsStrExt;

use muster_protocol::MAX_REGISTRY_VALUE_NAME;
use windows::Win32::Globalization::{CSTR_EQUAL, CompareStringOrdinal};

use crate::os::Problem;

/// How many of what Windows counts in names: UTF-16 units.
pub fn utf16_length(name: &str) -> usize {
    name.encode_utf16().count()
}

/// A name in an answer. What is not text is replaced, as is a zero, which no
/// database stores; such a key or value can be seen but not asked for.
pub fn shown(name: &OsStr) -> String {
    name.to_string_lossy().replace('\0', "\u{fffd}")
}

/// Whether the name has a zero in it. The system's own functions read such a name
/// only up to there, and would find another key or value.
pub fn has_zero(name: &OsStr) -> bool {
    name.encode_wide().any(|unit| unit == 0)
}

/// Whether the registry takes both for the same name. Only the system knows: it has
/// its own table of upper and lower case.
#[expect(unsafe_code, reason = "the system's own comparison")]
pub fn same_name(one: &OsStr, other: &OsStr) -> bool {
    if one.is_empty() || other.is_empty() {
        return one == other;
    }
    let one: Vec<u16> = one.encode_wide().collect();
    let other: Vec<u16> = other.encode_wide().collect();
    // SAFETY: the function gets both slices with their lengths, and keeps neither.
    unsafe { CompareStringOrdinal(&one, &other, true) == CSTR_EQUAL }
}

/// Sorts by name, whatever the case. Names that differ in nothing else keep one
/// order too, so that pages fit together.
pub fn sort_by_name<T>(all: &mut [T], name: impl Fn(&T) -> &OsString) {
    all.sort_by_cached_key(|item| {
        let name = name(item);
        (name.to_string_lossy().to_lowercase(), name.clone())
    });
}

/// The name of a value in a sentence.
pub fn value_label(name: &str) -> String {
    let start: String = name.chars().take(100).collect();
    match name.len() {
        0 => "the default value".to_owned(),
        length if length > start.len() => format!("the value {start}…"),
        _ => format!("the value {name}"),
    }
}

/// Refuses names that no value can have.
pub fn check_value_name(name: &str) -> Result<(), Problem> {
    if name.contains('\0') {
        let reason = "the name of a value may not have a zero character in it";
        return Err(Problem::failed(reason));
    }
    if utf16_length(name) > MAX_REGISTRY_VALUE_NAME {
        return Err(Problem::failed(format!(
            "the name of a value may have {MAX_REGISTRY_VALUE_NAME} characters, and this one has \
             {}",
            utf16_length(name)
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::windows::ffi::OsStringExt;

    use super::*;

    #[test]
    fn names_are_sorted_whatever_the_case() {
        let mut names = ["b", "A", "ab", "B", "", "a"].map(OsString::from);
        sort_by_name(&mut names, |name| name);
        assert_eq!(names, ["", "A", "a", "ab", "B", "b"]);
    }

    #[test]
    fn names_are_compared_as_the_registry_does() {
        let same = |one: &str, other: &str| same_name(one.as_ref(), other.as_ref());
        assert!(same("Grüße", "GRÜßE"));
        assert!(same("", ""));
        assert!(!same("a", "ab"));
        assert!(!same("a", ""));
        // Rust would say that this is the same in upper case.
        assert!(!same("ß", "ss"));
    }

    #[test]
    fn names_that_cannot_be_shown_are_still_listed() {
        let name = OsString::from_wide(&[0x61, 0, 0xd800, 0x62]);
        assert!(has_zero(&name));
        assert_eq!(shown(&name), "a\u{fffd}\u{fffd}b");
    }

    #[test]
    fn names_of_values_have_their_limits() {
        assert!(check_value_name("").is_ok());
        assert!(check_value_name(&"x".repeat(16_383)).is_ok());
        let problem = check_value_name(&"x".repeat(16_384)).unwrap_err().to_string();
        assert!(problem.contains("16383 characters, and this one has 16384"), "{problem}");
        assert!(check_value_name("a\0").is_err());
        assert_eq!(value_label(""), "the default value");
        assert_eq!(value_label("a b"), "the value a b");
        assert_eq!(value_label(&"x".repeat(101)), format!("the value {}…", "x".repeat(100)));
    }
}
