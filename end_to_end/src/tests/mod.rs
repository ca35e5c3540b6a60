//! One file for each thing that the whole has to keep.

mod agent_death;
mod any_moment;
mod audit_log;
mod big_output;
mod clones;
mod commands;
mod crowd;
mod first_start;
mod metrics;
mod orphaned_orders;
mod process_trees;
mod replicas;
mod server_death;
mod settings;
mod stopping;
mod tidy;
mod tls;
