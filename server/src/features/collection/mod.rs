//! Collects installed software and missing updates automatically.
//!
//! One row per agent records when it is due (`collections`); every 15 seconds a few
//! of the agents that are due and online are asked. An agent that is offline when
//! it is due is asked as soon as it reconnects. See decision 33.

mod round;
mod scans;
mod software;
#[cfg(test)]
mod tests;

pub use round::COLLECTION;
pub use software::{SOFTWARE_KIND, collect_software};
