//! The definitions of each agent: made for many agents at once, sent to those
//! that have others.

mod build;
mod check;
mod document;
mod push;

pub use build::definition_for;
pub use document::{Scripts, UnusableTask, definition};
pub use push::{SWEEP, push_definitions};
