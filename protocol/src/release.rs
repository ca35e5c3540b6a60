//! Releases of agent programs: what a program says it is, and which is newer.

/// What is before the release in the bytes of every agent program, and what is
/// after it.
const PREFIX: &[u8] = b"muster-agent release ";
const END: u8 = b';';
const MAX_RELEASE_LENGTH: usize = 40;

/// Maximum length of the record that [`find_release()`] searches for.
pub const RELEASE_RECORD_BYTES: usize = PREFIX.len() + MAX_RELEASE_LENGTH + 1;

/// The release that a part of a program contains, if any. A program for another
/// platform cannot be run: its file is read.
pub fn find_release(bytes: &[u8]) -> Option<String> {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == PREFIX[0]) {
        rest = &rest[at..];
        if let Some(record) = rest.strip_prefix(PREFIX)
            && let Some(end) =
                record.iter().take(MAX_RELEASE_LENGTH + 1).position(|byte| *byte == END)
            && let Ok(text) = std::str::from_utf8(&record[..end])
            && numbers(text).is_some()
        {
            return Some(text.to_owned());
        }
        rest = &rest[1..];
    }
    None
}

/// Whether a release is older than another. One that cannot be parsed is older
/// than any that can.
pub fn is_older(release: &str, than: &str) -> bool {
    numbers(release) < numbers(than)
}

/// Three numbers, and whether it is a release: one with a suffix, such as
/// `1.2.0-rc1`, comes before it.
fn numbers(text: &str) -> Option<(Vec<u64>, bool, &str)> {
    let (plain, suffix) = text.split_once('-').unwrap_or((text, ""));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    let numbers: Vec<u64> =
        plain.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    (numbers.len() == 3 && suffix.chars().all(is_plain)).then_some((
        numbers,
        suffix.is_empty(),
        suffix,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_found_anywhere_in_a_program() {
        let program = |text: &str| [b"\x7fELF\0m\0mu", text.as_bytes(), b"\0\0more"].concat();
        for (text, release) in [
            ("muster-agent release 0.1.0;", Some("0.1.0")),
            ("muster-agent release %s;muster-agent release 1.20.3-rc1;", Some("1.20.3-rc1")),
            ("muster-agent release 1.2;", None),
            ("muster-agent release 1.2.3", None),
            ("", None),
        ] {
            assert_eq!(find_release(&program(text)).as_deref(), release, "{text}");
        }
    }

    #[test]
    fn releases_are_compared_by_their_numbers() {
        let ordered = ["nonsense", "0.1.0", "0.2.0-rc1", "0.2.0-rc2", "0.2.0", "0.10.0", "1.0.0"];
        for (index, release) in ordered.iter().enumerate() {
            assert!(!is_older(release, release));
            for newer in &ordered[index + 1..] {
                assert!(is_older(release, newer), "{release} {newer}");
                assert!(!is_older(newer, release), "{release} {newer}");
            }
        }
    }
}
