//! Tests through the front door: a fake server on the real connection.

mod architecture;
mod asking;
mod delivering;
mod ending;
mod enrolling;
mod fake_server;
mod hands;
mod linking;
mod packages;
mod running;
mod scheduling;
mod scripts;
pub mod stand_in;
mod test_agent;
