//! Ready-made monitoring: one policy with checks that suit most computers.

mod content;
mod create_basic_policy;
mod scripts;

pub use create_basic_policy::*;
