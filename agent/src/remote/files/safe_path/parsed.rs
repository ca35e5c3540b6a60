//! What a grammar makes of a path.

use crate::remote::files::problem::{FileProblem, ProblemCode};

/// A path in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// `/`, `C:\` or `\\server\share\`.
    pub root: String,
    /// The names below it.
    pub names: Vec<Vec<u8>>,
}

/// A path that is none, or none that may be used.
pub fn invalid(why: &str) -> FileProblem {
    FileProblem::new(ProblemCode::InvalidPath, why)
}

/// A path or a name that is too long.
pub fn too_long(why: &str) -> FileProblem {
    FileProblem::new(ProblemCode::NameTooLong, why)
}
