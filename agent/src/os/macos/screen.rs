//! The screen of macOS, which the agent cannot show yet.

pub use crate::os::no_screen::{Compressor, Desktop};
