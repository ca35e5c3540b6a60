//! When each agent is asked for its software and its missing updates.
//!
//! One row per agent says when it is due next and what it last said of its
//! package database. Who asks, and what is done with the answers: the feature
//! `collection`.

pub mod packages;
pub mod queries;
mod slot;

pub use queries::note_scanned;
