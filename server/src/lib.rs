//! Muster: remote monitoring and management in one binary.
//!
//! `router` → `features` → foundations. A feature is a noun of the API; the
//! foundations (`auth`, `audit`, `bus`, `storage`, …) know no feature.

#![cfg_attr(test, recursion_limit = "256")]

pub mod agent_link;
pub mod app;
pub mod audit;
pub mod auth;
pub mod backup;
pub mod bus;
pub mod cache;
pub mod cli;
pub mod config;
pub mod error;
pub mod events;
pub mod features;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
pub mod host;
pub mod http;
pub mod idempotency;
pub mod input;
pub mod jobs;
pub mod lane;
pub mod listing;
pub mod mail;
mod migrations;
pub mod router;
pub mod serve;
pub mod sizes;
pub mod sockets;
pub mod storage;
#[cfg(test)]
pub mod testing;
pub mod time;
pub mod web_files;
pub mod wording;

/// Release of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
