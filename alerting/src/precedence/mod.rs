//! Which alert template applies to an agent, and why the others do not.

mod choose;
mod source;
#[cfg(test)]
mod tests;

pub use choose::{Choice, Inheritance, Offer, Policy, Settings, TemplateOffer, choose};
pub use source::{Obstacle, Source};
