//! What keeps one cause from becoming many alerts: agents of a site that leave
//! together, causes that flap, causes that depend on another, and people who are
//! notified one after another.

mod behind_sentence;
mod departures;
mod dependencies;
mod escalation;
mod flapping;
mod site_sentence;
#[cfg(test)]
mod tests;

pub use behind_sentence::with_behind;
pub use departures::{Departures, SiteDecision};
pub use dependencies::{Dependencies, DependencyError, Node};
pub use escalation::{Escalation, EscalationStep};
pub use flapping::{Flapping, FlappingDecision};
pub use site_sentence::{site_recovered, site_unreachable};
