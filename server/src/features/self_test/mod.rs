//! The self-test of an agent, asked for live.

mod read_self_test;
mod report;
#[cfg(test)]
mod tests;

pub use read_self_test::*;
