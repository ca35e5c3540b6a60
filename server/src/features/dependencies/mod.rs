//! Dependencies: the router, host or gateway without which an agent or check cannot be
//! reached. What follows from them for alerts: [`crate::domain::alerts`].

mod child;
mod dependency;
mod form;
mod load;
mod queries;
mod read_dependency;
#[cfg(test)]
mod tests;
mod update_dependency;
mod way;

pub use read_dependency::*;
pub use update_dependency::*;
