//! Metrics of agents: what they measure each minute, packed as they send it.
//!
//! A message is stored as parts (`store`), many agents in one transaction
//! (`store_together`). Once a window of six hours has ended, its parts become
//! one block by the minute and a part of the day's block by the hour
//! (`compact`). Both are kept for so long (`retention`), and read together with
//! what is not packed yet (`read`, `latest`). Only this module writes the
//! tables `metric_parts` and `metric_blocks`.

mod agent_metrics;
mod compact;
mod join;
mod kept;
mod latest;
mod queries;
mod read;
mod retention;
mod store;
mod store_together;
mod windows;

pub use agent_metrics::AgentMetrics;
pub use compact::COMPACTION;
pub use latest::{AgentFilter, LatestValue, list_latest};
pub use read::{TimeRange, read_range};
pub use retention::{RETENTION, prune};
#[cfg(test)]
pub use store::store_block;
pub use windows::minute_of;
