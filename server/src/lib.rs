//! Muster: remote monitoring and management in one binary.
//!
//! `router` → `features` → `domain` → `agent_link` → foundations. A feature is a
//! noun of the API; the domain is what features share; the foundations (`auth`,
//! `audit`, `bus`, `storage`, …) know neither.

#![cfg_attr(test, recursion_limit = "256")]

mod agent_link;
mod app;
mod audit;
mod auth;
mod backup;
mod batch;
mod bus;
mod cache;
pub mod cli;
mod clock;
mod config;
mod daily_bytes;
mod debug_log;
mod domain;
mod environment;
mod error;
mod events;
mod feature_state;
mod features;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod hex;
mod host;
mod http;
mod idempotency;
mod ids;
mod input;
mod jobs;
mod lane;
mod listing;
mod mail;
mod migrations;
mod outbound;
mod private_files;
mod push;
mod remote_viewer;
mod router;
mod serve;
mod sizes;
mod slot;
mod sms;
mod sockets;
mod storage;
mod strangers;
#[cfg(test)]
mod testing;
mod text;
mod time;
mod web_files;
mod wording;

/// Release of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
