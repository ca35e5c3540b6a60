//! Agents, through the front door.

mod actions;
mod commands;
mod kept;
mod lists;
mod maintenance;
mod reboots;
mod streams;
mod updates;
