//! One folder per noun of the API.

pub mod accounts;
pub mod agents;
pub mod audit_log;
pub mod clients;
pub mod health;
pub mod home;
pub mod runs;
pub mod schema;
