//! Paths as Linux and macOS write them.

use super::escape;
use super::parsed::{Parsed, invalid, too_long};
use crate::remote::files::problem::FileProblem;

/// Bytes of one name, on every file system that matters.
const MAX_NAME: usize = 255;

/// Reads a path: absolute, without `.` and `..`.
pub fn parse(text: &str) -> Result<Parsed, FileProblem> {
    let Some(names) = text.strip_prefix('/') else {
        return Err(invalid("A path begins with a slash."));
    };
    let names = names.split('/').filter(|name| !name.is_empty());
    let names = names.map(parse_name).collect::<Result<_, _>>()?;
    Ok(Parsed { root: "/".to_owned(), names })
}

fn parse_name(text: &str) -> Result<Vec<u8>, FileProblem> {
    let Some(name) = escape::bytes_of(text) else {
        return Err(invalid("Only bytes that are not UTF-8 are written as \\xff."));
    };
    match name.as_slice() {
        b"." | b".." => Err(invalid("A path has no . and .. in it.")),
        name if name.contains(&0) => Err(invalid("A path has no zero in it.")),
        name if name.len() > MAX_NAME => Err(too_long("A name may have at most 255 bytes.")),
        _ => Ok(name),
    }
}
