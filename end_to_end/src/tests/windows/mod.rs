//! The agent on Windows, under Wine: installed by its package, with the real server.

mod any_moment;
mod arguments;
mod big_output;
mod commands;
mod installing;
mod inventory;
mod memory;
mod process_trees;
mod self_test;
mod services;
mod tasks;
mod updates;
