//! The Muster agent: runs on every managed computer.
//!
//! It keeps one connection to its server, carries out each order of the server
//! once, and keeps every result until the server has it.

mod agent;
mod backoff;
mod board;
mod checks;
pub mod cli;
mod clock;
mod data_dir;
mod freeze;
mod identity;
mod inventory;
mod ledger;
mod link;
mod metrics;
mod orders;
mod os;
mod packages;
mod power;
mod questions;
mod reboot;
mod records;
mod recovery;
mod release;
mod remote;
mod run;
mod run_id;
mod schedule;
mod self_test;
mod server_url;
mod shared;
mod spool;
mod status_file;
#[cfg(test)]
mod tests;
mod transport;
mod upkeep;
