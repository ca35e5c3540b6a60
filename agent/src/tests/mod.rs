//! Tests through the front door: a fake server on the real line.

mod fake_server;
mod running;
mod test_agent;
