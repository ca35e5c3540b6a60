//! One folder per noun of the API.

pub mod accounts;
pub mod agents;
pub mod audit_log;
pub mod clients;
pub mod health;
pub mod home;
pub mod runs;
pub mod schema;

use crate::jobs::{HOUSEKEEPING, Periodic, Work};

/// Every kind of job and who does it. A kind keeps its word for ever.
pub const WORK: &[Work] = &[];

/// Everything that is done again and again.
pub const PERIODIC: &[Periodic] = &[HOUSEKEEPING];
