//! The system's own log of an agent, asked for right now.

mod entry;
mod read_event_log;
#[cfg(test)]
mod tests;

pub use read_event_log::*;
