//! Agents, through the front door.

mod commands;
mod lists;
mod updates;
