//! One file for each thing that the whole has to keep.

mod agent_death;
mod any_moment;
mod audit_log;
mod backups;
mod big_output;
mod clones;
mod commands;
mod crowd;
mod exact_arguments;
mod fifty_orders;
mod first_start;
mod installing;
mod metrics;
mod orphaned_orders;
mod process_trees;
mod replicas;
mod server_death;
mod settings;
mod simulation;
mod specification;
mod stopping;
mod tasks;
mod tidy;
mod tls;
mod updates;
