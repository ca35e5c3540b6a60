//! Rollouts: agents become a new release ring by ring, and the next ring waits
//! until those of the last one are back (decision 64).

mod continue_rollout;
mod judge;
mod list_rollouts;
mod queries;
mod rollout;
mod round;
mod steps;

pub use continue_rollout::*;
pub use list_rollouts::*;
pub(super) use round::run_round;
