//! All SQL of policies.

mod assignments;
mod patch_policies;
mod policies;

pub use assignments::*;
pub use patch_policies::*;
pub use policies::*;
