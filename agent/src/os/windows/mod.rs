//! Windows: the agent connects, and refuses what is not written for it yet.

pub mod accounts;
pub mod child_process;
pub mod event_log;
pub mod files;
pub mod inventory;
pub mod metrics;
pub mod packages;
pub mod ping;
pub mod power;
pub mod processes;
pub mod programs;
pub mod service_manager;
pub mod services;
pub mod shells;
pub mod signals;
pub mod software;
