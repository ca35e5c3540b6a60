//! Maintenance of the server itself.

mod clear_cache;
mod give_space_back;
mod maintain_server;
#[cfg(test)]
mod tests;

pub use clear_cache::*;
pub use give_space_back::{SPACE, warn_about_full_disk};
pub use maintain_server::*;
