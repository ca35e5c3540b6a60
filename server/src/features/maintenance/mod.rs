//! Maintenance of the server itself.

mod clear_cache;
mod maintain_server;
#[cfg(test)]
mod tests;

pub use clear_cache::*;
pub use maintain_server::*;
