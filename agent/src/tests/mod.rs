//! Tests through the front door: a fake server on the real line.

mod delivering;
mod ending;
mod enrolling;
mod fake_server;
mod linking;
mod running;
mod scripts;
mod test_agent;
