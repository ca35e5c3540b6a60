//! Agents, through the front door.
