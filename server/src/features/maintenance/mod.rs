//! Maintenance of the server itself.

mod clear_cache;
mod maintain_server;
mod return_space;
#[cfg(test)]
mod tests;

pub use clear_cache::*;
pub use maintain_server::*;
pub use return_space::{SPACE, warn_about_full_disk};
