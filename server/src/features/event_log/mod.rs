//! The system log of an agent, which is asked for it on each request.

mod entry;
mod read_event_log;
#[cfg(test)]
mod tests;

pub use read_event_log::*;
