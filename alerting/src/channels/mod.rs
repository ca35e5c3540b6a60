//! Who is notified of an alert, and why: the template, the object's own flags,
//! severities, the global switches and the recipients, in that order.

mod explain;
mod plan;
mod reason;
mod set;
mod template;
#[cfg(test)]
mod tests;

pub use explain::explain;
pub use plan::{Globals, Plan, Subject, plan};
pub use reason::{Reason, Verdict};
pub use set::{Channel, Channels};
pub use template::{Action, ChannelSettings, KindSettings, Template};
