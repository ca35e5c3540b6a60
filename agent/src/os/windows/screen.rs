//! The screen of Windows, which the agent cannot show yet.

pub use crate::os::no_screen::{Compressor, Desktop};
