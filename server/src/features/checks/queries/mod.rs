//! Reading checks and their results; `domain/checks` writes them.

mod owners;
mod read;
mod results;

pub use owners::*;
pub use read::*;
pub use results::*;
