//! Which policies reach an agent: always computed from what is stored
//! (`resolution`), for many agents at once (`reach`).

mod assignments;
mod queries;
mod reach;
mod resolution;
#[cfg(test)]
mod resolution_tests;

pub use assignments::{PolicyAssignments, assignments_of};
pub use reach::{Reaches, agents_of, agents_touched, facts_about, policies_in, policies_of};
pub use resolution::{Level, PolicyFacts, State};
