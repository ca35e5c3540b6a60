//! When each agent is asked for its software and its missing updates.
//!
//! One row per agent says when it is due next, and has the last digest of its
//! package database. The feature `collection` asks the agents and stores their
//! answers.

pub mod packages;
pub mod queries;
mod slot;

pub use queries::record_scanned;
