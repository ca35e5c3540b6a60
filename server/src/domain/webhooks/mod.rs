//! URL actions: addresses with placeholders that people open, and webhooks that
//! the server sends by a job, signed and tried again, with a log of what became
//! of each.
//!
//! [`enqueue`] sends a stored action for a cause; [`prepare()`] and [`call()`] are
//! its parts, for those who wait for the answer.

mod action;
mod action_queries;
mod call;
mod deliver;
mod delivery;
mod delivery_queries;
mod filler;
mod headers;
#[cfg(test)]
mod headers_tests;
mod object_entries;
mod pattern;
mod prepare;
#[cfg(test)]
mod prepare_tests;
mod retry;
mod send;
#[cfg(test)]
mod send_tests;
mod signature;
mod subject;

pub use action::{ActionType, RestMethod, StoredAction, Template};
pub use action_queries::{
    delete_action, find_action, hold_action, insert_action, list_actions, lock_action,
    update_action,
};
pub use call::call;
pub use deliver::{DELIVER_KIND, FINISHED_KIND, deliver_due, enqueue, prune};
pub use delivery::{Cause, CausedBy, LoggedDelivery};
pub use delivery_queries::{find_delivery, list_deliveries};
pub use filler::Missing;
pub use headers::Headers;
pub use pattern::{pattern_problem, server_of};
pub use prepare::{Prepared, fill_address, prepare};
pub use send::must_be_allowed;
pub use subject::{FoundSubject, Subject, find_subject};
