//! Tests through the front door: a fake server on the real connection.

mod architecture;
mod asking;
mod checks;
mod delivering;
mod ending;
mod enrolling;
mod fake_definitions;
pub mod fake_program;
mod fake_server;
mod http_request;
mod linking;
mod metrics;
mod packages;
mod processes;
mod proving;
mod recordings;
mod running;
mod scheduling;
mod scripts;
mod signer;
mod test_agent;
mod test_clock;
mod windows_shells;
