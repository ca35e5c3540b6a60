//! A path that a viewer named, checked once for everything that comes after.

mod escape;
mod parsed;
mod unix_path;
mod windows_path;

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};

use super::problem::FileProblem;
use crate::os::PathGrammar;
use crate::os::remote_files::{name_from_bytes, path_grammar};
use parsed::{Parsed, invalid, too_long};

/// Bytes of a path.
const MAX_PATH: usize = 4096;

/// Bytes of the text of a path: each byte of it may need an escape.
const MAX_TEXT: usize = 4 * MAX_PATH;

/// Letters that make a name look like another one: they turn the direction of the text.
const TURNING: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// An absolute path without detours. Links are not its business: see `os::remote_files`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafePath {
    grammar: PathGrammar,
    parsed: Parsed,
}

impl SafePath {
    /// Reads a path as this system writes them.
    pub fn parse(text: &str) -> Result<Self, FileProblem> {
        Self::parse_as(text, path_grammar())
    }

    /// Reads a path as one of the systems writes them.
    pub fn parse_as(text: &str, grammar: PathGrammar) -> Result<Self, FileProblem> {
        if text.len() > MAX_TEXT {
            return Err(too_long("A path may have at most 4,096 bytes."));
        }
        let parsed = match grammar {
            PathGrammar::Unix => unix_path::parse(text)?,
            PathGrammar::Windows => windows_path::parse(text)?,
        };
        let length: usize = parsed.names.iter().map(|name| name.len() + 1).sum();
        match parsed.root.len() + length > MAX_PATH + 1 {
            true => Err(too_long("A path may have at most 4,096 bytes.")),
            false => Ok(Self { grammar, parsed }),
        }
    }

    /// Where it begins: `/`, `C:\` or `\\server\share\`.
    pub fn root(&self) -> &str {
        &self.parsed.root
    }

    /// The names below that.
    pub fn names(&self) -> Vec<OsString> {
        self.parsed.names.iter().cloned().map(name_from_bytes).collect()
    }

    /// The last name; none of a root.
    pub fn name(&self) -> Option<OsString> {
        self.parsed.names.last().cloned().map(name_from_bytes)
    }

    /// Refuses a name that nobody should give to something new.
    pub fn check_new_name(&self) -> Result<(), FileProblem> {
        let name = self.parsed.names.last().map(|name| String::from_utf8_lossy(name));
        let name = name.ok_or_else(|| invalid("That is a disk, which has no name to choose."))?;
        match name.contains(|letter: char| letter.is_control() || TURNING.contains(&letter)) {
            true => Err(invalid("A new name has no control characters in it.")),
            false => Ok(()),
        }
    }

    /// Whether it is this path, or below it.
    pub fn is_within(&self, folder: &Self) -> bool {
        let (own, other) = (&self.parsed, &folder.parsed);
        let is_same = |one: &[u8], other: &[u8]| match self.grammar {
            PathGrammar::Unix => one == other,
            PathGrammar::Windows => one.eq_ignore_ascii_case(other),
        };
        is_same(own.root.as_bytes(), other.root.as_bytes())
            && own.names.len() >= other.names.len()
            && own.names.iter().zip(&other.names).all(|(one, other)| is_same(one, other))
    }
}

impl Display for SafePath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parsed.root)?;
        for (at, name) in self.parsed.names.iter().enumerate() {
            let separator = match self.grammar {
                _ if at == 0 => "",
                PathGrammar::Unix => "/",
                PathGrammar::Windows => "\\",
            };
            write!(f, "{separator}{}", escape::text_of(name))?;
        }
        Ok(())
    }
}

/// The text of a name, as it is written in a path.
pub fn text_of(name: &OsStr) -> String {
    escape::text_of(name.as_encoded_bytes())
}

#[cfg(test)]
#[path = "hostile_below_tests.rs"]
mod hostile_below;

#[cfg(test)]
#[path = "hostile_paths_tests.rs"]
mod hostile_paths;

#[cfg(test)]
#[path = "safe_path_tests.rs"]
mod tests;
