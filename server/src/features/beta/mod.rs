//! `/beta/v1/`: every list of the API with filters by its fields and pages.
//!
//! The beta API has no shapes, rights or queries of its own. A call is forwarded
//! to the route of the main API that [`lists::LISTS`] maps it to, with the
//! caller's own credentials; only the form is added: filters, an envelope with
//! absolute links, and a cursor in `next`.

mod answer;
#[cfg(test)]
mod describe;
mod fields;
mod forward;
pub mod lists;
mod names;
mod query;
#[cfg(test)]
mod tests;

pub use answer::{Lists, routes};
#[cfg(test)]
pub use describe::describe;
