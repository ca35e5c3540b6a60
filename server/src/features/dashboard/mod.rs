//! What the web UI asks for first.

mod read_dashinfo;
mod read_version;
#[cfg(test)]
mod tests;

pub use read_dashinfo::*;
pub use read_version::*;
