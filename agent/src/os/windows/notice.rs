//! What the person at the computer is asked, and sees, about remote sessions: nothing yet.

pub use crate::os::no_notice::{Notice, ask, show};
