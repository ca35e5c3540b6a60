//! Software and missing updates, asked for without anybody having asked.
//!
//! One row per agent says when it is due (`collections`); every quarter of a
//! minute those that are due and here are asked, a few at a time. An agent that
//! is away when it is due is asked as soon as it is here. See decision 33.

mod round;
mod scans;
mod software;
#[cfg(test)]
mod tests;

pub use round::COLLECTION;
pub use software::{SOFTWARE_KIND, collect_software};
