//! Watches: people ask to be told once when an agent comes online, goes offline or a
//! run ends.
//!
//! A watch on an agent fires in the transaction that stores the change of its
//! presence, one on a run shortly after its end; a sweep every minute finds what was
//! missed. Firing deletes the watch and enqueues the jobs that tell its owner.

mod fire;
mod news;
mod queries;
mod sight;
mod sweep;
mod tell;
#[cfg(test)]
mod tests;
mod watch;

pub use fire::fire_for_agents;
pub use queries::{
    count_watches, delete_watch, find_same, insert_watch, list_watches, lock_watch, sees_run,
};
pub use sight::Sight;
pub use sweep::{SWEEP, sweep};
pub use tell::{TELL_KIND, tell};
pub use watch::{Watch, WatchEvent, WatchTarget};
