//! Agents, through the front door.

mod actions;
mod commands;
mod lists;
mod maintenance;
mod updates;
