//! Agents, through the API.

mod actions;
mod capabilities;
mod command_keys;
mod commands;
mod item_cache;
mod lists;
mod maintenance;
mod reboots;
mod recovering;
mod removing;
mod restoring;
mod rollouts;
mod streams;
mod updates;
mod upgrades;
