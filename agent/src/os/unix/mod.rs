//! What Linux and macOS have in common.

pub mod account;
pub mod files;
pub mod own_program;
pub mod ping;
pub mod programs;
pub mod shells;
pub mod signals;
