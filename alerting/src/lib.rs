//! What becomes of a failure: which alert is opened, who is notified, and when
//! nobody is.
//!
//! Everything here is a pure function of its arguments: no clock, no database, no
//! sending. The server reads rows, asks, and carries out the decisions it gets.
//!
//! - [`machine`] decides what one event does to the alert of one cause.
//! - [`channels`] decides who is notified, and explains it.
//! - [`precedence`] decides which template applies to an agent.
//! - [`storms`] keeps one cause from becoming many alerts.
//! - [`rrule`] knows when a maintenance window is open.

pub mod channels;
mod kind;
pub mod machine;
pub mod precedence;
pub mod rrule;
pub mod storms;

pub use kind::{Kind, Severity};
