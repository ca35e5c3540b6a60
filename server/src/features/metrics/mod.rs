//! Metrics of agents: a range of one agent's, one metric of the whole fleet, and
//! everything for Prometheus. [`crate::domain::metrics`] stores and reads them.

mod agent_metrics;
mod export_agent_metrics;
mod list_fleet_metric;
mod names;
mod prometheus;
mod queries;
mod read_agent_metrics;
#[cfg(test)]
mod tests;

pub use export_agent_metrics::*;
pub use list_fleet_metric::*;
pub use read_agent_metrics::*;
