//! Paths as Windows writes them: drives and shares, and nothing that means something else
//! than a file.

use super::parsed::{Parsed, invalid, too_long};
use crate::remote::files::problem::FileProblem;

/// Units of 16 bits in one name.
const MAX_NAME: usize = 255;

/// Names that are devices, in each folder and with every ending.
const DEVICES: [&str; 7] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"];

/// The same, with a digit after them.
const NUMBERED_DEVICES: [&str; 2] = ["COM", "LPT"];

/// What Windows takes for a digit there.
const DIGITS: &str = "0123456789\u{b9}\u{b2}\u{b3}";

/// Shares that are no folders.
const NOT_FOLDERS: [&str; 3] = ["IPC$", "PIPE", "MAILSLOT"];

/// Reads a path: absolute, without `.` and `..`. Slashes are taken for backslashes, as
/// Windows does.
pub fn parse(text: &str) -> Result<Parsed, FileProblem> {
    let text = text.replace('/', "\\");
    let (root, names) = match text.strip_prefix("\\\\") {
        Some(rest) => split_share(rest)?,
        None => split_drive(&text)?,
    };
    let names = names.split('\\').filter(|name| !name.is_empty());
    let names = names.map(check_name).collect::<Result<_, _>>()?;
    Ok(Parsed { root, names })
}

fn split_drive(text: &str) -> Result<(String, &str), FileProblem> {
    match text.as_bytes() {
        [letter, b':', b'\\', ..] if letter.is_ascii_alphabetic() => {
            let letter = char::from(letter.to_ascii_uppercase());
            Ok((format!("{letter}:\\"), &text[3..]))
        }
        _ => Err(invalid("A path begins with a drive as in C:\\, or with \\\\server\\share.")),
    }
}

/// After the two backslashes. `\\?\` and `\\.\` are no servers: they lead to devices, and
/// past all that Windows checks.
fn split_share(rest: &str) -> Result<(String, &str), FileProblem> {
    let mut parts = rest.splitn(3, '\\');
    let (server, share) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    if server.trim_matches('.').is_empty() || !server.chars().all(is_plain) {
        return Err(invalid("That is no server."));
    }
    check_name(share)?;
    if share.is_empty() || NOT_FOLDERS.iter().any(|name| share.eq_ignore_ascii_case(name)) {
        return Err(invalid("That is no share with folders."));
    }
    Ok((format!("\\\\{server}\\{share}\\"), parts.next().unwrap_or_default()))
}

fn check_name(name: &str) -> Result<Vec<u8>, FileProblem> {
    if name == "." || name == ".." {
        return Err(invalid("A path has no . and .. in it."));
    }
    if name.contains(':') {
        return Err(invalid("A name has no colon: that is another stream of a file."));
    }
    if name.chars().any(|letter| letter < ' ' || "<>\"|?*".contains(letter)) {
        return Err(invalid("A name has none of < > \" | ? * and no control characters."));
    }
    if name.ends_with(['.', ' ']) {
        return Err(invalid("A name does not end with a dot or a space."));
    }
    if is_device(name) {
        return Err(invalid("That is the name of a device."));
    }
    match name.encode_utf16().count() > MAX_NAME {
        true => Err(too_long("A name may have at most 255 letters.")),
        false => Ok(name.as_bytes().to_vec()),
    }
}

/// Whether Windows takes a name for a device, whatever its ending.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ');
    let stem = stem.to_ascii_uppercase();
    let is_numbered = |device: &&str| {
        let mut rest = stem.strip_prefix(*device).unwrap_or_default().chars();
        rest.next().is_some_and(|digit| DIGITS.contains(digit)) && rest.next().is_none()
    };
    DEVICES.contains(&stem.as_str()) || NUMBERED_DEVICES.iter().any(is_numbered)
}
