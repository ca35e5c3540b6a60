//! The health report: whether every part of this instance really answers.

mod agent_socket;
mod certificate;
mod gather;
mod host;
mod queries;
mod read_health;
mod read_old_health;
mod read_own_health;
mod relay_socket;
mod report;
#[cfg(test)]
mod tests;
mod tls;

pub use certificate::days_left;
pub use read_health::*;
pub use read_old_health::*;
pub use read_own_health::*;
