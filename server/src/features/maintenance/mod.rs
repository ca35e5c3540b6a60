//! Maintenance of the server itself.

mod clear_cache;
#[cfg(test)]
mod tests;

pub use clear_cache::*;
