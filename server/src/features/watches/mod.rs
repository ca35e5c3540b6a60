//! One's own watches: be told once when an agent comes online, goes offline or a run
//! ends.

mod create_watch;
mod delete_watch;
mod form;
mod list_watches;
mod queries;
#[cfg(test)]
mod tests;

pub use create_watch::*;
pub use delete_watch::*;
pub use list_watches::*;
